import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { StorageUnavailable } from '../storage.ts'
import { migrate } from './migrate.ts'

/** How long to wait for another process that is writing (the command line beside a running service). */
const BUSY_TIMEOUT_MS = 5_000
const CACHED_STATEMENTS = 200
/** Of the log, 16 MB: seldom enough not to be felt, and small enough to be read at the next start. */
const CHECKPOINT_AFTER_PAGES = 4_000
/** Holds the upper levels of ten million keys' index, and some of what was checked since the last fold. */
const CACHE_KIB = 128 * 1_024

export interface SqliteConnection {
  /** For queries that are built. Serialises everything, transactions included, over the one connection. */
  readonly db: Kysely<Tables>
  /** For statements that are prepared once. Only inside `exclusively`. */
  readonly raw: DatabaseSync
  /**
   * Runs `work`, without a pause, in one transaction of its own: no query of `db` is in between, and no other
   * process writes meanwhile. Rolls back when `work` throws. `committed` is called before anything else begins.
   */
  exclusively<T>(work: () => T, committed?: (result: T) => void): Promise<T>
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
  const exclusively: SqliteConnection['exclusively'] = (work, committed) =>
    db.connection().execute(async () => {
      const result = inTransaction(work)
      committed?.(result)
      return result
    })

  return {
    db,
    raw,
    exclusively,
    async close() {
      // Takes its turn behind everything that was asked for before.
      await db.connection().execute(async () => raw.close())
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
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE'
}
