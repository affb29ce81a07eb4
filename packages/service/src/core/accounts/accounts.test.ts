import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSqliteStorage } from '../../modules.ts'
import { NOW } from '../../testing/records.ts'
import { createFailedAuthentications } from '../security/failed-authentications.ts'
import { createServiceKey } from '../security/seal.ts'
import { type ApiAccess, decideApiAccess } from './accounts.ts'

const TABLE: readonly [enabled: boolean, expiresAt: number, isAddressAllowed: boolean, access: ApiAccess][] =
  [
    [true, -1, true, 'granted'],
    [true, NOW + 1, true, 'granted'],
    [true, NOW, true, 'api-key-expired'],
    [true, NOW - 1, true, 'api-key-expired'],
    [true, -1, false, 'address-not-allowed'],
    [true, NOW, false, 'api-key-expired'],
    [false, -1, true, 'api-key-disabled'],
    [false, NOW, false, 'api-key-disabled'],
  ]

test.each(TABLE)('enabled %s, ends %s, address allowed %s: %s', (enabled, expiresAt, isAllowed, access) => {
  expect(decideApiAccess({ enabled, expiresAt }, isAllowed, NOW)).toBe(access)
})

test('ten failures are forgiven, the eleventh is not, until a quarter of an hour after the first', async () => {
  const storage = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  const failures = createFailedAuthentications(storage)
  const isSuspected = (who: string, second: number) => failures.isSuspected(who, NOW + second)
  for (let count = 1; count <= 10; count += 1) await failures.add('account', NOW + count)
  expect(await isSuspected('account', 10)).toBe(false)
  await failures.add('account', NOW + 11)
  expect(await isSuspected('account', 11)).toBe(true)
  expect(await isSuspected('other', 11)).toBe(false)
  expect(await isSuspected('account', 900)).toBe(true)
  expect(await isSuspected('account', 901)).toBe(false)
  await failures.add('account', NOW + 901)
  expect(await isSuspected('account', 901)).toBe(false)
  await storage.close()
})
