import type { Kysely } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { openDatabase, type SqliteConnection } from './database.ts'

/** A source of 4 MiB passes through page by page. */
const CACHE_KIB = 1_024

export interface LargeValues {
  transaction<T>(work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A second connection to the same file, with a small cache: over the first one, sources of scripts
 * would take the place of the users that key checks have cached, and fill a cache of 128 MiB.
 * `path` is no `:memory:`.
 */
export function openForLargeValues(
  path: string,
  { db: first }: Pick<SqliteConnection, 'db'>,
  lockWaitMs: number,
): LargeValues {
  const { db, raw, close } = openDatabase(path, lockWaitMs)
  raw.exec(`pragma cache_size = -${CACHE_KIB}`)
  return {
    // Reserves the first connection: an open transaction there would block this one.
    transaction: (work) => first.connection().execute(() => db.transaction().execute(work)),
    close,
  }
}
