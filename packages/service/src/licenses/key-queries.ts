import { KEYS_COUNTED, KEYS_FOUND, type KeyState, SHORTEST_INDEXED_SEARCH } from '@latchkey/management'
import { type RawBuilder, sql } from 'kysely'
import { customersWith } from '../core/customer/customer-queries.ts'
import { linkedDevices } from '../core/license/devices.ts'
import { KEY_ENDS, UNUSED as UNUSED_SQL } from '../core/license/key-ends.ts'
import { having, usersOf, withKeys } from '../core/license/user-queries.ts'
import { toUser, type UserRow } from '../core/license/user-rows.ts'
import {
  anyOf,
  type Db,
  findProjectRow,
  type ProjectRowIds,
  SEARCHED_KEYS,
  type StorageParts,
  startingWith,
} from '../core/storage/sql/access.ts'
import type { KeyFilter, KeyPage, LicenseStorage, ListedKeys, ListedUser } from './storage.ts'

type Sql = RawBuilder<unknown>

/** The number of a user, and the value by which a list is sorted. */
interface Sorted {
  readonly id: number
  readonly value: number
}

/** Rows to read: a FROM clause with its conditions, and the number of a user in it. */
interface Source {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly row: Sql
}

const ENDS = sql.raw(KEY_ENDS)
/** The same for another order: an index would find too many keys that must be sorted. */
const ENDS_BESIDE = sql.raw(`+${KEY_ENDS}`)
const UNUSED = sql.raw(UNUSED_SQL)

const inState = (state: KeyState, ends: Sql, now: number): Sql => {
  switch (state) {
    case 'banned':
      return sql`(banned = 1)`
    case 'expired':
      return sql`(banned = 0 and ${ends} <= ${now})`
    case 'unused':
      return sql`(banned = 0 and ${UNUSED} and ${ends} > ${now})`
    case 'active':
      return sql`(banned = 0 and not (${UNUSED}) and ${ends} > ${now})`
  }
}

