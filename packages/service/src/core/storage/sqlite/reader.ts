import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { StorageUnavailable } from '../storage.ts'
import type { ReadAnswer, ReaderWork, ReadRequest } from './read-worker.ts'

/** Reads the file in another thread, so that key checks do not wait for reads. */
export interface Reader {
  /** Runs queries one after another. Each sees everything that was committed before it began. */
  readonly db: Kysely<Tables>
  /** Waits for the running query. */
  close(): Promise<void>
}

/** The worker is TypeScript in this repository, and JavaScript in the published package. */
const WORKER = new URL(`./read-worker${extname(import.meta.filename)}`, import.meta.url)

/** Creates a reader. Its thread starts with the first query, because most commands have none. */
export function createReader(path: string, lockWaitMs: number): Reader {
  let worker: Worker | undefined
  let isClosed = false
  /** The query that waits for its answer. Kysely sends one at a time. */
  let waiting: PromiseWithResolvers<readonly unknown[]> | undefined

  const start = (): Worker => {
    const workerData: ReaderWork = { path, lockWaitMs }
    const started = new Worker(WORKER, { workerData, env: {}, stdin: false })
    started.on('message', ({ rows, error }: ReadAnswer) => {
      if (error === undefined) waiting?.resolve(rows)
      else waiting?.reject(new StorageUnavailable(error))
    })
    const end = (error?: unknown): void => {
      // After an error comes the exit event, when the next worker may have started.
      if (worker !== started) return
      worker = undefined
      waiting?.reject(new StorageUnavailable('The thread that reads has ended.', { cause: error }))
    }
    started.on('error', end)
    started.on('exit', () => end())
    // The process may end while no query waits for an answer.
    started.unref()
    return started
  }

  const send = async (request: ReadRequest): Promise<readonly unknown[]> => {
    if (isClosed) throw new StorageUnavailable('The storage is closed.')
    worker ??= start()
    const asked = worker
    waiting = Promise.withResolvers()
    asked.ref()
    try {
      asked.postMessage(request)
      return await waiting.promise
    } finally {
      waiting = undefined
      asked.unref()
    }
  }
  const run = async (sql: string): Promise<void> => {
    await send({ sql, parameters: [] })
  }
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: ReadRequest) => ({
      rows: (await send({ sql, parameters })) as R[],
    }),
    streamQuery() {
      throw new Error('Results are not streamed.')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => run('begin'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (over) => new SqliteIntrospector(over),
    },
  })
  return {
    db,
    async close() {
      // Waits for all earlier queries.
      await db.connection().execute(async () => {
        isClosed = true
        await worker?.terminate()
      })
      await db.destroy()
    },
  }
}
