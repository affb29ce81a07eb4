import type { Overview } from '@latchkey/management'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFormats } from '../messages/formats.ts'
import { localDays, plotOfActive, plotOfEnds, plotOfHours, plotOfRefusals, plotOfSales } from './plots.ts'
import { OVERVIEW } from './texts.ts'

const HOUR = 3_600
/** Saturday, 24 October 2026, 00:00 in Berlin. The next day has 25 hours there. */
const BEFORE_CHANGE = Date.UTC(2026, 9, 23, 22) / 1_000
const f = createFormats('en-GB', 'Europe/Berlin')

const zone = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const ones = (length: number): number[] => Array.from({ length }, () => 1)

test('hours belong to the day of the person, also when clocks change', () => {
  const days = localDays(BEFORE_CHANGE + 22 * HOUR, 30)
  expect(days.map(({ day, places }) => [day, places.length])).toEqual([
    ['2026-10-24', 2],
    ['2026-10-25', 25],
    ['2026-10-26', 3],
  ])
})

test('a plot of hours names each, and has a tick where a day begins', () => {
  const hours = { since: BEFORE_CHANGE + 23 * HOUR, executions: ones(30), attacks_blocked: ones(30) }
  const { names, ticks } = plotOfHours(hours, 'Checks', hours.executions, f)
  expect(names.slice(0, 2)).toEqual(['Sat 24 Oct, 23:00', 'Sun 25 Oct, 00:00'])
  expect(ticks).toEqual([
    { place: 1, label: 'Sun' },
    { place: 26, label: 'Mon' },
  ])
})

const refused = (codes: readonly string[]): Pick<Overview, 'hours' | 'refusals'> => ({
  hours: { since: BEFORE_CHANGE, executions: ones(49), attacks_blocked: ones(49) },
  refusals: codes.map((code) => ({ code, hours: ones(49) })),
})

test('five reasons have a line each, and of more, the last ones share one', () => {
  const codes = ['KEY_EXPIRED', 'KEY_BANNED', 'TIME_ERROR', 'KEY_INCORRECT', 'NEW_CODE', 'KEY_INVALID']
  const names = ['Expired', 'Banned', 'Clock is wrong', 'No such key']
  const five = plotOfRefusals(refused(codes.slice(0, 5)), OVERVIEW.en.refusals, f)
  expect(five.series.map(({ name }) => name)).toEqual([...names, 'NEW_CODE'])
  const six = plotOfRefusals(refused(codes), OVERVIEW.en.refusals, f)
  expect(six.series.map(({ name }) => name)).toEqual([...names, 'Other reasons'])
  expect(six.series.map(({ values }) => values)).toEqual([...names.map(() => [24, 25]), [48, 50]])
})

test('active users have the days of UTC, and ends those of the person, today and 30 more', () => {
  const midnight = Date.UTC(2026, 9, 24) / 1_000
  const active = plotOfActive({ since: midnight, active_users: ones(30) }, 'Active users', f)
  expect([active.names[0], active.names.at(-1)]).toEqual(['Sat 24 Oct', 'Sun 22 Nov'])
  const { plot, days } = plotOfEnds({ since: BEFORE_CHANGE + 20 * HOUR, keys: ones(768) }, 'Keys', f)
  expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-10-24', '2026-11-23'])
  expect(plot.series[0]?.values.slice(0, 3)).toEqual([4, 25, 24])
})

test('weeks of sales begin on Mondays (UTC), and those without any are 0', () => {
  const monday = Date.UTC(2026, 10, 23) / 1_000
  const weeks = [
    { from: monday - 7 * 24 * HOUR, sales: 2, renewals: 1, refunds: 0 },
    { from: monday, sales: 3, renewals: 0, refunds: 1 },
  ]
  for (const now of [monday, monday + 7 * 24 * HOUR - 1]) {
    const { names, series } = plotOfSales(weeks, now, OVERVIEW.en.sales.series, f)
    expect(names.slice(-2)).toEqual(['Mon 16 Nov', 'Mon 23 Nov'])
    expect(series.map(({ name, values }) => [name, values.length, ...values.slice(-3)])).toEqual([
      ['Sales', 12, 0, 2, 3],
      ['Renewals', 12, 0, 1, 0],
      ['Refunds', 12, 0, 0, 1],
    ])
  }
})
