import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { StorageUnavailable } from '../storage.ts'
import { migrate } from './migrate.ts'

/** How long to wait for another process that is writing (the command line beside a running service). */
const BUSY_TIMEOUT_MS = 5_000
const CACHED_STATEMENTS = 200
const MEMORY = ':memory:'
/** Of the log, 16 MB: seldom enough not to be felt, and small enough to be read at the next start. */
const CHECKPOINT_AFTER_PAGES = 4_000
/** Holds the upper levels of ten million keys' index, and some of what was checked since the last fold. */
const CACHE_KIB = 128 * 1_024

const syncData = promisify(fdatasync)

export interface SqliteConnection {
  /** For queries that are built. Serialises everything, transactions included, over the one connection. */
  readonly db: Kysely<Tables>
  /** For statements that are prepared once. Only inside `exclusively`. */
  readonly raw: DatabaseSync
  /**
   * Runs `work`, without a pause, in one transaction of its own: no query of `db` is in between, and no other
   * process writes meanwhile. Rolls back when `work` throws.
   */
  exclusively<T>(work: () => T): Promise<T>
  /**
   * The same, but the thread does not wait for the disk. What was written is there for the next transaction at once, and
   * it is on the disk when the promise resolves. `committed` is called in between.
   */
  exclusivelyInGroups<T>(work: () => T, committed: (result: T) => void): Promise<T>
  close(): Promise<void>
}

/** @param path a file, or `:memory:`. */
export function openDatabase(path: string): SqliteConnection {
  const raw = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Readers and the one writer do not block each other; FULL makes every commit reach the disk before the answer.
    raw.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    raw.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_AFTER_PAGES}; pragma cache_size = -${CACHE_KIB}`)
    migrate(raw)
  } catch (error) {
    raw.close()
    throw error
  }
  const log = path === MEMORY ? undefined : openSync(`${path}-wal`, 'r+')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(raw) }) })

  const inTransaction = <T>(work: () => T): T => {
    raw.exec('begin immediate')
    try {
      const result = work()
      raw.exec('commit')
      return result
    } catch (error) {
      if (raw.isTransaction) raw.exec('rollback')
      throw error
    }
  }
  const exclusively = <T>(work: () => T): Promise<T> =>
    db.connection().execute(async () => inTransaction(work))

  const exclusivelyInGroups = async <T>(work: () => T, committed: (result: T) => void): Promise<T> => {
    const result = await db.connection().execute(async () => {
      if (log === undefined) {
        const done = inTransaction(work)
        committed(done)
        return done
      }
      // With NORMAL, SQLite leaves a commit in the log to the system. The log is told to the disk below.
      raw.exec('pragma synchronous = normal')
      try {
        const done = inTransaction(work)
        committed(done)
        return done
      } finally {
        raw.exec('pragma synchronous = full')
      }
    })
    if (log !== undefined) await synced(log)
    return result
  }

  let syncing: Promise<void> = Promise.resolve()
  let isBroken = false
  /** One after the other: each covers everything that was written before it began. */
  const synced = (file: number): Promise<void> => {
    const mine = syncing.then(() => {
      if (isBroken) throw new StorageUnavailable('The disk failed. Start the service again.')
      return syncData(file)
    })
    syncing = mine.catch(() => {
      // SECURITY: what a disk has once failed to keep may seem to be kept at the next try. Nothing is believed any more.
      isBroken = true
    })
    return mine
  }

  return {
    db,
    raw,
    exclusively,
    exclusivelyInGroups,
    async close() {
      // Takes its turn behind everything that was asked for before.
      await db.connection().execute(async () => raw.close())
      await syncing
      if (log !== undefined) closeSync(log)
      await db.destroy()
    },
  }
}

/** What Kysely wants of better-sqlite3, over the SQLite that comes with Node. */
function forKysely(raw: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()

  const prepare = (sql: string): SqliteStatement => {
    // A transaction that reads first and writes later could not be granted the write. Ask for it at the start.
    const statement = raw.prepare(sql === 'begin' ? 'begin immediate' : sql)
    const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    }
  }

  return {
    // The owner of the connection closes it.
    close: () => {},
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      if (statements.size >= CACHED_STATEMENTS) statements.clear()
      const statement = prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
}

/** Errors of the driver end here. Anything else is a bug, of ours or in the decision, and passes. */
export async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isSqliteError(error)) throw new StorageUnavailable(error.message, { cause: error })
    throw error
  }
}

function isSqliteError(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  // ERR_INVALID_STATE: the database is closed.
  // E…: the log could not be written to the disk.
  return (
    error.code === 'ERR_SQLITE_ERROR' ||
    error.code === 'ERR_INVALID_STATE' ||
    ('syscall' in error && error.syscall === 'fdatasync')
  )
}
