import { expect, test } from 'vitest'
import { limitsOf, PLAN_CODES } from '../core/accounts/plans.ts'
import { pageOf } from './user-routes.ts'

test.each([
  [{}, 0, 100],
  [{ from: 5 }, 5, 105],
  [{ until: 3 }, 0, 3],
  [{ from: 2, until: 4 }, 2, 4],
  [{ from: 10, until: 1_010 }, 10, 1_010],
  [{ from: 10, until: 1_011 }, 10, 1_010],
  [{ until: 2 ** 31 - 1 }, 0, 1_000],
  [{ from: 4, until: 2 }, 4, 2],
])('%o asks for the users from %s until %s', (asked, from, until) => {
  expect(pageOf(asked)).toEqual({ from, until })
})

test('every plan has limits, and one that is not known allows nothing more', () => {
  for (const plan of PLAN_CODES) expect(limitsOf(plan).users).toBeGreaterThan(0)
  for (const plan of ['gold', '', 'toString', '__proto__']) {
    expect(limitsOf(plan)).toEqual({ scripts: 0, users: 0, obfuscations: 0 })
  }
})
