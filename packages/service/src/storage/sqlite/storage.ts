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
import { createJournal } from './journal.ts'

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
    const runs = runsOfThree(text)
    // The index tells who may have it. Shorter texts are in too many users for an index to help.
    const candidates =
      runs === undefined
        ? sql``
        : sql`users.id in (select rowid from users_search where users_search match ${runs}) and `
    return sql`${candidates}(${sql.join(
      SEARCHED.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`),
      sql` or `,
    )})`
  },
  // A transaction is the only one that writes.
  locked: (query) => query,
}

/** Of a long text, so many tell it well enough. */
const MOST_RUNS = 16

/** What a user must have for the text to be in it, in the words of FTS5. */
function runsOfThree(text: string): string | undefined {
  const characters = Array.from(text)
  // FTS5 takes a text as ended by its first NUL.
  if (characters.length < 3 || characters.includes('\0')) return undefined
  const runs = new Set<string>()
  for (let at = 0; at + 3 <= characters.length && runs.size < MOST_RUNS; at += 1) {
    runs.add(characters.slice(at, at + 3).join(''))
  }
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ')
}

function storageOver(connection: SqliteConnection, seal: Seal): Storage {
  const { db } = connection
  const journal = createJournal(connection.raw)
  const checkKeys = prepareCheckKeys(connection.raw, seal, journal)
  let closed = false

  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StorageUnavailable('The storage is closed.')
    try {
      return await translateErrors(work)
    } catch (error) {
      journal.distrust()
      throw error
    }
  }
  /** Whoever reads rows past the checks finds everything in them. */
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    open(async () => {
      if (!journal.isFolded()) await connection.exclusively(() => journal.fold())
      return work()
    })
  const transaction: StorageParts['transaction'] = (work) =>
    open(() =>
      db.transaction().execute((trx) => {
        journal.fold()
        return work(trx)
      }),
    )
  const parts: StorageParts = { db, seal, words: WORDS, guarded, transaction, snapshot: transaction }

  return {
    ...accountMethods(parts),
    ...nodeMethods(parts),
    ...scriptMethods(parts),
    ...userMethods(parts),

    // It has one writer.
    groupsAtOnce: 1,

    checkKeys: (attempts, now, decide) =>
      open(async () => {
        const { answers } = await connection.exclusively(
          () => checkKeys(attempts, now, decide),
          ({ committed }) => committed(),
        )
        return answers
      }),

    ping: () =>
      guarded(async () => {
        await db.selectFrom('projects').select('id').limit(1).execute()
      }),

    async close() {
      if (closed) return
      closed = true
      await connection.exclusively(() => journal.fold()).catch(() => undefined)
      await connection.close()
    },
  }
}
