import { expect, test } from 'vitest'
import { dayOf, filterOf, isFiltered, readKeysSearch, startOfDay } from './keys-search.ts'

test('keeps what it knows of an address and leaves out the rest', () => {
  const full = { q: 'ada', state: ['unused', 'banned'], from: '2026-11-01', to: '2026-11-30' }
  const place = { sort: 'ends', order: 'asc', page: 7 }
  expect(readKeysSearch({ ...full, ...place })).toEqual({ ...full, ...place })
  expect(
    readKeysSearch({
      q: '',
      state: ['broken'],
      from: 'now',
      to: '2026-99-99',
      sort: 'note',
      order: 1,
      page: 1,
      x: 1,
    }),
  ).toEqual({})
})

test('reads a search of digits, and cuts one that no note can contain', () => {
  expect(readKeysSearch({ q: 42 })).toEqual({ q: '42' })
  expect(readKeysSearch({ q: 'x'.repeat(300) }).q).toHaveLength(256)
})

test('takes all states as no filter', () => {
  expect(readKeysSearch({ state: ['active', 'unused', 'expired', 'stopped', 'banned'] })).toEqual({})
  expect(isFiltered(readKeysSearch({ sort: 'ends' }))).toBe(false)
  expect(isFiltered(readKeysSearch({ state: ['banned'] }))).toBe(true)
})

test('a day begins at midnight here, across months and changes of the clock', () => {
  const day = dayOf(new Date(2026, 10, 29, 23, 59), 3)
  expect(day).toBe('2026-12-02')
  expect(startOfDay(day)).toBe(new Date(2026, 11, 2).getTime() / 1000)
  expect(dayOf(new Date(startOfDay('2027-03-27', 2) * 1000))).toBe('2027-03-29')
})

test('asks for keys that end on a day until its last second', () => {
  const filter = filterOf({ q: 'ada', state: ['unused', 'banned'], from: '2026-11-22', to: '2026-11-22' })
  expect(filter).toMatchObject({ search: 'ada', state: 'unused,banned' })
  expect((filter.ends_before ?? 0) - (filter.ends_after ?? 0)).toBe(86_400)
})
