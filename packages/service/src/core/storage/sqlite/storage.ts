import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type MonotonicClock, monotonicClock } from '../../clock.ts'
import { EVENT_BY } from '../../event-log/event-by.ts'
import type { Seal } from '../../security/seal.ts'
import type { StorageModule } from '../module.ts'
import { containing, type Run, type SqlDialect, type StorageParts } from '../sql/access.ts'
import { moveCustomerIn, storageMethods } from '../sql/methods.ts'
import { schemaOf } from '../sql/module-schema.ts'
import { proveServiceKey } from '../sql/prove-service-key.ts'
import { type CoreStorage, DatabaseReplaced, StorageUnavailable } from '../storage.ts'
import { openDatabase, type SqliteConnection, translateErrors } from './database.ts'
import { watchFiles } from './database-file.ts'
import { createReader, type Reader } from './reader.ts'

export interface SqliteStorageParts {
  /** A file, which is created if it is missing, or `:memory:`. */
  readonly path: string
  readonly seal: Seal
  readonly modules: readonly StorageModule[]
  /** How long another process may hold the write lock before a method fails. */
  readonly lockWaitMs?: number | undefined
  readonly monotonic?: MonotonicClock
  /** For tests, which cause failures that cannot be caused from outside. */
  readonly onOpen?: (raw: DatabaseSync) => void
}

/**
 * Large values have a second connection to the same file with a small cache, through which a source
 * of 4 MiB passes page by page. On the first connection, sources of scripts would replace the
 * licenses that key checks have cached.
 */
const CACHE_KIB_OF_LARGE_VALUES = 1_024

/**
 * How long to wait for a lock. An app waits for about ten seconds. After an error within one
 * second, it can still try another node.
 */
const LOCK_WAIT_MS = 1_000

/**
 * The storage in one SQLite file, for one machine.
 * @throws WrongServiceKey, DatabaseTooNew or StorageUnavailable
 */
export async function createSqliteStorage({
  path,
  seal,
  modules,
  lockWaitMs = LOCK_WAIT_MS,
  monotonic = monotonicClock,
  onOpen,
}: SqliteStorageParts): Promise<CoreStorage> {
  const connect = () =>
    translateErrors(async () => openDatabase(path, lockWaitMs, schemaOf(modules, 'sqlite')))
  const connection = await connect()
  try {
    await translateErrors(() => proveServiceKey(connection.db, seal))
    // A database in memory has only one connection.
    const large = path === ':memory:' ? undefined : await connect()
    large?.raw.exec(`pragma cache_size = -${CACHE_KIB_OF_LARGE_VALUES}`)
    const reader = path === ':memory:' ? undefined : createReader(path, lockWaitMs)
    const storage = storageOver({ connection, large, reader }, { seal, modules, monotonic })
    onOpen?.(connection.raw)
    return storage
  } catch (error) {
    await connection.close()
    throw error
  }
}

const REPLACED =
  'The file of the database was deleted or replaced while it was open. What is written now would be lost. Put it back, or stop the service and restore a backup.'

const SEARCH_INDEXES = ['licenses_search', 'customers_search']

const DIALECT: SqlDialect = {
  // The column has this collation.
  emailIs: (email) => sql`email = ${email}`,
  compared: (column) => sql.ref(column),
  eventBy: sql.raw(EVENT_BY.sqlite),
  // Without statistics, SQLite would often take another index, in which it passes over many rows.
  eventsBy: (index) => sql`events indexed by ${sql.ref(index)}`,
  licensesByBan: sql`licenses indexed by licenses_by_end_of_ban`,
  contains(text, columns, table = 'licenses') {
    const pattern = containing(text)
    return sql`(${sql.join(
      columns.map((column) => sql`${sql.ref(`${table}.${column}`)} like ${pattern} escape '\\'`),
      sql` or `,
    )})`
  },
  // The index finds candidates. Shorter texts match too many licenses for an index to be useful.
  searchIndex(text, table = 'licenses') {
    const runs = runsOfThree(text)
    if (runs === undefined) return undefined
    const rows = sql.table(table)
    const index = sql.table(`${table}_search`)
    return {
      // The order of the tables matters: the index finds rows in the order of their numbers.
      from: sql`${index} cross join ${rows} on ${rows}.id = ${index}.rowid`,
      matches: sql`${index} match ${runs}`,
      row: sql`${index}.rowid`,
    }
  },
  async erasing(trx, work) {
    // The number is part of the statement: as a parameter, it would be a number with a fraction.
    const setTo = async (isOn: '0' | '1'): Promise<void> => {
      for (const index of SEARCH_INDEXES.map((name) => sql.raw(name))) {
        await sql`insert into ${index} (${index}, rank) values ('secure-delete', ${sql.raw(isOn)})`.execute(
          trx,
        )
      }
    }
    await setTo('1')
    try {
      return await work()
    } finally {
      await setTo('0')
    }
  },
  // SQLite has one writer at a time, so no row needs a lock.
  locked: (query) => query,
}

