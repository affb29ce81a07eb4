import { constants, setPriority } from 'node:os'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** The input of the worker. */
export interface ReaderWork {
  readonly path: string
  /**
   * How long another process may hold a lock before a query fails. In this thread, SQLite may
   * block.
   */
  readonly lockWaitMs: number
}

export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export type ReadAnswer =
  | { readonly rows: readonly unknown[]; readonly error?: undefined }
  | { readonly rows?: undefined; readonly error: string }

const CACHED_STATEMENTS = 200
/** The cache for the upper levels of the indexes that lists use. */
const CACHE_KIB = 32 * 1_024

// Key checks have a higher priority. Only Linux has priorities of threads: elsewhere this would
// slow down the whole service.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { path, lockWaitMs } = workerData as ReaderWork
const raw = new DatabaseSync(path, { readOnly: true, timeout: lockWaitMs })
raw.exec(`pragma cache_size = -${CACHE_KIB}`)
const known = new Map<string, StatementSync>()

function prepare(sql: string): StatementSync {
  const found = known.get(sql)
  if (found !== undefined) return found
  if (known.size >= CACHED_STATEMENTS) known.clear()
  const statement = raw.prepare(sql)
  known.set(sql, statement)
  return statement
}

function answer({ sql, parameters }: ReadRequest): ReadAnswer {
  try {
    // A transaction whose end was lost would hide everything that is written later.
    if (sql === 'begin' && raw.isTransaction) raw.exec('rollback')
    return { rows: prepare(sql).all(...(parameters as SQLInputValue[])) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(answer(request)))
