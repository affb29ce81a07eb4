import type { Seal } from '../../seal.ts'
import { type Storage, StorageUnavailable } from '../storage.ts'
import { prepareCheckKeys } from './check-keys.ts'
import { openDatabase, type SqliteConnection, translateErrors } from './database.ts'
import {
  toAccount,
  toAccountRow,
  toProject,
  toProjectRow,
  toScriptRow,
  toUser,
  toUserColumns,
  toUserRow,
  type UserRow,
} from './rows.ts'

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

  const findProjectRowId = async (trx: typeof db, projectId: string): Promise<number | undefined> =>
    (await trx.selectFrom('projects').select('id').where('public_id', '=', projectId).executeTakeFirst())?.id

  const selectUser = async (trx: typeof db, projectId: string, key: string): Promise<UserRow | undefined> =>
    key === ''
      ? undefined
      : trx
          .selectFrom('users')
          .innerJoin('projects', 'projects.id', 'users.project_id')
          .selectAll('users')
          .where('projects.public_id', '=', projectId)
          .where('user_key', '=', key)
          .executeTakeFirst()

  const isTaken = async (
    trx: typeof db,
    projectRowId: number,
    column: 'user_key' | 'chat_id',
    value: string,
    exceptRowId = 0,
  ): Promise<boolean> => {
    if (value === '') return false
    const other = await trx
      .selectFrom('users')
      .select('id')
      .where('project_id', '=', projectRowId)
      .where(column, '=', value)
      .where('id', '<>', exceptRowId)
      .executeTakeFirst()
    return other !== undefined
  }

  return {
    checkKeys: (attempts, now, decide) =>
      guarded(() => connection.exclusively(() => checkKeys(attempts, now, decide))),

    createAccount: (account) =>
      guarded(async () => {
        const inserted = await db
          .insertInto('accounts')
          .values(toAccountRow(account))
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returning('id')
          .executeTakeFirst()
        return inserted === undefined ? 'email-taken' : 'created'
      }),

    findAccountByEmail: (email) =>
      guarded(async () => {
        const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
        return row && toAccount(row)
      }),

    createProject: (project) =>
      guarded(() =>
        db.transaction().execute(async (trx) => {
          const account = await trx
            .selectFrom('accounts')
            .select('id')
            .where('public_id', '=', project.accountId)
            .executeTakeFirst()
          if (account === undefined) return 'no-such-account'
          const inserted = await trx
            .insertInto('projects')
            .values(toProjectRow(project, account.id, seal))
            .onConflict((conflict) => conflict.column('app_name').doNothing())
            .returning('id')
            .executeTakeFirst()
          return inserted === undefined ? 'app-name-taken' : 'created'
        }),
      ),

    findProjectByAppName: (appName) =>
      guarded(async () => {
        const row = await db
          .selectFrom('projects')
          .innerJoin('accounts', 'accounts.id', 'projects.account_id')
          .selectAll('projects')
          .select('accounts.public_id as account_public_id')
          .where('app_name', '=', appName)
          .executeTakeFirst()
        return row && toProject(row, seal)
      }),

    createScript: (script) =>
      guarded(() =>
        db.transaction().execute(async (trx) => {
          const rowId = await findProjectRowId(trx, script.projectId)
          if (rowId === undefined) return 'no-such-project'
          const inserted = await trx
            .insertInto('scripts')
            .values(toScriptRow(script, rowId))
            .onConflict((conflict) => conflict.column('public_id').doNothing())
            .returning('id')
            .executeTakeFirst()
          return inserted === undefined ? 'script-exists' : 'created'
        }),
      ),

    createUser: (projectId, user) =>
      guarded(() =>
        db.transaction().execute(async (trx) => {
          const rowId = await findProjectRowId(trx, projectId)
          if (rowId === undefined) return 'no-such-project'
          if (await isTaken(trx, rowId, 'user_key', user.key)) return 'key-taken'
          if (await isTaken(trx, rowId, 'chat_id', user.chatId)) return 'chat-id-taken'
          await trx.insertInto('users').values(toUserRow(user, rowId)).execute()
          return 'created'
        }),
      ),

    findUser: (projectId, key) =>
      guarded(async () => {
        const row = await selectUser(db, projectId, key)
        return row && toUser(row)
      }),

    changeUser: (projectId, key, change) =>
      guarded(() =>
        db.transaction().execute(async (trx) => {
          const row = await selectUser(trx, projectId, key)
          if (row === undefined) return 'no-such-user'
          const { outcome, user } = change(toUser(row))
          if (user === undefined) return outcome
          if (await isTaken(trx, row.project_id, 'chat_id', user.chatId, row.id)) return 'chat-id-taken'
          await trx.updateTable('users').set(toUserColumns(user)).where('id', '=', row.id).execute()
          return outcome
        }),
      ),

    statistics: (projectId, fromHour) =>
      guarded(async () => {
        const rows = await db
          .selectFrom('project_hours')
          .innerJoin('projects', 'projects.id', 'project_hours.project_id')
          .select(['hour', 'executions', 'attacks_blocked'])
          .where('projects.public_id', '=', projectId)
          .where('hour', '>=', fromHour)
          .orderBy('hour')
          .execute()
        return rows.map((row) => ({
          hour: row.hour,
          executions: row.executions,
          attacksBlocked: row.attacks_blocked,
        }))
      }),

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
