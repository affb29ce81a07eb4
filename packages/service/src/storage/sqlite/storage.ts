import { sql } from 'kysely'
import type { Seal } from '../../seal.ts'
import { containing, type EngineWords, SEARCHED, type StorageParts } from '../sql/access.ts'
import { accountMethods } from '../sql/accounts.ts'
import { nodeMethods } from '../sql/nodes.ts'
import { proveServiceKey } from '../sql/prove-service-key.ts'
import { scriptMethods } from '../sql/scripts.ts'
import { userMethods } from '../sql/users.ts'
import { type Storage, StorageUnavailable } from '../storage.ts'
import { prepareCheckKeys } from './check-keys.ts'
import { openDatabase, type SqliteConnection, translateErrors } from './database.ts'

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
    await translateErrors(() => proveServiceKey(connection.db, seal))
  } catch (error) {
    await connection.close()
    throw error
  }
  return storageOver(connection, seal)
}

const WORDS: EngineWords = {
  // The column's collation.
  emailIs: (email) => sql`email = ${email}`,
  userHas(text) {
    const pattern = containing(text)
    return sql`(${sql.join(
      SEARCHED.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`),
      sql` or `,
    )})`
  },
  // A transaction is the only one that writes.
  locked: (query) => query,
}

function storageOver(connection: SqliteConnection, seal: Seal): Storage {
  const { db } = connection
  const checkKeys = prepareCheckKeys(connection.raw, seal)
  let closed = false

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StorageUnavailable('The storage is closed.')
    return translateErrors(work)
  }
  const transaction: StorageParts['transaction'] = (work) => guarded(() => db.transaction().execute(work))
  const parts: StorageParts = { db, seal, words: WORDS, guarded, transaction, snapshot: transaction }

  return {
    ...accountMethods(parts),
    ...nodeMethods(parts),
    ...scriptMethods(parts),
    ...userMethods(parts),

    // It has one writer.
    groupsAtOnce: 1,

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
