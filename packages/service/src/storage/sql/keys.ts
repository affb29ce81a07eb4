import {
  KEYS_COUNTED,
  KEYS_FOUND,
  type KeyState,
  keyIdOf,
  SHORTEST_INDEXED_SEARCH,
} from '@latchkey/management'
import { type RawBuilder, sql } from 'kysely'
import { eventOf } from '../../domain/events.ts'
import type { KeyFilter, KeyPage, Storage } from '../storage.ts'
import { findProjectRow, lockProjectRow, type StorageParts } from './access.ts'
import { toEventRow, toUser, toUserRow, type UserRow } from './rows.ts'
import { KEY_ENDS } from './tables.ts'
import { countUsers, having, usersOf, write } from './users.ts'

type Sql = RawBuilder<unknown>

/** Rows to read: a FROM clause with its conditions, and the number of a user in it. */
interface Source {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly row: Sql
}

/** Twenty columns each: SQLite takes 32,766 values in a statement. */
const ROWS_PER_INSERT = 500

const ENDS = sql.raw(KEY_ENDS)
const UNUSED = sql`status = 'reset' and last_reset = 0`

const inState = (state: KeyState, now: number): Sql => {
  switch (state) {
    case 'banned':
      return sql`(banned = 1)`
    case 'expired':
      return sql`(banned = 0 and ${ENDS} <= ${now})`
    case 'unused':
      return sql`(banned = 0 and ${UNUSED} and ${ENDS} > ${now})`
    case 'active':
      return sql`(banned = 0 and not (${UNUSED}) and ${ENDS} > ${now})`
  }
}

function conditionsOf({ states, endsFrom, endsBefore }: KeyFilter, now: number): Sql[] {
  const conditions: Sql[] = []
  if (states !== undefined) {
    const each = states.map((state) => inState(state, now))
    conditions.push(sql`(${sql.join(each, sql` or `)})`)
  }
  if (endsFrom !== undefined) conditions.push(sql`${ENDS} >= ${endsFrom} and auth_expire > 0`)
  if (endsBefore !== undefined) conditions.push(sql`${ENDS} < ${endsBefore}`)
  return conditions
}

const sortValue = (sort: KeyPage['sort'], row: Sql): Sql => {
  switch (sort) {
    case 'created':
      return row
    case 'ends':
      return ENDS
    case 'last_reset':
      return sql`last_reset`
    case 'executions':
      return sql`total_executions`
  }
}

const select = (columns: Sql, { from, conditions }: Source): Sql =>
  sql`select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}`

/** One page of what `value` and `id` are in, after a place or from a position on. */
function pageOf(rows: Sql, value: Sql, id: Sql, { descending, limit, after, from = 0 }: KeyPage): Sql {
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const isAfter =
    after === undefined
      ? sql``
      : // Two conditions, so that an index begins at the value.
        sql` and ${value} ${beyond}= ${after.value}
          and (${value} ${beyond} ${after.value} or ${id} ${beyond} ${after.row})`
  return sql`${rows} ${isAfter} order by ${value} ${direction}, ${id} ${direction}
    limit ${limit} offset ${from}`
}

/**
 * Lists and changes many keys. A query either finds few keys, which are all read and sorted, or
 * many: then a page of them is soon found in the order of an index.
 */
