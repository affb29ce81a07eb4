import type { Seal } from '../../seal.ts'
import { type Storage, StorageUnavailable } from '../storage.ts'
import type { StorageParts } from './access.ts'
import { accountMethods } from './accounts.ts'
import { prepareCheckKeys } from './check-keys.ts'
import { openDatabase, type SqliteConnection, translateErrors } from './database.ts'
import { scriptMethods } from './scripts.ts'
import { userMethods } from './users.ts'

/** The database's secrets were sealed with another service key. */
export class WrongServiceKey extends Error {
  override readonly name = 'WrongServiceKey'
}

export interface SqliteStorageParts {
  /** A file, which is made when it is missing, or `:memory:`. */
  readonly path: string
  readonly seal: Seal
}

/**
 * The storage in one SQLite file, for one machine.
 * @throws WrongServiceKey, DatabaseTooNew or StorageUnavailable
 */
export async function createSqliteStorage({ path, seal }: SqliteStorageParts): Promise<Storage> {
  const connection = await translateErrors(async () => openDatabase(path))
  try {
    await translateErrors(() => proveServiceKey(connection, seal))
  } catch (error) {
    await connection.close()
    throw error
  }
  return storageOver(connection, seal)
}

function storageOver(connection: SqliteConnection, seal: Seal): Storage {
  const { db } = connection
  const checkKeys = prepareCheckKeys(connection.raw, seal)
  let closed = false

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StorageUnavailable('The storage is closed.')
    return translateErrors(work)
  }
  const parts: StorageParts = {
    connection,
    seal,
    guarded,
    transaction: (work) => guarded(() => db.transaction().execute(work)),
  }

  return {
    ...accountMethods(parts),
    ...scriptMethods(parts),
    ...userMethods(parts),

    checkKeys: (attempts, now, decide) =>
      guarded(() => connection.exclusively(() => checkKeys(attempts, now, decide))),

    ping: () =>
      guarded(async () => {
        await db.selectFrom('projects').select('id').limit(1).execute()
      }),

    async close() {
      if (closed) return
      closed = true
      await connection.close()
    },
  }
}

/** Finds out at the start, not at the first key check, that the service was given another key than last time. */
async function proveServiceKey({ db }: SqliteConnection, seal: Seal): Promise<void> {
  const context = 'proof of the service key'
  await db
    .insertInto('service_key_proof')
    .values({ only_row: 1, sealed: seal.seal('', context) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db.selectFrom('service_key_proof').select('sealed').executeTakeFirstOrThrow()
  try {
    seal.open(sealed, context)
  } catch {
    throw new WrongServiceKey('The service key is not the one that sealed the secrets of this database.')
  }
}
