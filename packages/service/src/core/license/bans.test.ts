import { NEVER } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { decideDelete } from '../../licenses/change-user.ts'
import { banned, DEVICE, linkedTo, NOW, testUser } from '../../testing/records.ts'
import { bansDevice, decideBan, decideLapse, decideUnban } from './bans.ts'

test.each([
  ['left out', undefined, 'banned', NEVER],
  ['-1', NEVER, 'banned', NEVER],
  ['in a second', NOW + 1, 'banned', NOW + 1],
  ['now', NOW, 'ban-already-over', undefined],
  ['long ago', 0, 'ban-already-over', undefined],
] as const)('a ban with its end %s', (_what, expire, outcome, banExpire) => {
  const decided = decideBan(testUser(), { expire, unbanToken: 'token' }, NOW)
  expect(decided.outcome).toBe(outcome)
  expect(decided.user?.banExpire).toBe(banExpire)
})

test.each([
  ['a key with a device', linkedTo(DEVICE), 'active'],
  ['a key without one', {}, 'reset'],
  ['a key that is banned already', { ...linkedTo(DEVICE), ...banned() }, 'active'],
] as const)(
  '%s keeps its status and all else, and has the new reason and token',
  (_what, changes, status) => {
    const user = testUser({ ...changes, note: 'n', chatId: 'chat' })
    const ban = { reason: 'Why', expire: NOW + 60, unbanToken: 'new-token' }
    expect(decideBan(user, ban, NOW).user).toEqual({
      ...user,
      status,
      banned: true,
      banReason: 'Why',
      banExpire: NOW + 60,
      unbanToken: 'new-token',
    })
  },
)

test.each([
  ['for good', banned(), 'unbanned'],
  ['for a while', banned({ banExpire: NOW + 1 }), 'unbanned'],
  ['until now', banned({ banExpire: NOW }), 'not-banned'],
  ['never', {}, 'not-banned'],
] as const)('a key banned %s is %s', (_what, changes, outcome) => {
  expect(decideUnban(testUser(changes), NOW).outcome).toBe(outcome)
})

test('a lifted ban leaves no field of the ban', () => {
  const user = testUser(linkedTo(DEVICE))
  expect(decideUnban({ ...user, ...banned() }, NOW).user).toEqual(user)
})

test('a ban of the key alone concerns no device with other keys, and goes with the key', () => {
  const known = testUser(linkedTo(DEVICE))
  const whole = decideBan(known, { unbanToken: 'token' }, NOW).user ?? known
  const ofKey = decideBan(known, { unbanToken: 'token', onlyKey: true }, NOW).user ?? known
  expect([whole, ofKey, known].map((user) => bansDevice(user, DEVICE))).toEqual([true, false, false])
  expect([whole, ofKey].map((user) => decideDelete(user, NOW).removed)).toEqual(['key', 'user'])
  // A further ban replaces the one before, in either direction.
  expect(decideBan(ofKey, { unbanToken: 'new' }, NOW).user).toMatchObject({ banOnlyKey: false })
  expect(decideBan(whole, { unbanToken: 'new', onlyKey: true }, NOW).user).toMatchObject({ banOnlyKey: true })
  expect(decideUnban(ofKey, NOW).user).toEqual(known)
})

test('the ban of the devices is lifted apart from that of the key', () => {
  const known = testUser({ ...linkedTo(DEVICE), ...banned() })
  const lifted = decideUnban(known, NOW, true)
  expect(lifted).toEqual({ outcome: 'unbanned', user: { ...known, banOnlyKey: true } })
  expect(decideUnban(lifted.user ?? known, NOW, true)).toEqual({ outcome: 'devices-not-banned' })
  expect(decideUnban({ ...known, banExpire: NOW }, NOW, true)).toEqual({ outcome: 'not-banned' })
  // Of a deleted key, only the ban of its devices is left.
  const deleted = { ...known, key: '', status: 'banned' as const }
  expect(decideUnban(deleted, NOW, true)).toEqual({ outcome: 'unbanned', removed: 'user' })
})

test('of a banned user without a key nothing is left', () => {
  const decided = decideUnban(testUser({ ...banned(), key: '', status: 'banned' }), NOW)
  expect(decided).toEqual({ outcome: 'unbanned', removed: 'user' })
})

test.each([
  ['before its end', NOW + 1, 'in-force', undefined],
  ['at its end', NOW, 'lapsed', { banned: false, unbanToken: '' }],
  ['without an end', NEVER, 'in-force', undefined],
])('a ban %s: %s leads to %s', (_when, banExpire, outcome, user) => {
  const decided = decideLapse(testUser(banned({ banExpire })), NOW)
  expect(decided.outcome).toBe(outcome)
  if (user === undefined) expect(decided.user).toBeUndefined()
  else expect(decided.user).toMatchObject(user)
})

test('a banned user without a key is deleted with its ban', () => {
  const user = testUser({ ...banned({ banExpire: NOW }), key: '', status: 'banned' })
  expect(decideLapse(user, NOW)).toEqual({ outcome: 'lapsed', removed: 'user' })
})