export function keyMethods(parts: StorageParts) {
  const { db, dialect, transaction, flushCounts } = parts

  const countOf = async (source: Source, most?: number): Promise<number> => {
    const limit = most === undefined ? sql`` : sql`limit ${most}`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${select(sql`1`, source)} ${limit}) as found`.execute(db)
    return rows[0]?.count ?? 0
  }

  /** Adds a search to a source: by the index, unless the conditions leave few rows to compare. */
  const searched = async (source: Source, text: string, projectRow: number): Promise<Source> => {
    const conditions = [...source.conditions, dialect.contains(text)]
    if ([...text].length < SHORTEST_INDEXED_SEARCH) {
      const newest = sql`users.id in (
        select id from users where project_id = ${projectRow} order by id desc limit ${KEYS_COUNTED})`
      return { ...source, conditions: [...conditions, newest] }
    }
    const index = dialect.searchIndex(text)
    if (index === undefined) return { ...source, conditions }
    const isFew = source.conditions.length > 1 && (await countOf(source, KEYS_COUNTED + 1)) <= KEYS_COUNTED
    if (isFew) return { ...source, conditions }
    return { ...index, conditions: [index.matches, ...conditions] }
  }

  return {
    async searchKeys(projectId, filter, page, now) {
      await flushCounts()
      const project = await db
        .selectFrom('projects')
        .select(['id', 'user_count'])
        .where('public_id', '=', projectId)
        .executeTakeFirst()
      if (project === undefined) return { keys: [], count: 0, isExact: true }
      const ofProject = sql`users.project_id = ${project.id}`
      const filtered: Source = {
        from: sql`users`,
        conditions: [ofProject, ...conditionsOf(filter, now)],
        row: sql`users.id`,
      }
      const { search = '' } = filter
      const isSearch = search !== ''
      const isAll = !isSearch && filtered.conditions.length === 1
      const most = isSearch ? KEYS_FOUND : KEYS_COUNTED
      const source = isSearch ? await searched(filtered, search, project.id) : filtered
      const few = isAll ? project.user_count : await countOf(source, most + 1)
      const isFew = few <= most
      const hasIndex = page.sort === 'created' || (page.sort === 'ends' && !isSearch)
      if (!isFew && !hasIndex) return 'too-many-to-sort'

      const value = sortValue(page.sort, source.row)
      const rows = select(sql`${source.row} as id, ${value} as value`, source)
      const ofPage = isFew
        ? sql`with found as materialized (${rows})
            ${pageOf(sql`select id, value from found where true`, sql`value`, sql`id`, page)}`
        : pageOf(rows, value, source.row, page)
      const direction = page.descending ? sql`desc` : sql`asc`
      const { rows: users } = await sql<UserRow & { value: number }>`
        select users.*, page.value from (${ofPage}) as page cross join users
        where users.id = page.id order by page.value ${direction}, page.id ${direction}`.execute(db)

      const isShort = isSearch && [...search].length < SHORTEST_INDEXED_SEARCH
      const isCounted = isAll || (isFew && !(isShort && project.user_count > KEYS_COUNTED))
      const isExact = isCounted || (page.exact === true && !isShort)
      return {
        keys: users.map((row) => ({
          row: row.id,
          user: toUser(row),
          place: { value: row.value, row: row.id },
        })),
        count: isFew || isAll ? few : isExact ? await countOf(source) : most,
        isExact,
      }
    },

    async findKey(projectId, by) {
      await flushCounts()
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return undefined
      const found =
        'key' in by
          ? usersOf(db, project).where('user_key', '=', by.key).where(sql<boolean>`user_key <> ''`)
          : usersOf(db, project).where('id', '=', by.row)
      const row = await found.executeTakeFirst()
      if (row === undefined) return undefined
      const ban = await having(usersOf(db, project), 'identifier', row.identifier)
        .where('banned', '=', 1)
        .where('id', '<>', row.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { row: row.id, user: toUser(row), deviceBan: ban && { row: ban.id, user: toUser(ban) } }
    },

    createUsers: (projectId, users, { mostUsers, by } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        const free = mostUsers === undefined ? users.length : mostUsers - (await countUsers(trx, project))
        if (free < users.length) return 'too-many-users'
        for (let start = 0; start < users.length; start += ROWS_PER_INSERT) {
          const some = users.slice(start, start + ROWS_PER_INSERT)
          const rows = await trx
            .insertInto('users')
            .values(some.map((user) => toUserRow(user, project.id)))
            .returning(['id', 'user_key'])
            .execute()
          if (by === undefined) continue
          const events = rows.map(({ id: userRow, user_key }) =>
            toEventRow({
              projectRow: project.id,
              userRow,
              event: eventOf('created', 'key', keyIdOf(user_key), by),
            }),
          )
          await trx.insertInto('events').values(events).execute()
        }
        return 'created'
      }),

    changeUsers: (projectId, which, decide, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return []
        const query =
          'keys' in which
            ? usersOf(trx, project)
                .where('user_key', 'in', [...which.keys])
                .where(sql<boolean>`user_key <> ''`)
            : usersOf(trx, project).where('id', 'in', [...which.rows])
        // In this order, as key checks lock them, so that the two do not wait for each other.
        const rows = await dialect.locked(query.orderBy('id'), 'users').execute()
        const outcomes = []
        for (const row of rows) {
          const change = decide(toUser(row))
          await write(trx, row, change, by)
          outcomes.push({ key: row.user_key, outcome: change.outcome })
        }
        return outcomes
      }),
  } satisfies Partial<Storage>
}
