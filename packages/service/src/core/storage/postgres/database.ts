import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from '../sql/tables.ts'
import { StorageUnavailable } from '../storage.ts'
import type { Hosts, Writer } from './writer.ts'

const MANAGEMENT_CONNECTIONS = 8
const CONNECT_WITHIN_MS = 4_000
/** The limit of one query. An app waits for about ten seconds, so it still gets an error. */
const ANSWER_WITHIN_MS = 6_000
const IDLE_FOR_MS = 30_000

/**
 * Settings of a session. A commit is on disk before it is acknowledged, whatever the server's
 * default, and on the disk of the synchronous standby if there is one. No statement is cancelled,
 * not even by a server's default: PostgreSQL acknowledges a commit whose wait for the standby was
 * cancelled, although the standby does not have it. A node that hangs loses its locks. Plans use
 * the indexes even while a table is small, because a prepared plan is used again later.
 */
const SESSION = `
set synchronous_commit = on;
set statement_timeout = 0;
set lock_timeout = '4s';
set idle_in_transaction_session_timeout = '10s';
set jit = off;
`
const OF_MIGRATION = 'set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;'
const OF_INDEXES = 'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;'

const INT8 = 20
const BYTEA = 17

/** Numbers of this service stay far below 2^53, and bytes are bytes. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return Number
    const parse = pg.types.getTypeParser(oid, 'text')
    return oid === BYTEA ? (text: string) => new Uint8Array(parse(text) as Buffer) : parse
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export type Row = Readonly<Record<string, unknown>>

const configOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'latchkey',
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  query_timeout: ANSWER_WITHIN_MS,
  keepAlive: true,
  types: TYPES,
})

/**
 * Opens a session whose queries are sent without waiting for earlier answers. All of its failures
 * are `StorageUnavailable`.
 * @param onBroken called when it cannot be used any more
 * @throws StorageUnavailable
 */
export async function connect(url: string, purpose?: 'migration', onBroken: () => void = () => {}) {
  const socket = new Socket()
  const client = new pg.Client({
    ...configOf(url),
    // A migration of a large table may take long, and so may waiting for another node's.
    ...(purpose === 'migration' && { query_timeout: 0 }),
    pipeline: true,
    stream: () => socket,
  } as pg.ClientConfig)
  let usable = true
  const breakOff = (): void => {
    usable = false
    onBroken()
  }
  // Pending queries are rejected as well. Without a listener, the event would end the process.
  client.on('error', breakOff)
  /** Runs a query. With a `name`, it is planned once for the session. */
  const query = async <R = Row>(text: string, values: readonly unknown[] = [], name?: string) => {
    try {
      // Only a query without values may have several statements.
      const asked = values.length === 0 && name === undefined ? text : { text, values: [...values], name }
      return (await client.query(asked as pg.QueryConfig)) as unknown as { readonly rows: readonly R[] }
    } catch (error) {
      if (isBroken(error)) breakOff()
      throw unavailable(error)
    }
  }
  try {
    await client.connect()
    await Promise.all([query(SESSION), query(purpose === 'migration' ? OF_MIGRATION : OF_INDEXES)])
  } catch (error) {
    client.end().catch(() => undefined)
    onBroken()
    throw unavailable(error)
  }
  return {
    query,
    /** Sends the queries that `ask` starts in one packet. */
    together<T>(ask: () => T): T {
      socket.cork()
      try {
        return ask()
      } finally {
        socket.uncork()
      }
    },
    /** Whether the session may be used again after a failure. */
    isUsable: () => usable,
    close: (): Promise<void> => client.end().catch(() => undefined),
  }
}

export type Connection = Awaited<ReturnType<typeof connect>>

/**
 * Opens a session on the server that takes writes. It is given up when another server takes writes.
 */
export async function connectToWriter(hosts: Hosts, purpose?: 'migration'): Promise<Connection> {
  const writer = await hosts.findWriter()
  const connection = await connect(writer.url, purpose, writer.lose)
  try {
    await hosts.verify(async (text) => (await connection.query(text)).rows)
  } catch (error) {
    writer.lose()
    void connection.close()
    throw error
  }
  return { ...connection, isUsable: () => connection.isUsable() && !writer.isLost() }
}

/**
 * Sessions for everything except key checks: as many as there are queries at the same time, up to a
 * limit.
 */
export function openConnections(hosts: Hosts) {
  let pool: pg.Pool | undefined
  let current: Writer | undefined
  const poolOf = (writer: Writer): pg.Pool => {
    const isOther = writer.url !== current?.url
    current = writer
    if (pool !== undefined && !isOther) return pool
    // Ends idle sessions now, and the others when they are released.
    void pool?.end()
    pool = openPool(writer.url, hosts)
    // An idle session that breaks is replaced at the next query.
    pool.on('error', () => current?.lose())
    return pool
  }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: forKysely(hosts, poolOf) }) }),
    close: async (): Promise<void> => pool?.end(),
  }
}

const openPool = (url: string, { verify }: Hosts): pg.Pool =>
  new pg.Pool({
    ...configOf(url),
    max: MANAGEMENT_CONNECTIONS,
    idleTimeoutMillis: IDLE_FOR_MS,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(SESSION)
      await verify(async (text) => (await client.query(text)).rows)
    },
  } as pg.PoolConfig)

/** The pool as Kysely expects it, with our own errors, and with texts that PostgreSQL accepts. */
function forKysely(hosts: Hosts, poolOf: (writer: Writer) => pg.Pool): PostgresPool {
  return {
    end: async () => {},
    async connect() {
      const writer = await hosts.findWriter()
      const pool = poolOf(writer)
      const client = await pool.connect().catch((error: unknown) => {
        // If the pool's own sessions are all in use, that says nothing about the server.
        if (pool.totalCount < MANAGEMENT_CONNECTIONS) writer.lose()
        throw unavailable(error)
      })
      let broken = false
      const onError = (): void => {
        broken = true
        writer.lose()
      }
      client.on('error', onError)
      return {
        async query(text: string, values: readonly unknown[]) {
          try {
            return await client.query(text, values.map(withoutNul))
          } catch (error) {
            // A late answer must not be taken for the answer to the next query.
            if (isBroken(error)) onError()
            // The first error is more useful than an error of the rollback.
            if (text === 'rollback') {
              broken = true
              return { command: 'ROLLBACK', rowCount: 0, rows: [] }
            }
            throw unavailable(error)
          }
        },
        release() {
          client.off('error', onError)
          client.release(broken || writer.isLost())
        },
      }
    },
  } as unknown as PostgresPool
}

/** Replaces NUL in a text, which PostgreSQL cannot store, by the replacement character. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

const unavailable = (error: unknown): StorageUnavailable =>
  error instanceof StorageUnavailable
    ? error
    : new StorageUnavailable(error instanceof Error ? error.message : String(error), { cause: error })

/** The server is read-only, or ends the session (class 57P). */
const BROKEN = /^(25006|57P)/

/** Whether the session has ended, or its server does not take writes any more. */
const isBroken = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || BROKEN.test(error.code ?? '')

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Whether another transaction was faster. This one may succeed when it is run again. */
function isRace(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : undefined
  return (
    cause instanceof pg.DatabaseError &&
    [UNIQUE_VIOLATION, SERIALIZATION_FAILURE, DEADLOCK].includes(cause.code ?? '')
  )
}

/**
 * The most tries. When two nodes write the same row at once, one fails, and sees at its next try
 * what the other has written.
 */
const TRIES = 10

export async function untilNoRace<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isRace(error)) throw error
    }
  }
}
