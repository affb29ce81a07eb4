import { type SelectQueryBuilder, sql } from 'kysely'
import type { AuditNote } from '../../domain/audit.ts'
import { decideLapse } from '../../domain/bans.ts'
import type { User, UserChange } from '../../domain/users.ts'
import type { Storage, UserFilter } from '../storage.ts'
import {
  addNote,
  type Db,
  findProjectRow,
  lockProjectRow,
  type ProjectRowIds,
  type StorageParts,
} from './access.ts'
import { sumOf } from './accounts.ts'
import { toUser, toUserColumns, toUserRow, type UserRow } from './rows.ts'
import type { Tables } from './tables.ts'

type UserMethods = Pick<
  Storage,
  'createUser' | 'findUser' | 'listUsers' | 'changeUser' | 'changeBannedUser' | 'lapseBans'
>

type UniqueColumn = 'user_key' | 'chat_id' | 'unban_token'

export function userMethods(parts: StorageParts): UserMethods {
  const { db, dialect, guarded, transaction } = parts

  /** An empty value finds nothing: it means that nothing is linked. */
  const selectBy = async (
    trx: Db,
    project: ProjectRowIds | undefined,
    column: UniqueColumn,
    value: string,
    lock = false,
  ): Promise<UserRow | undefined> => {
    if (project === undefined || value === '') return undefined
    const query = trx
      .selectFrom('users')
      .selectAll()
      .where('project_id', '=', project.id)
      .where(column, '=', value)
      // Redundant, but needed for the partial indexes.
      .where(sql<boolean>`${sql.ref(column)} <> ''`)
    return (lock ? dialect.locked(query, 'users') : query).executeTakeFirst()
  }

  const change = <Outcome extends string>(
    projectId: string,
    column: UniqueColumn,
    value: string,
    decide: (user: User) => UserChange<Outcome>,
    audit: AuditNote | undefined,
  ) =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      const row = await selectBy(trx, project, column, value, true)
      if (project === undefined || row === undefined) return 'no-such-user'
      const decided = decide(toUser(row))
      if (decided.user === undefined && decided.removed === undefined) return decided.outcome
      const holder = await selectBy(trx, project, 'chat_id', decided.user?.chatId ?? '')
      if (holder !== undefined && holder.id !== row.id) return 'chat-id-taken'
      await write(trx, row.id, decided)
      await addNote(trx, audit, project)
      return decided.outcome
    })

  return {
    createUser: (projectId, user, { mostUsers, audit } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        if ((await selectBy(trx, project, 'user_key', user.key)) !== undefined) return 'key-taken'
        if ((await selectBy(trx, project, 'chat_id', user.chatId)) !== undefined) return 'chat-id-taken'
        if (mostUsers !== undefined && (await countUsers(trx, project.account_id)) >= mostUsers) {
          return 'too-many-users'
        }
        await trx.insertInto('users').values(toUserRow(user, project.id)).execute()
        await addNote(trx, audit, project)
        return 'created'
      }),

    findUser: (projectId, key) =>
      guarded(async () => {
        const row = await selectBy(db, await findProjectRow(db, projectId), 'user_key', key)
        return row && toUser(row)
      }),

    listUsers: (projectId, filter, { from, until }) =>
      guarded(async () => {
        const project = await findProjectRow(db, projectId)
        if (project === undefined || until <= from) return []
        const rows = await matching(parts, project.id, filter)
          .orderBy('id')
          .limit(until - from)
          .offset(from)
          .execute()
        return rows.map(toUser)
      }),

    changeUser: (projectId, key, decide, audit) => change(projectId, 'user_key', key, decide, audit),
    changeBannedUser: (projectId, token, decide, audit) =>
      change(projectId, 'unban_token', token, decide, audit),

    lapseBans: (now) =>
      transaction(async (trx) => {
        // In the order in which key checks lock them, so that the two do not wait for each other.
        const rows = await dialect
          .locked(
            trx
              .selectFrom('users')
              .selectAll()
              // From 0 on, so that the index passes over the bans without an end (-1).
              .where(sql<boolean>`banned = 1 and ban_expire between 0 and ${now}`)
              .orderBy('id'),
            'users',
          )
          .execute()
        for (const row of rows) await write(trx, row.id, decideLapse(toUser(row), now))
      }),
  }
}

/** Writes what a rule decided about a user. */
async function write(trx: Db, id: number, { user, removed }: UserChange<string>): Promise<void> {
  if (removed === 'user') {
    await trx.deleteFrom('users').where('id', '=', id).execute()
  } else if (user !== undefined) {
    const columns = { ...toUserColumns(user), ...(removed === 'key' && { user_key: '' }) }
    await trx.updateTable('users').set(columns).where('id', '=', id).execute()
  }
}

type UsersQuery = SelectQueryBuilder<Tables, 'users', UserRow>

function matching({ db, dialect }: StorageParts, projectRowId: number, filter: UserFilter): UsersQuery {
  const { key, chatId, identifier, search } = filter
  let query: UsersQuery = db.selectFrom('users').selectAll().where('project_id', '=', projectRowId)
  if (key !== undefined) query = query.where('user_key', '=', key).where(sql<boolean>`user_key <> ''`)
  if (chatId !== undefined) query = query.where('chat_id', '=', chatId).where(sql<boolean>`chat_id <> ''`)
  if (search !== undefined && search !== '') query = query.where(dialect.userHas(search))
  if (identifier === undefined) return query
  const onDevice = query.where('identifier', '=', identifier).where(sql<boolean>`identifier <> ''`)
  return query.where('id', '=', onDevice.clearSelect().select(sql<number>`max(id)`.as('id')))
}

async function countUsers(db: Db, accountRowId: number): Promise<number> {
  const { users } = await db
    .selectFrom('projects')
    .select(sumOf('user_count').as('users'))
    .where('account_id', '=', accountRowId)
    .executeTakeFirstOrThrow()
  return users
}