/** Makes the tables of a new database. @throws DatabaseTooNew or StorageUnavailable */
export const createTables = (path: string, modules: readonly StorageModule[]): Promise<void> =>
  translateErrors(() => openDatabase(path, LOCK_WAIT_MS, schemaOf(modules, 'sqlite')).close())

/**
 * Whether secrets in an existing database were sealed with a service key. Changes nothing.
 * @throws StorageUnavailable
 */
export const hasServiceKeyProof = (path: string): Promise<boolean> =>
  translateErrors(async () => {
    const raw = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
    try {
      const table = raw.prepare("select 1 from sqlite_schema where name = 'service_key_proof'").get()
      return table !== undefined && raw.prepare('select 1 from service_key_proof').get() !== undefined
    } finally {
      raw.close()
    }
  })

/** The most runs in a query. They are enough to find candidates for a long text. */
const MOST_RUNS = 16

/**
 * The FTS5 query for licenses that may contain the text: it has runs of three characters of the
 * text.
 */
function runsOfThree(text: string): string | undefined {
  const characters = Array.from(text)
  // For FTS5, a text ends at its first NUL.
  if (characters.length < 3 || characters.includes('\0')) return undefined
  const runs = new Set<string>()
  for (let at = 0; at + 3 <= characters.length && runs.size < MOST_RUNS; at += 1) {
    runs.add(characters.slice(at, at + 3).join(''))
  }
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ')
}

/** The waits for a long read, which may hold the log. Most reads end sooner. */
const WAITS_MS = [0, 20, 100, 500, 1_000]

/** Copies the pages of the log to the file of the database, and empties the log. */
async function emptyLog({ db, raw }: SqliteConnection): Promise<boolean> {
  const checkpoint = raw.prepare('pragma wal_checkpoint(truncate)')
  for (const wait of WAITS_MS) {
    await sleep(wait)
    // This runs between two transactions.
    const result = await db.connection().execute(async () => checkpoint.get())
    if (result?.['busy'] === 0) return true
  }
  return false
}

interface Connections {
  readonly connection: SqliteConnection
  readonly large: SqliteConnection | undefined
  readonly reader: Reader | undefined
}

function storageOver(
  { connection, large, reader }: Connections,
  { seal, modules, monotonic }: Required<Pick<SqliteStorageParts, 'seal' | 'modules' | 'monotonic'>>,
): CoreStorage {
  const { db } = connection
  const ofEngine = modules.flatMap(({ sqlite }) => sqlite?.({ connection, seal, monotonic }) ?? [])
  const areReplaced = watchFiles(connection.raw.location() ?? undefined)
  let isReplaced = false
  let closed = false

  const transaction: StorageParts['transaction'] = (work) => db.transaction().execute(work)
  const parts: StorageParts = {
    db,
    reader: reader?.db ?? db,
    seal,
    dialect: DIALECT,
    moveCustomer: moveCustomerIn(modules),
    transaction,
    largeTransaction:
      large === undefined
        ? transaction
        : // Reserves the first connection: an open transaction there would block this one.
          (work) => db.connection().execute(() => large.db.transaction().execute(work)),
    snapshot: transaction,
    longSnapshot: reader === undefined ? transaction : (work) => reader.db.transaction().execute(work),
    emptyLog: () => emptyLog(connection),
  }
  const run: Run = async (work) => {
    if (closed) throw new StorageUnavailable('The storage is closed.')
    if (isReplaced) throw new DatabaseReplaced(REPLACED)
    try {
      return await translateErrors(work)
    } catch (error) {
      for (const { distrust } of ofEngine) distrust?.()
      throw error
    }
  }

  const methods = storageMethods(
    parts,
    modules,
    ofEngine.map((one) => one.methods),
    run,
  )

  return {
    ...methods,

    async ping() {
      isReplaced = areReplaced()
      await methods.ping()
    },

    // Runs every four seconds, and before the first key check.
    async announceNode(...announcement) {
      isReplaced = areReplaced()
      await run(() =>
        connection.exclusively(() => {
          for (const { catchUp } of ofEngine) catchUp?.()
        }),
      )
      return methods.announceNode(...announcement)
    },

    async close() {
      if (closed) return
      closed = true
      await reader?.close()
      await large?.close()
      await connection.close()
    },
  }
}
