import { KEYS_COUNTED, KEYS_FOUND, type KeyState, SHORTEST_INDEXED_SEARCH } from '@latchkey/management'
import { type RawBuilder, sql } from 'kysely'
import { customersWith } from '../core/customer/customer-queries.ts'
import { linkedDevices } from '../core/license/devices.ts'
import {
  KEY_ENDS,
  NOT_REFUSED as NOT_REFUSED_SQL,
  STOPPED,
  UNUSED as UNUSED_SQL,
} from '../core/license/key-ends.ts'
import { having, licensesOf, withKeys } from '../core/license/license-queries.ts'
import { type LicenseRow, toLicense } from '../core/license/license-rows.ts'
import {
  anyOf,
  type Db,
  findProjectRow,
  type ProjectRowIds,
  SEARCHED_TEXTS,
  type StorageParts,
  startingWith,
} from '../core/storage/sql/access.ts'
import type { LicenseStorage, ListedLicense, SearchFilter, SearchPage, SearchResult } from './storage.ts'

type Sql = RawBuilder<unknown>

/** The number of a license, and the value by which the list is sorted. */
interface Sorted {
  readonly id: number
  readonly value: number
}

/** The rows to read: a FROM clause with its conditions, and the number of a license in it. */
interface Source {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly row: Sql
}

const ENDS = sql.raw(KEY_ENDS)
/**
 * `ENDS` where its index must not be used, because it would find too many rows that must be sorted:
 * the plus sign hides the column from the engine.
 */
const ENDS_BESIDE = sql.raw(`+${KEY_ENDS}`)
const UNUSED = sql.raw(UNUSED_SQL)
const NOT_REFUSED = sql.raw(NOT_REFUSED_SQL)

const inState = (state: KeyState, ends: Sql, now: number): Sql => {
  switch (state) {
    case 'banned':
      return sql`(banned = 1)`
    case 'stopped':
      return sql`(${sql.raw(STOPPED)})`
    case 'expired':
      return sql`(${NOT_REFUSED} and ${ends} <= ${now})`
    case 'unused':
      return sql`(${NOT_REFUSED} and ${UNUSED} and ${ends} > ${now})`
    case 'active':
      return sql`(${NOT_REFUSED} and not (${UNUSED}) and ${ends} > ${now})`
  }
}

