import type { KeyQuery, KeySort, KeyState } from '@latchkey/management'

// The lists of @latchkey/management would bring TypeBox into the page.
/** The states of a key that the table shows and filters by. */
export const KEY_STATES = ['active', 'unused', 'expired', 'stopped', 'banned'] as const satisfies KeyState[]
/** What the table can be sorted by. */
const KEY_SORTS = ['created', 'ends', 'last_reset', 'executions'] as const satisfies KeySort[]

/**
 * What the table shows, as it is in the page's address, so that back and a bookmark work. It is in
 * the fragment: what somebody searches for never reaches a proxy's log.
 */
export interface KeysSearch {
  /** A part of the key, one of the notes, the device or the chat ID. */
  readonly q?: string
  readonly state?: readonly KeyState[]
  /** Show only trials. */
  readonly trial?: true
  /** The first and the last day on which the keys end, such as `2026-11-22`. */
  readonly from?: string
  readonly to?: string
  /** Default: the newest first. */
  readonly sort?: KeySort
  readonly order?: 'asc' | 'desc'
  /** The number of the page, from 2. It is absent for the first page. */
  readonly page?: number
}

/** The number of keys on a page. */
export const PAGE_SIZE = 100
const SEARCH_LENGTH = 256
/**
 * A limit above any database. The positions of its keys stay below the largest that the API
 * accepts.
 */
const MOST_PAGES = 20_000_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads an address that somebody may have typed. What is not known is left out. */
export function readKeysSearch(address: Readonly<Record<string, unknown>>): KeysSearch {
  const { q, state, trial, from, to, sort, order, page } = address
  const states = KEY_STATES.filter((name) => Array.isArray(state) && state.includes(name))
  return {
    // The router reads a search that has only digits as a number.
    ...(isText(q) || typeof q === 'number' ? { q: String(q).slice(0, SEARCH_LENGTH) } : {}),
    ...(states.length > 0 && states.length < KEY_STATES.length && { state: states }),
    ...(trial === true && { trial }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(KEY_SORTS.includes(sort as KeySort) && { sort: sort as KeySort }),
    ...((order === 'asc' || order === 'desc') && { order }),
    ...(Number.isInteger(page) && Number(page) > 1 && Number(page) < MOST_PAGES && { page: Number(page) }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))

/** Whether something narrows the list. An empty list then means "no match", not "no key yet". */
export const isFiltered = ({ q, state, trial, from, to }: KeysSearch): boolean =>
  [q, state, trial, from, to].some((condition) => condition !== undefined)

/** The filter for the API, in a list and in a change of all that match. */
export function filterOf({
  q,
  state,
  trial,
  from,
  to,
}: KeysSearch): Pick<KeyQuery, 'search' | 'state' | 'trial' | 'ends_after' | 'ends_before'> {
  return {
    ...(q !== undefined && { search: q }),
    ...(state !== undefined && { state: state.join(',') }),
    ...(trial !== undefined && { trial }),
    ...(from !== undefined && { ends_after: startOfDay(from) }),
    ...(to !== undefined && { ends_before: startOfDay(to, 1) }),
  }
}

/** The filter and the order of a list, for the API. */
export function listOf(search: KeysSearch): ReturnType<typeof filterOf> & Pick<KeyQuery, 'sort' | 'order'> {
  const { sort, order } = search
  return {
    ...filterOf(search),
    ...(sort !== undefined && { sort }),
    ...(order !== undefined && { order }),
  }
}

/** Unix seconds at which a day begins where the person is; `add` days later. */
export function startOfDay(day: string, add = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date + add).getTime() / 1000)
}

/** The day of a date where the person is, `add` days later, such as `2026-11-22`. */
export function dayOf(date: Date, add = 0): string {
  const moved = new Date(date.getFullYear(), date.getMonth(), date.getDate() + add)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${moved.getFullYear()}-${two(moved.getMonth() + 1)}-${two(moved.getDate())}`
}
