import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Node } from './node-storage.ts'
import type { Database } from './open.ts'
import { connect } from './postgres/database.ts'
import { type AskedHost, askHosts, noWriter, strangersTo, urlsOfHosts, writersOf } from './postgres/hosts.ts'
import type { Ask } from './postgres/identity.ts'
import { UPGRADES } from './sql/module-schema.ts'
import { versionOf } from './sql/schema.ts'

/** One of the servers of a PostgreSQL URL. */
export interface Host {
  readonly name: string
  readonly state: 'writes' | 'standby' | 'down'
  /** Whether its database is not a copy of that of the server that takes writes. */
  readonly isOther: boolean
  /** The standbys for which its commits wait; empty if there are none. */
  readonly synchronousStandbys: string
}

/** What a database contains, read without changing anything. */
export interface Inspection {
  /** The version of the tables; 0: there are none. */
  readonly version: number
  readonly knownVersion: number
  readonly accounts: number
  /**
   * The proof that shows whether a service key is the right one. Undefined: no service has started
   * on the database.
   */
  readonly keyProof: Uint8Array | undefined
  /** The nodes that are alive. */
  readonly nodes: readonly Node[]
  /** The time of the server in Unix seconds. SQLite has no clock of its own. */
  readonly time: number | undefined
  /** The servers of the URL. Empty for SQLite. */
  readonly hosts: readonly Host[]
  /** The rows of the given queries. Undefined: the tables have another version. */
  readonly rows: readonly InspectedRow[] | undefined
}

export type InspectedRow = Readonly<Record<string, unknown>>

/**
 * Reads a database.
 * @param queries of modules, each with one row, for tables of the known version
 * @throws Error with the reason when it cannot be read
 */
export async function inspectDatabase(
  database: Database,
  now: number,
  queries: readonly string[],
): Promise<Inspection> {
  if (database.kind === 'sqlite') {
    if (!existsSync(database.path)) throw new Error('There is no such file.')
    const raw = new DatabaseSync(database.path, { readOnly: true })
    const ask: Ask = async (text) => raw.prepare(text).all()
    try {
      const version = Number((await ask('pragma user_version'))[0]?.['user_version'])
      const knownVersion = versionOf({ upgrades: UPGRADES.sqlite })
      const shared = await readTables(ask, version, now)
      const rows = version === knownVersion ? await rowsOf(ask, queries) : undefined
      return { ...shared, version, knownVersion, time: undefined, hosts: [], rows }
    } finally {
      raw.close()
    }
  }
  const urls = urlsOfHosts(database.url)
  const asked = await askHosts(urls)
  const [writer] = writersOf(asked)
  if (writer === undefined && urls.length > 1) throw noWriter(asked)
  // The error of a single server is more useful than a list of errors.
  const connection = await connect(writer?.url ?? database.url)
  const ask: Ask = async (text) => (await connection.query(text)).rows
  try {
    const [found] = await ask(`select to_regclass('schema_version') is not null as is_made`)
    const [made] = found?.['is_made'] ? await ask('select version from schema_version') : []
    const version = Number(made?.['version'] ?? 0)
    const knownVersion = versionOf({ upgrades: UPGRADES.postgres })
    const shared = await readTables(ask, version, now)
    const rows = version === knownVersion ? await rowsOf(ask, queries) : undefined
    const [clock] = await ask('select extract(epoch from clock_timestamp())::float8 as now')
    const strangers = writer === undefined ? [] : strangersTo(writer, asked)
    const hosts = await Promise.all(asked.map((host) => inspectHost(host, strangers.includes(host))))
    const time = Number(clock?.['now'])
    return { ...shared, version, knownVersion, time, hosts, rows }
  } finally {
    await connection.close()
  }
}

async function readTables(ask: Ask, version: number, now: number) {
  if (version === 0) return { accounts: 0, keyProof: undefined, nodes: [] }
  const [accounts] = await ask('select count(*) as count from accounts')
  const [proof] = await ask('select sealed from service_key_proof')
  const nodes = await ask(`select id, url from nodes where alive_until >= ${Math.floor(now)}`)
  return {
    accounts: Number(accounts?.['count']),
    keyProof: proof?.['sealed'] as Uint8Array | undefined,
    nodes: nodes as unknown as readonly Node[],
  }
}

async function rowsOf(ask: Ask, queries: readonly string[]): Promise<readonly InspectedRow[]> {
  const rows: InspectedRow[] = []
  for (const query of queries) rows.push((await ask(query))[0] ?? {})
  return rows
}

async function inspectHost({ url, name, answer }: AskedHost, isOther: boolean): Promise<Host> {
  const down: Host = { name, state: 'down', isOther: false, synchronousStandbys: '' }
  if (answer instanceof Error) return down
  try {
    const connection = await connect(url)
    const { rows } = await connection.query('show synchronous_standby_names')
    await connection.close()
    const synchronousStandbys = String(rows[0]?.['synchronous_standby_names'])
    return { name, state: answer.writes ? 'writes' : 'standby', isOther, synchronousStandbys }
  } catch {
    return down
  }
}
