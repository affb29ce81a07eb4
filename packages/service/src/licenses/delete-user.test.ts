import { keyIdOf } from '@latchkey/management'
import { expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, testUser } from '../testing/records.ts'
import { decideDelete } from './change-user.ts'

test.each([
  ['unassigned', {}, 'user'],
  ['linked', linkedTo(DEVICE), 'user'],
  ['banned until now', banned({ banExpire: NOW }), 'user'],
  ['banned for a while', banned({ banExpire: NOW + 1 }), 'key'],
  ['banned for good', banned(), 'key'],
] as const)('of a user who is %s, the %s goes', (_what, changes, removed) => {
  expect(decideDelete(testUser(changes), NOW)).toMatchObject({ outcome: 'deleted', removed })
})

test('a banned user stays with the ban and the device, and with the ID of its key alone', () => {
  const user = testUser({ ...linkedTo(DEVICE), ...banned(), authExpire: NOW + 5, keyDays: 3, chatId: 'chat' })
  expect(decideDelete(user, NOW).user).toEqual({
    ...user,
    status: 'banned',
    identifierType: '',
    authExpire: 0,
    keyDays: 0,
    recorded: { keyId: keyIdOf(user.key) },
  })
})
