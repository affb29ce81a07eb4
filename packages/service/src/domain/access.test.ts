import { expect, test } from 'vitest'
import { NOW } from '../testing/records.ts'
import { type ApiAccess, judgeApiAccess } from './api-access.ts'
import { createFailedAuthentications } from './failed-authentications.ts'

const TABLE: readonly [enabled: boolean, expiresAt: number, isAddressAllowed: boolean, access: ApiAccess][] =
  [
    [true, -1, true, 'granted'],
    [true, NOW + 1, true, 'granted'],
    [true, NOW, true, 'expired'],
    [true, NOW - 1, true, 'expired'],
    [true, -1, false, 'address-not-allowed'],
    [true, NOW, false, 'expired'],
    [false, -1, true, 'disabled'],
    [false, NOW, false, 'disabled'],
  ]

test.each(TABLE)('enabled %s, ends %s, address allowed %s: %s', (enabled, expiresAt, isAllowed, access) => {
  expect(judgeApiAccess({ enabled, expiresAt }, isAllowed, NOW)).toBe(access)
})

test('ten failures are forgiven, the eleventh is not, until a quarter of an hour after the first', () => {
  const failures = createFailedAuthentications()
  for (let count = 1; count <= 10; count += 1) failures.add('account', NOW + count)
  expect(failures.isSuspected('account', NOW + 10)).toBe(false)
  failures.add('account', NOW + 11)
  expect(failures.isSuspected('account', NOW + 11)).toBe(true)
  expect(failures.isSuspected('other', NOW + 11)).toBe(false)
  expect(failures.isSuspected('account', NOW + 900)).toBe(true)
  expect(failures.isSuspected('account', NOW + 901)).toBe(false)
  failures.add('account', NOW + 901)
  expect(failures.isSuspected('account', NOW + 901)).toBe(false)
})
