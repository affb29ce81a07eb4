import { sql } from 'kysely'
import type { Origin } from '../core/event-log/events.ts'
import { changeEach, having, type UsersQuery, usersOf, withKeys } from '../core/license/user-queries.ts'
import { toUser, type UserRow } from '../core/license/user-rows.ts'
import type { User, UserChange } from '../core/license/users.ts'
import {
  type Db,
  findProjectRow,
  lockProjectRow,
  type ProjectRowIds,
  SEARCHED_USERS,
  type StorageParts,
  sumOf,
  USERS,
} from '../core/storage/sql/access.ts'
import type { LicenseStorage, Page, UserFilter } from './storage.ts'

const among = (query: UsersQuery, which: Parameters<LicenseStorage['changeUsers']>[1]): UsersQuery =>
  'keys' in which ? withKeys(query, which.keys) : query.where('id', 'in', [...which.rows])

export function userMethods(parts: StorageParts) {
  const { db, reader, dialect, transaction, longSnapshot } = parts

  /** Changes those of the users of a project that are found, in one transaction. */
  const change = <Outcome extends string>(
    projectId: string,
    find: (users: UsersQuery) => UsersQuery,
    decide: (user: User) => UserChange<Outcome>,
    by: Origin | undefined,
  ): Promise<readonly { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[]> =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      if (project === undefined) return []
      return changeEach(parts, trx, find(usersOf(trx, project)), decide, by)
    })
  const changeOne = async <Result extends string>(...one: Parameters<typeof change<Result>>) => {
    const [changed] = await change(...one)
    return changed?.outcome ?? 'no-such-user'
  }

  const searching = (query: UsersQuery, text: string): UsersQuery => {
    const index = dialect.searchIndex(text)
    const found = query.where(dialect.contains(text, SEARCHED_USERS))
    return index === undefined
      ? found
      : found.where(sql<boolean>`users.id in (select ${index.row} from ${index.from} where ${index.matches})`)
  }

  const matching = (project: ProjectRowIds, filter: UserFilter): UsersQuery => {
    const { key, chatId, identifier, search } = filter
    let query = usersOf(reader, project)
    if (key !== undefined) query = having(query, 'user_key', key)
    if (chatId !== undefined) query = having(query, 'chat_id', chatId)
    if (search !== undefined && search !== '') query = searching(query, search)
    if (identifier === undefined) return query
    const further = reader
      .selectFrom('linked_devices')
      .select('user_id as id')
      .where('project_id', '=', project.id)
      .where('identifier', '=', identifier)
    const first = having(usersOf(reader, project), 'identifier', identifier).clearSelect().select('id')
    const onDevice = query.where('id', 'in', first.unionAll(further))
    return query.where('id', '=', onDevice.clearSelect().select(sql<number>`max(id)`.as('id')))
  }

  /**
   * A page of all users. The index passes over those before it, or those behind it when they are
   * fewer: at most half of the users, without their rows.
   */
  const pageOfAll = (project: ProjectRowIds, { from, until }: Page): Promise<readonly UserRow[]> =>
    longSnapshot(async (trx) => {
      const { user_count: count } = await trx
        .selectFrom('projects')
        .select('user_count')
        .where('id', '=', project.id)
        .executeTakeFirstOrThrow()
      const last = Math.min(until, count)
      if (last <= from) return []
      const isFar = from > count / 2
      const ids = trx
        .selectFrom('users')
        .select('id')
        .where('project_id', '=', project.id)
        .orderBy('id', isFar ? 'desc' : 'asc')
        .limit(last - from)
        .offset(isFar ? count - last : from)
      return trx.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
    })

  return {
    async listUsers(projectId, filter, page) {
      const { from, until } = page
      const project = await findProjectRow(db, projectId)
      if (project === undefined || until <= from) return []
      const { search = '', ...exact } = filter
      const isAll = search === '' && Object.values(exact).every((value) => value === undefined)
      const rows = isAll
        ? await pageOfAll(project, page)
        : await matching(project, filter)
            .orderBy('id')
            .limit(until - from)
            .offset(from)
            .execute()
      return rows.map(toUser)
    },

    changeUser: (projectId, key, decide, by) =>
      changeOne(projectId, (users) => having(users, 'user_key', key), decide, by),
    changeBannedUser: (projectId, token, decide, by) =>
      changeOne(projectId, (users) => having(users, 'unban_token', token), decide, by),
    changeUsers: (projectId, which, decide, by) =>
      change(projectId, (users) => among(users, which), decide, by),
  } satisfies Partial<LicenseStorage>
}

/** Of the project's account, without the trials. */
export async function countUsers(db: Db, { account_id }: ProjectRowIds): Promise<number> {
  const { users } = await db
    .selectFrom('projects')
    .select(sumOf(USERS).as('users'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return users
}
