import { expect, test } from 'vitest'
import { readCoveredSince } from './covered-since.ts'

const NOW = Date.UTC(2026, 10, 24, 12, 0, 0, 500)

test.each([
  ['', Math.floor(NOW / 1000)],
  ['2026-06-02', Date.UTC(2026, 5, 2) / 1000],
  ['2026-06-02T10:00:00Z', Date.UTC(2026, 5, 2, 10) / 1000],
  ['2026-06-02T10:00Z', Date.UTC(2026, 5, 2, 10) / 1000],
])('reads %j', (text, second) => {
  expect(readCoveredSince(text, NOW)).toBe(second)
})

test.each(['yesterday', '2026-13-01', '02.06.2026', '2026-06-02 10:00', '1780000000'])(
  'refuses %j',
  (text) => {
    expect(readCoveredSince(text, NOW)).toMatch(/must be a date such as/)
  },
)

test('refuses a date in the future', () => {
  expect(readCoveredSince('2026-11-25', NOW)).toMatch(/no license would cover the version/)
})
