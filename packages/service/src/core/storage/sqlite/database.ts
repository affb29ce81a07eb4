import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from '../sql/schema.ts'
import type { Tables } from '../sql/tables.ts'
import { StorageUnavailable } from '../storage.ts'
import { createPrivateFile } from './database-file.ts'
import { migrate } from './migrate.ts'

/** How long opening waits for another process. It may block, because no request is answered yet. */
const OPEN_TIMEOUT_MS = 5_000
/** The pauses between tries to get a lock that another process holds. The last one is repeated. */
const RETRY_AFTER_MS = [1, 2, 5, 10, 25]
const SQLITE_BUSY = 5
const MEMORY = ':memory:'
const CACHED_STATEMENTS = 200
/**
 * The cache for the upper levels of ten million keys' index, and for rows that are often checked.
 */
const CACHE_KIB = 128 * 1_024

/**
 * Opens a database.
 * @param path a file, or `:memory:`
 * @param lockWaitMs how long another process may hold the write lock before statements fail
 */
export function openDatabase(path: string, lockWaitMs: number, schema: Schema) {
  // SQLite itself reads a `file:` address.
  if (path !== MEMORY && !path.startsWith('file:')) createPrivateFile(path)
  const raw = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS })
  try {
    // Readers and the writer do not block each other. FULL: a commit returns when it is on disk.
    raw.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    // SECURITY: deleted and replaced data is overwritten, so that it is not in the file any more.
    raw.exec('pragma secure_delete = on')
    raw.exec(`pragma cache_size = -${CACHE_KIB}`)
    migrate(raw, schema)
    // SQLite's own wait would block the event loop, so `lock` waits from here on.
    raw.exec('pragma busy_timeout = 0')
  } catch (error) {
    raw.close()
    throw error
  }
  const lock = createLockWait(lockWaitMs)
  const begin = async (): Promise<void> => {
    // A rollback that failed, on a broken disk for example, may have left a transaction open.
    if (raw.isTransaction) raw.exec('rollback')
    // Takes the write lock at once: a transaction that has only read might not get it later.
    await lock.retry(() => raw.exec('begin immediate'))
    lock.acquired()
  }
  /** Rolls back. The first error is more useful than an error of the rollback, which is ignored. */
  const rollBack = (): void => {
    try {
      // On a full disk, SQLite rolls back by itself.
      if (raw.isTransaction) raw.exec('rollback')
    } catch {
      // The next `begin` tries the rollback again.
    }
  }
  const dialect: Dialect = {
    createDriver: () => createDriver(raw, lock, begin, rollBack),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (over) => new SqliteIntrospector(over),
  }
  const db = new Kysely<Tables>({ dialect })

  /**
   * Runs `work` in one transaction without a pause: no query of `db` runs in between, and no other
   * process writes meanwhile. Rolls back when `work` throws. `committed` is called before anything
   * else begins.
   */
  const exclusively = <T>(work: () => T, committed?: (result: T) => void): Promise<T> =>
    db.connection().execute(async () => {
      await begin()
      try {
        const result = work()
        raw.exec('commit')
        committed?.(result)
        return result
      } catch (error) {
        rollBack()
        throw error
      }
    })

  return {
    /**
     * For queries that Kysely builds. It runs everything, including transactions, one after
     * another.
     */
    db,
    /** For statements that are prepared once. Used only inside `exclusively`. */
    raw,
    exclusively,
    async close(): Promise<void> {
      // Waits for all earlier queries.
      await db.connection().execute(async () => raw.close())
      await db.destroy()
    },
  }
}

export type SqliteConnection = ReturnType<typeof openDatabase>

/**
 * Statements wait for a lock one after the other, so the time is counted from the first one that
 * found it held, and not for each statement: when it has passed, all that wait fail at once, until
 * the lock is free again.
 */
function createLockWait(lockWaitMs: number) {
  let lockedSince = 0
  let lockedAt = Number.NEGATIVE_INFINITY

  const isWorthWaiting = (isFirstTry: boolean): boolean => {
    const now = performance.now()
    // No statement was tried for so long that this is probably another lock.
    if (isFirstTry && now - lockedAt > lockWaitMs) lockedSince = now
    lockedAt = now
    return now - lockedSince < lockWaitMs
  }
  return {
    /** Runs `work` until it does not find the database locked. */
    async retry<T>(work: () => T): Promise<T> {
      for (let tries = 0; ; tries += 1) {
        try {
          return work()
        } catch (error) {
          if (!isBusy(error) || !isWorthWaiting(tries === 0)) throw error
        }
        await sleep(RETRY_AFTER_MS[tries] ?? RETRY_AFTER_MS.at(-1))
      }
    },
    /** Called when the write lock was granted. */
    acquired(): void {
      lockedAt = Number.NEGATIVE_INFINITY
    },
  }
}

/**
 * Whether the database is locked. The extended codes of SQLite have the main code in their lowest
 * byte.
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/** A driver of Kysely for Node's SQLite. Kysely's own driver blocks while it waits for a lock. */
function createDriver(
  raw: DatabaseSync,
  lock: ReturnType<typeof createLockWait>,
  begin: () => Promise<void>,
  rollBack: () => void,
): Driver {
  interface Prepared {
    readonly statement: StatementSync
    readonly hasRows: boolean
  }
  const known = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
    const found = known.get(sql)
    if (found !== undefined) return found
    if (known.size >= CACHED_STATEMENTS) known.clear()
    const statement = raw.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    known.set(sql, prepared)
    return prepared
  }
  const run = (sql: string, values: readonly SQLInputValue[]): QueryResult<unknown> => {
    const { statement, hasRows } = prepare(sql)
    if (hasRows) return { rows: statement.all(...values) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  const connection: DatabaseConnection = {
    // A statement that found the database locked has done nothing, so it may be run again.
    executeQuery: <R>({ sql, parameters }: CompiledQuery) =>
      lock.retry(() => run(sql, parameters as readonly SQLInputValue[])) as Promise<QueryResult<R>>,
    streamQuery() {
      throw new Error('Results are not streamed.')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: begin,
    commitTransaction: async () => raw.exec('commit'),
    rollbackTransaction: async () => rollBack(),
    releaseConnection: async () => {},
    // The owner of the connection closes it, so nothing is done here.
    destroy: async () => {},
  }
}

/** Translates errors of the driver. Any other error is a bug and is passed on. */
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
