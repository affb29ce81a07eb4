import { expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testUser } from '../testing/records.ts'
import { decideReset, type ResetOutcome } from './reset-device.ts'

const LAST = { lastReset: NOW - 100 }
const BANNED = banned()
const OFFLINE = { offlineDevice: DEVICE, offlineUntil: NOW + 1 }

const TABLE: readonly [
  what: string,
  user: object,
  cooldownSeconds: number,
  outcome: ResetOutcome,
  forced: ResetOutcome,
][] = [
  ['never reset, no cooldown', {}, 0, 'reset', 'reset'],
  ['never reset, a cooldown', {}, 1_000, 'reset', 'reset'],
  ['reset long ago', LAST, 99, 'reset', 'reset'],
  ['reset exactly the cooldown ago', LAST, 100, 'reset', 'reset'],
  ['reset a second less than the cooldown ago', LAST, 101, 'on-cooldown', 'reset'],
  ['resets disabled', {}, -1, 'resets-disabled', 'reset'],
  ['banned', BANNED, 0, 'user-banned', 'user-banned'],
  ['banned, resets disabled', BANNED, -1, 'user-banned', 'user-banned'],
  ['banned, on cooldown', { ...BANNED, ...LAST }, 101, 'user-banned', 'user-banned'],
  ['banned until now', banned({ banExpire: NOW }), 0, 'reset', 'reset'],
  ['with an offline license on its device', OFFLINE, 0, 'offline-license-active', 'reset'],
  ['with an offline license that ends now', { ...OFFLINE, offlineUntil: NOW }, 0, 'reset', 'reset'],
  ['with an offline license elsewhere', { ...OFFLINE, offlineDevice: OTHER_DEVICE }, 0, 'reset', 'reset'],
  ['without a device', { identifier: '', identifierType: '', status: 'reset' }, 0, 'reset', 'reset'],
]

test.each(TABLE)('a key %s', (_what, changes, cooldownSeconds, outcome, forced) => {
  const user = testUser({ ...linkedTo(DEVICE), ...changes })
  expect(decideReset(user, { force: false, cooldownSeconds }, NOW).outcome).toBe(outcome)
  expect(decideReset(user, { force: true, cooldownSeconds }, NOW).outcome).toBe(forced)
})

test('unlinks the device and notes the reset, and leaves all else', () => {
  const user = testUser({
    ...linkedTo(DEVICE),
    chatId: 'chat',
    note: 'n',
    authExpire: NOW + 5,
    totalResets: 2,
  })
  expect(decideReset(user, { force: false, cooldownSeconds: 0 }, NOW).user).toEqual({
    ...user,
    identifier: '',
    identifierType: '',
    status: 'reset',
    lastReset: NOW,
    totalResets: 3,
  })
})

test('changes nothing when it is refused', () => {
  expect(decideReset(testUser(BANNED), { force: true, cooldownSeconds: 0 }, NOW)).toEqual({
    outcome: 'user-banned',
  })
})
