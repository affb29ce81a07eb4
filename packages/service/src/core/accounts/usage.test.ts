import { describe, expect, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { executionsByHour, firstHourShown, obfuscationPeriod } from './usage.ts'

const HOUR = NOW / 3_600
const second = (text: string): number => Date.parse(text) / 1_000

describe('executions by hour', () => {
  test.each([
    ['the hour under way', HOUR, 167],
    ['the hour before', HOUR - 1, 166],
    ['the oldest hour', HOUR - 167, 0],
    ['an hour too old', HOUR - 168, undefined],
    ['an hour to come', HOUR + 1, undefined],
  ])('have %s in its place', (_what, hour, place) => {
    const expected = Array<number>(168).fill(0)
    if (place !== undefined) expected[place] = 7
    expect(executionsByHour([{ hour, executions: 7 }], NOW)).toEqual(expected)
  })

  test('keep their hour until its last second', () => {
    expect(executionsByHour([{ hour: HOUR, executions: 7 }], NOW + 3_599).at(-1)).toBe(7)
    expect(executionsByHour([{ hour: HOUR, executions: 7 }], NOW + 3_600).at(-2)).toBe(7)
    expect(firstHourShown(NOW + 3_599)).toBe(HOUR - 167)
  })
})

test.each([
  ['2027-01-15T08:00:00Z', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'],
  ['2027-02-01T00:00:00Z', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z'],
  ['2027-12-31T23:59:59Z', '2027-12-01T00:00:00Z', '2028-01-01T00:00:00Z'],
])('at %s obfuscations count from %s to %s', (now, since, resetAt) => {
  expect(obfuscationPeriod(second(now))).toEqual({ since: second(since), resetAt: second(resetAt) })
})
