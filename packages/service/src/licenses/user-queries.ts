import { type SelectQueryBuilder, sql } from 'kysely'
import type { GroupEffects } from '../checks/check-group.ts'
import { byService, eventsOfChange, type Origin } from '../core/events/events.ts'
import { addKeyEvents } from '../core/events/key-event-queries.ts'
import { decideLapse } from '../core/license/bans.ts'
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
import { toUser, toUserColumns, type UserRow } from '../core/storage/sql/rows.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import type { Page, Storage, UserFilter } from '../core/storage/storage.ts'

type UniqueColumn = 'user_key' | 'chat_id' | 'unban_token'
type UsersQuery = SelectQueryBuilder<Tables, 'users', UserRow>

export const usersOf = (db: Db, { id }: Pick<ProjectRowIds, 'id'>): UsersQuery =>
  db.selectFrom('users').selectAll().where('project_id', '=', id)

/**
 * An empty value finds nothing: it means that nothing is linked. The second condition is redundant,
 * but needed for the partial indexes.
 */
export const having = (query: UsersQuery, column: UniqueColumn | 'identifier', value: string): UsersQuery =>
  query.where(column, '=', value).where(sql<boolean>`${sql.ref(column)} <> ''`)

/** The second condition is redundant, but needed for the partial index. */
export const withKeys = (query: UsersQuery, keys: readonly string[]) =>
  query.where('user_key', 'in', [...keys]).where(sql<boolean>`user_key <> ''`)

const among = (query: UsersQuery, which: Parameters<Storage['changeUsers']>[1]): UsersQuery =>
  'keys' in which ? withKeys(query, which.keys) : query.where('id', 'in', [...which.rows])

export const findBy = (db: Db, project: Pick<ProjectRowIds, 'id'>, column: UniqueColumn, value: string) =>
  having(usersOf(db, project), column, value).executeTakeFirst()

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

    async lapseBans(now) {
      const endedIn = (on: Db) =>
        on
          .selectFrom('users')
          // From 0 on, so that the index passes over the bans without an end (-1).
          .where(sql<boolean>`banned = 1 and ban_expire between 0 and ${now}`)
      // Nearly always there is none, and a transaction would write and wait for the disk.
      if ((await endedIn(db).select('id').limit(1).executeTakeFirst()) === undefined) return
      await transaction((trx) =>
        changeEach(parts, trx, endedIn(trx).selectAll(), (user) => decideLapse(user, now), byService(now)),
      )
    },
  } satisfies Partial<Storage>
}

/** Locks users, and changes each by a rule. */
export async function changeEach<Outcome extends string>(
  { dialect }: Pick<StorageParts, 'dialect'>,
  trx: Db,
  users: UsersQuery,
  decide: (user: User) => UserChange<Outcome>,
  by: Origin | undefined,
) {
  const outcomes: { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[] = []
  const events: GroupEffects['events'][number][] = []
  // In this order, as key checks lock them, so that the two do not wait for each other.
  for (const row of await dialect.locked(users.orderBy('id'), 'users').execute()) {
    const change = decide(toUser(row))
    const chatId = change.user?.chatId ?? row.chat_id
    const isNew = chatId !== row.chat_id
    const holder = isNew && (await findBy(trx, { id: row.project_id }, 'chat_id', chatId))
    if (!holder) {
      await write(trx, row, change)
      for (const event of by === undefined ? [] : eventsOfChange(toUser(row), change, by)) {
        events.push({ projectRow: row.project_id, userRow: row.id, event })
      }
    }
    outcomes.push({ key: row.user_key, outcome: holder ? 'chat-id-taken' : change.outcome })
  }
  await addKeyEvents(trx, events)
  return outcomes
}

/** Writes what a rule decided about a user. */
async function write(trx: Db, row: UserRow, { user, removed }: UserChange<string>): Promise<void> {
  const { id, project_id } = row
  // It is no key of a trial any longer.
  if (row.trial === 1 && (removed !== undefined || user?.trial === false)) {
    await trx
      .updateTable('trials')
      .set({ user_key: '' })
      .where('project_id', '=', project_id)
      .where('user_key', '=', row.user_key)
      .where(sql<boolean>`user_key <> ''`)
      .execute()
  }
  if (removed === 'user') {
    await trx.deleteFrom('users').where('id', '=', id).execute()
  } else if (user !== undefined) {
    const columns = { ...toUserColumns(user), ...(removed === 'key' && { user_key: '' }) }
    await trx.updateTable('users').set(columns).where('id', '=', id).execute()
  }
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
