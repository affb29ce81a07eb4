import pg from 'pg'
import { StorageUnavailable } from '../storage.ts'

/**
 * The most announcements of nodes that a promoted copy may lack. Each node announces itself every
 * four seconds, so with a single node, an asynchronous standby may be a minute behind.
 */
const MOST_ANNOUNCEMENTS_LOST = 15

/** What distinguishes a database from another one, and from an older copy of itself. */
export interface Identity {
  /** Whether the server takes writes. */
  readonly writes: boolean
  /** When this server was started, to the microsecond: one server may have several names. */
  readonly startedAt: string
  readonly hasTables: boolean
  /** The ID that Latchkey gave the database. Empty: there are no tables. */
  readonly databaseId: string
  readonly announcements: number
  /** The ID of the cluster, which copies have, too. Undefined: this server does not reveal it. */
  readonly systemId: string | undefined
  /**
   * A number that grows with each promotion. Undefined: the server is a standby, or does not reveal
   * it.
   */
  readonly timeline: number | undefined
  /**
   * The bytes of the log that are on disk. Undefined: the server is a standby, or does not reveal
   * it.
   */
  readonly position: number | undefined
}

/** Thrown when a session leads to another database than those before, or to an older copy of it. */
export class OtherDatabase extends StorageUnavailable {}

/**
 * Runs a statement on a session.
 * @throws pg.DatabaseError, or a `StorageUnavailable` that it caused
 */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

const SERVER = `select current_setting('transaction_read_only') = 'off' as writes,
  pg_postmaster_start_time()::text as started_at,
  to_regclass('service_key_proof') is not null as has_tables`
const OWN = 'select database_id, announcements from service_key_proof'
const SYSTEM = 'select system_identifier::text as system_id from pg_control_system()'
const LOG = `select pg_walfile_name(pg_current_wal_flush_lsn()) as file,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position
  where not pg_is_in_recovery()`

/**
 * Reads the identity of the database of a session.
 * @throws StorageUnavailable, or an error of the driver
 */
export async function readIdentity(ask: Ask): Promise<Identity> {
  // Managed services may forbid some of these functions, and a new database has no tables.
  const tryToAsk: Ask = (text) =>
    ask(text).catch((error: unknown) => {
      if (isRefusedStatement(error)) return []
      throw error
    })
  const [server] = await ask(SERVER)
  const [own] = await tryToAsk(OWN)
  const [system] = await tryToAsk(SYSTEM)
  const [log] = await tryToAsk(LOG)
  const file = log?.['file']
  return {
    writes: server?.['writes'] === true,
    startedAt: String(server?.['started_at']),
    hasTables: server?.['has_tables'] === true,
    databaseId: String(own?.['database_id'] ?? ''),
    announcements: Number(own?.['announcements'] ?? 0),
    systemId: system?.['system_id'] as string | undefined,
    // The name of a file of the log begins with its timeline, in eight hexadecimal digits.
    timeline: typeof file === 'string' ? Number.parseInt(file.slice(0, 8), 16) : undefined,
    position: log?.['position'] as number | undefined,
  }
}

/** Whether the session can still be used. Errors of class 57 mean that the server ends it. */
function isRefusedStatement(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError && !cause.code?.startsWith('57')
}

/** Whether two identities are of the same server, which may have two names. */
export const isSameServer = (one: Identity, other: Identity): boolean =>
  one.startedAt === other.startedAt && one.systemId === other.systemId

const differ = <T>(one: T, other: T): boolean => Boolean(one) && Boolean(other) && one !== other

/**
 * Whether two databases cannot be copies of one database. Values that a server does not reveal are
 * ignored.
 */
export const isOtherDatabase = (one: Identity, other: Identity): boolean =>
  differ(one.systemId, other.systemId) || differ(one.databaseId, other.databaseId)

/** Why `found` is not the database that a node has used before. Undefined if it is. */
export function differenceFrom(known: Identity, found: Identity): string | undefined {
  if (isOtherDatabase(known, found)) return 'it is another database than before'
  if (known.databaseId !== '' && found.databaseId === '') return 'it has no tables of this service'
  const isLater = isMore(found.timeline, known.timeline)
  if (isMore(known.timeline, found.timeline)) {
    return 'another server was promoted after it wrote its last commits'
  }
  const isOlder = !isLater && isMore(known.position, found.position)
  if (isOlder || found.announcements < known.announcements - MOST_ANNOUNCEMENTS_LOST) {
    return 'it is an older copy of the database, which lacks commits'
  }
  return undefined
}

const isMore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other

/**
 * Remembers which database a node uses. The node then uses no other one, and no older copy of it:
 * with that, it would refuse valid keys, and sign this. A restart forgets it.
 */
export function createIdentityPin() {
  let known: Identity | undefined

  return {
    /**
     * Verifies that a session leads to the known database.
     * @throws OtherDatabase
     */
    async verify(ask: Ask): Promise<Identity> {
      // Another session may learn of later commits while this one waits for its answer.
      const expected = known
      const found = await readIdentity(ask)
      const difference = expected && differenceFrom(expected, found)
      if (difference !== undefined) {
        throw new OtherDatabase(
          `The server is not the one that this node has used: ${difference}. If that is intended, restart the node.`,
        )
      }
      known = known === undefined ? found : latest(known, found)
      return found
    },
  }
}

/** The later of two identities. Sessions may be asked at the same time, and answer in any order. */
function latest(one: Identity, other: Identity): Identity {
  const isBehind = isMore(one.timeline, other.timeline) || (one.position ?? 0) > (other.position ?? 0)
  const [before, after] = isBehind && !isMore(other.timeline, one.timeline) ? [other, one] : [one, other]
  return {
    ...after,
    databaseId: after.databaseId || before.databaseId,
    systemId: after.systemId ?? before.systemId,
    announcements: Math.max(one.announcements, other.announcements),
  }
}