function conditionsOf({ states, trial, endsFrom, endsBefore }: SearchFilter, ends: Sql, now: number): Sql[] {
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

const sortValue = (sort: SearchPage['sort'], row: Sql): Sql => {
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

/** Adds the customers to licenses. */
export async function toListed(db: Db, rows: readonly LicenseRow[]): Promise<readonly ListedLicense[]> {
  const customers = await customersWith(
    db,
    rows.map((row) => row.customer_id),
  )
  return rows.map((row) => ({
    row: row.id,
    license: toLicense(row),
    customer: customers.get(row.customer_id),
  }))
}

const isShort = (text: string): boolean => [...text].length < SHORTEST_INDEXED_SEARCH

/** Cuts a page out of everything that was found. */
function cut(
  found: readonly Sorted[],
  { descending, limit, after, from = 0 }: SearchPage,
): readonly Sorted[] {
  const sign = descending ? -1 : 1
  const compare = (a: Sorted, b: Sorted): number => sign * (a.value - b.value || a.id - b.id)
  const sorted = found.toSorted(compare)
  const isBeyond = (one: Sorted): boolean =>
    after === undefined || compare(one, { id: after.row, value: after.value }) > 0
  const rest = sorted.filter(isBeyond)
  return rest.slice(from, from + limit)
}

/** Reads a page in the order of an index, if there are more matches than are read at once. */
function pageOf(source: Source, { sort, descending, limit, after, from = 0 }: SearchPage): Sql {
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { row } = source
  const value = sortValue(sort, row)
  const conditions = [...source.conditions]
  if (after !== undefined && sort === 'created') conditions.push(sql`${row} ${beyond} ${after.row}`)
  if (after !== undefined && sort !== 'created') {
    // The first condition is redundant, but the index begins at it.
    conditions.push(
      sql`${value} ${beyond}= ${after.value}`,
      sql`(${value} ${beyond} ${after.value} or ${row} ${beyond} ${after.row})`,
    )
  }
  // SQLite's text index is only in the order of the number.
  const order = sort === 'created' ? [row] : [value, row]
  const rows = select(sql`${row} as id, ${value} as value`, { ...source, conditions })
  return sql`${rows} order by ${sql.join(order.map((by) => sql`${by} ${direction}`))}
    limit ${limit} offset ${from}`
}

/**
 * Finds and lists keys. A condition matches either few keys, which are all read and sorted,
 * or many: then a page of them is soon found in the order of an index.
 */
export function searchMethods({ db, reader, dialect }: StorageParts) {
  /**
   * Counts the rows of a source, up to `most`. `order`: the order in which they are counted.
   * Without it, the engine chooses.
   */
  const countOf = async (source: Source, most?: number, order = sql``): Promise<number> => {
    const limit = most === undefined ? sql`` : sql`${order} limit ${most}`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${select(sql`1`, source)} ${limit}) as found`.execute(reader)
    return rows[0]?.count ?? 0
  }

  const read = async (page: readonly Sorted[]): Promise<SearchResult['licenses']> => {
    const ids = page.map(({ id }) => id)
    const rows = await reader.selectFrom('licenses').selectAll().where('id', 'in', anyOf(ids)).execute()
    const licenses = new Map((await toListed(reader, rows)).map((one) => [one.row, one]))
    // A license may have been deleted since.
    return page.flatMap(({ id, value }) => {
      const license = licenses.get(id)
      return license === undefined ? [] : [{ ...license, place: { value, row: id } }]
    })
  }

  /**
   * Adds a search to a source: by the index, unless the other conditions leave few rows to compare.
   */
  const searched = async (source: Source, text: string, project: ProjectRowIds): Promise<Source> => {
    const contains = dialect.contains(text, SEARCHED_TEXTS)
    const conditions = [...source.conditions, contains]
    if (isShort(text)) {
      const newest = sql`(
        select * from licenses where project_id = ${project.id} order by id desc limit ${KEYS_COUNTED}) as licenses`
      return { ...source, from: newest, conditions }
    }
    const index = dialect.searchIndex(text)
    const customers = sql`select id from customers
      where account_id = ${project.account_id} and (
        ${startingWith(dialect.compared('email'), text)} or ${startingWith(dialect.compared('name'), text)})`
    const [customer] = (await sql`${customers} limit 1`.execute(reader)).rows
    if (customer !== undefined) {
      const ofProject = sql`licenses.project_id = ${project.id}`
      const either = sql`licenses.id in (
        select licenses.id from ${index?.from ?? sql`licenses`} where ${index?.matches ?? ofProject} and ${contains}
        union all select licenses.id from licenses where customer_id in (${customers}))`
      return { ...source, conditions: [...source.conditions, either] }
    }
    if (index === undefined) return { ...source, conditions }
    const isFew = source.conditions.length > 1 && (await countOf(source, KEYS_COUNTED + 1)) <= KEYS_COUNTED
    return isFew ? { ...source, conditions } : { ...index, conditions: [index.matches, ...conditions] }
  }

  return {
    async searchLicenses(projectId, filter, page, now) {
      const project = await reader
        .selectFrom('projects')
        .select(['id', 'account_id', 'license_count'])
        .where('public_id', '=', projectId)
        .executeTakeFirst()
      if (project === undefined) return { licenses: [], count: 0, isExact: true }
      const ofProject = sql`licenses.project_id = ${project.id}`
      const filtered = (ends: Sql): Source => ({
        from: sql`licenses`,
        conditions: [ofProject, ...conditionsOf(filter, ends, now)],
        row: sql`licenses.id`,
      })
      const { search = '' } = filter
      const isSearch = search !== ''
      const most = isSearch ? KEYS_FOUND : KEYS_COUNTED
      // Most unused keys have no end, so they are at the end of the index by end.
      const hasUnused = filter.states?.includes('unused') === true
      const all = filtered(hasUnused ? ENDS_BESIDE : ENDS)
      const isAll = !isSearch && all.conditions.length === 1
      const source = isSearch ? await searched(all, search, project) : all
      const count = isAll
        ? project.license_count
        : isSearch
          ? 0
          : await countOf(source, most + 1, hasUnused ? sql`order by licenses.id` : sql``)
      // An index has all keys of the project in this order.
      const isInOrder = isAll && (page.sort === 'created' || page.sort === 'ends')
      if (count <= most && !isInOrder) {
        const value = sortValue(page.sort, source.row)
        const rows = select(sql`${source.row} as id, ${value} as value`, source)
        const found = (await sql<Sorted>`${rows} limit ${most + 1}`.execute(reader)).rows
        if (found.length <= most) {
          const isExact = !isSearch || !isShort(search) || project.license_count <= KEYS_COUNTED
          return { licenses: await read(cut(found, page)), count: found.length, isExact }
        }
      }
      if (page.sort !== 'created' && (page.sort !== 'ends' || isSearch)) return 'too-many-to-sort'
      const isExact = isAll || (page.exact === true && !(isSearch && isShort(search)))
      const ordered = isSearch ? source : filtered(page.sort === 'ends' ? ENDS : ENDS_BESIDE)
      const { from = 0, limit, descending } = page
      // A position in the second half is nearer from the other end.
      const isFar = isAll && from > count / 2
      const rest = { limit: Math.min(limit, count - from), from: Math.max(0, count - from - limit) }
      const near = isFar ? { ...page, ...rest, descending: !descending } : page
      const rows = near.limit > 0 ? (await sql<Sorted>`${pageOf(ordered, near)}`.execute(reader)).rows : []
      return {
        licenses: await read(isFar ? rows.toReversed() : rows),
        count: isAll ? count : isExact ? await countOf(source) : most,
        isExact,
      }
    },

    async findLicense(projectId, by) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return undefined
      const found =
        'key' in by
          ? having(licensesOf(db, project), 'license_key', by.key)
          : licensesOf(db, project).where('id', '=', by.row)
      const row = await found.executeTakeFirst()
      if (row === undefined) return undefined
      const [listed = { row: row.id, license: toLicense(row) }] = await toListed(db, [row])
      const { license } = listed
      const { refusedDevice } = license.recorded
      const banOf = async (devices: readonly string[], isLinked: boolean) => {
        if (devices.length === 0) return undefined
        const further = db
          .selectFrom('linked_devices')
          .select('license_id')
          .where('project_id', '=', project.id)
          .where('identifier', 'in', devices)
        const ban = await licensesOf(db, project)
          .where('banned', '=', 1)
          .where('ban_only_key', '=', 0)
          .where((is) => is.or([is('identifier', 'in', devices), is('id', 'in', further)]))
          .where('id', '<>', row.id)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        return ban && { row: ban.id, license: toLicense(ban), isLinked }
      }
      const refused = refusedDevice === undefined ? [] : [refusedDevice]
      const deviceBan = (await banOf(linkedDevices(license), true)) ?? (await banOf(refused, false))
      return { ...listed, deviceBan }
    },

    async findLicenses(projectId, keys) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined || keys.length === 0) return []
      const rows = await withKeys(licensesOf(reader, project), keys).execute()
      return toListed(reader, rows)
    },
  } satisfies Partial<LicenseStorage>
}
