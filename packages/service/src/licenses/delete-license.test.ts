import { keyIdOf } from '@latchkey/management'
import { expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, testLicense } from '../testing/records.ts'
import { decideDelete } from './change-license.ts'

test.each([
  ['unassigned', {}, 'license'],
  ['linked', linkedTo(DEVICE), 'license'],
  ['banned until now', banned({ banExpire: NOW }), 'license'],
  ['banned for a while', banned({ banExpire: NOW + 1 }), 'key'],
  ['banned for good', banned(), 'key'],
] as const)('of a license that is %s, the %s goes', (_what, changes, removed) => {
  expect(decideDelete(testLicense(changes), NOW)).toMatchObject({ outcome: 'deleted', removed })
})

test('a banned license stays with the ban and the device, and with the ID of its key alone', () => {
  const license = testLicense({
    ...linkedTo(DEVICE),
    ...banned(),
    authExpire: NOW + 5,
    keyDays: 3,
    chatId: 'chat',
  })
  expect(decideDelete(license, NOW).license).toEqual({
    ...license,
    status: 'banned',
    identifierType: '',
    authExpire: 0,
    keyDays: 0,
    recorded: { keyId: keyIdOf(license.key) },
  })
})