function conditionsOf({ states, trial, endsFrom, endsBefore }: KeyFilter, ends: Sql, now: number): Sql[] {
  const conditions: Sql[] = []
  if (states !== undefined) {
    const each = states.map((state) => inState(state, ends, now))
    conditions.push(sql`(${sql.join(each, sql` or `)})`)
  }
  if (trial !== undefined) conditions.push(sql`trial = ${trial ? 1 : 0}`)
  if (endsFrom !== undefined) conditions.push(sql`${ends} >= ${endsFrom} and auth_expire > 0`)
  if (endsBefore !== undefined) conditions.push(sql`${ends} < ${endsBefore}`)
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

/** Users with their customers. */
export async function toListed(db: Db, rows: readonly UserRow[]): Promise<readonly ListedUser[]> {
  const customers = await customersWith(
    db,
    rows.map((row) => row.customer_id),
  )
  return rows.map((row) => ({
    row: row.id,
    user: toUser(row),
    customer: customers.get(row.customer_id),
  }))
}

const isShort = (text: string): boolean => [...text].length < SHORTEST_INDEXED_SEARCH

/** A page of all that was found. */
function cut(found: readonly Sorted[], { descending, limit, after, from = 0 }: KeyPage): readonly Sorted[] {
  const sign = descending ? -1 : 1
  const compare = (a: Sorted, b: Sorted): number => sign * (a.value - b.value || a.id - b.id)
  const sorted = found.toSorted(compare)
  const isBeyond = (one: Sorted): boolean =>
    after === undefined || compare(one, { id: after.row, value: after.value }) > 0
  const rest = sorted.filter(isBeyond)
  return rest.slice(from, from + limit)
}

/** A page of more than is read at once, in the order of an index. */
function pageOf(source: Source, { sort, descending, limit, after, from = 0 }: KeyPage): Sql {
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { row } = source
  const value = sortValue(sort, row)
  const conditions = [...source.conditions]
  if (after !== undefined && sort === 'created') conditions.push(sql`${row} ${beyond} ${after.row}`)
  if (after !== undefined && sort !== 'created') {
    // The first condition is redundant, but an index begins at it.
    conditions.push(
      sql`${value} ${beyond}= ${after.value}`,
      sql`(${value} ${beyond} ${after.value} or ${row} ${beyond} ${after.row})`,
    )
  }
  // SQLite's text index has the order of the number alone.
  const order = sort === 'created' ? [row] : [value, row]
  const rows = select(sql`${row} as id, ${value} as value`, { ...source, conditions })
  return sql`${rows} order by ${sql.join(order.map((by) => sql`${by} ${direction}`))}
    limit ${limit} offset ${from}`
}

/**
 * Finds and lists keys. A condition matches either few keys, which are all read and sorted,
 * or many: then a page of them is soon found in the order of an index.
 */
export function keyMethods({ db, reader, dialect }: StorageParts) {
  /** `order`: of the rows that are counted, up to `most`. Without it, the engine chooses. */
  const countOf = async (source: Source, most?: number, order = sql``): Promise<number> => {
    const limit = most === undefined ? sql`` : sql`${order} limit ${most}`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${select(sql`1`, source)} ${limit}) as found`.execute(reader)
    return rows[0]?.count ?? 0
  }

  const read = async (page: readonly Sorted[]): Promise<ListedKeys['keys']> => {
    const ids = page.map(({ id }) => id)
    const rows = await reader.selectFrom('users').selectAll().where('id', 'in', anyOf(ids)).execute()
    const users = new Map((await toListed(reader, rows)).map((one) => [one.row, one]))
    // One may have been deleted since.
    return page.flatMap(({ id, value }) => {
      const user = users.get(id)
      return user === undefined ? [] : [{ ...user, place: { value, row: id } }]
    })
  }

  /** Adds a search to a source: by the index, unless the conditions leave few rows to compare. */
  const searched = async (source: Source, text: string, project: ProjectRowIds): Promise<Source> => {
    const contains = dialect.contains(text, SEARCHED_KEYS)
    const conditions = [...source.conditions, contains]
    if (isShort(text)) {
      const newest = sql`(
        select * from users where project_id = ${project.id} order by id desc limit ${KEYS_COUNTED}) as users`
      return { ...source, from: newest, conditions }
    }
    const index = dialect.searchIndex(text)
    const customers = sql`select id from customers
      where account_id = ${project.account_id} and ${startingWith(dialect.compared('email'), text)}`
    const [customer] = (await sql`${customers} limit 1`.execute(reader)).rows
    if (customer !== undefined) {
      const ofProject = sql`users.project_id = ${project.id}`
      const either = sql`users.id in (
        select users.id from ${index?.from ?? sql`users`} where ${index?.matches ?? ofProject} and ${contains}
        union all select users.id from users where customer_id in (${customers}))`
      return { ...source, conditions: [...source.conditions, either] }
    }
    if (index === undefined) return { ...source, conditions }
    const isFew = source.conditions.length > 1 && (await countOf(source, KEYS_COUNTED + 1)) <= KEYS_COUNTED
    return isFew ? { ...source, conditions } : { ...index, conditions: [index.matches, ...conditions] }
  }

  return {
    async searchKeys(projectId, filter, page, now) {
      const project = await reader
        .selectFrom('projects')
        .select(['id', 'account_id', 'user_count'])
        .where('public_id', '=', projectId)
        .executeTakeFirst()
      if (project === undefined) return { keys: [], count: 0, isExact: true }
      const ofProject = sql`users.project_id = ${project.id}`
      const filtered = (ends: Sql): Source => ({
        from: sql`users`,
        conditions: [ofProject, ...conditionsOf(filter, ends, now)],
        row: sql`users.id`,
      })
      const { search = '' } = filter
      const isSearch = search !== ''
      const most = isSearch ? KEYS_FOUND : KEYS_COUNTED
      // Most unused keys have no end, so they are the last ones in the index by end.
      const hasUnused = filter.states?.includes('unused') === true
      const all = filtered(hasUnused ? ENDS_BESIDE : ENDS)
      const isAll = !isSearch && all.conditions.length === 1
      const source = isSearch ? await searched(all, search, project) : all
      const count = isAll
        ? project.user_count
        : isSearch
          ? 0
          : await countOf(source, most + 1, hasUnused ? sql`order by users.id` : sql``)
      // An index has all keys of the project in this order.
      const isInOrder = isAll && (page.sort === 'created' || page.sort === 'ends')
      if (count <= most && !isInOrder) {
        const value = sortValue(page.sort, source.row)
        const rows = select(sql`${source.row} as id, ${value} as value`, source)
        const found = (await sql<Sorted>`${rows} limit ${most + 1}`.execute(reader)).rows
        if (found.length <= most) {
          const isExact = !isSearch || !isShort(search) || project.user_count <= KEYS_COUNTED
          return { keys: await read(cut(found, page)), count: found.length, isExact }
        }
      }
      if (page.sort !== 'created' && (page.sort !== 'ends' || isSearch)) return 'too-many-to-sort'
      const isExact = isAll || (page.exact === true && !(isSearch && isShort(search)))
      const ordered = isSearch ? source : filtered(page.sort === 'ends' ? ENDS : ENDS_BESIDE)
      const { from = 0, limit, descending } = page
      // A jump to the second half is shorter from the other end.
      const isFar = isAll && from > count / 2
      const rest = { limit: Math.min(limit, count - from), from: Math.max(0, count - from - limit) }
      const near = isFar ? { ...page, ...rest, descending: !descending } : page
      const rows = near.limit > 0 ? (await sql<Sorted>`${pageOf(ordered, near)}`.execute(reader)).rows : []
      return {
        keys: await read(isFar ? rows.toReversed() : rows),
        count: isAll ? count : isExact ? await countOf(source) : most,
        isExact,
      }
    },

    async findKey(projectId, by) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return undefined
      const found =
        'key' in by
          ? having(usersOf(db, project), 'user_key', by.key)
          : usersOf(db, project).where('id', '=', by.row)
      const row = await found.executeTakeFirst()
      if (row === undefined) return undefined
      const [listed = { row: row.id, user: toUser(row) }] = await toListed(db, [row])
      const { user } = listed
      const { refusedDevice } = user.recorded
      const banOf = async (devices: readonly string[], isLinked: boolean) => {
        if (devices.length === 0) return undefined
        const further = db
          .selectFrom('linked_devices')
          .select('user_id')
          .where('project_id', '=', project.id)
          .where('identifier', 'in', devices)
        const ban = await usersOf(db, project)
          .where('banned', '=', 1)
          .where('ban_only_key', '=', 0)
          .where((is) => is.or([is('identifier', 'in', devices), is('id', 'in', further)]))
          .where('id', '<>', row.id)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        return ban && { row: ban.id, user: toUser(ban), isLinked }
      }
      const refused = refusedDevice === undefined ? [] : [refusedDevice]
      const deviceBan = (await banOf(linkedDevices(user), true)) ?? (await banOf(refused, false))
      return { ...listed, deviceBan }
    },

    async findKeys(projectId, keys) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return []
      const rows = await withKeys(usersOf(reader, project), keys).execute()
      return toListed(reader, rows)
    },
  } satisfies Partial<LicenseStorage>
}
