import { NEVER } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { decideDelete } from '../../licenses/change-license.ts'
import { banned, DEVICE, linkedTo, NOW, testLicense } from '../../testing/records.ts'
import { bansDevice, decideBan, decideLapse, decideUnban } from './bans.ts'

test.each([
  ['left out', undefined, 'banned', NEVER],
  ['-1', NEVER, 'banned', NEVER],
  ['in a second', NOW + 1, 'banned', NOW + 1],
  ['now', NOW, 'ban-already-over', undefined],
  ['long ago', 0, 'ban-already-over', undefined],
] as const)('a ban with its end %s', (_what, expire, outcome, banExpire) => {
  const decided = decideBan(testLicense(), { expire, unbanToken: 'token' }, NOW)
  expect(decided.outcome).toBe(outcome)
  expect(decided.license?.banExpire).toBe(banExpire)
})

test.each([
  ['a key with a device', linkedTo(DEVICE), 'active'],
  ['a key without one', {}, 'reset'],
  ['a key that is banned already', { ...linkedTo(DEVICE), ...banned() }, 'active'],
] as const)(
  '%s keeps its status and all else, and has the new reason and token',
  (_what, changes, status) => {
    const license = testLicense({ ...changes, note: 'n', chatId: 'chat' })
    const ban = { reason: 'Why', expire: NOW + 60, unbanToken: 'new-token' }
    expect(decideBan(license, ban, NOW).license).toEqual({
      ...license,
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
  expect(decideUnban(testLicense(changes), NOW).outcome).toBe(outcome)
})

test('a lifted ban leaves no field of the ban', () => {
  const license = testLicense(linkedTo(DEVICE))
  expect(decideUnban({ ...license, ...banned() }, NOW).license).toEqual(license)
})

test('a ban of the key alone concerns no device with other keys, and goes with the key', () => {
  const known = testLicense(linkedTo(DEVICE))
  const whole = decideBan(known, { unbanToken: 'token' }, NOW).license ?? known
  const ofKey = decideBan(known, { unbanToken: 'token', onlyKey: true }, NOW).license ?? known
  expect([whole, ofKey, known].map((license) => bansDevice(license, DEVICE))).toEqual([true, false, false])
  expect([whole, ofKey].map((license) => decideDelete(license, NOW).removed)).toEqual(['key', 'license'])
  // A new ban replaces the one before, whichever of them is the stricter one.
  expect(decideBan(ofKey, { unbanToken: 'new' }, NOW).license).toMatchObject({ banOnlyKey: false })
  expect(decideBan(whole, { unbanToken: 'new', onlyKey: true }, NOW).license).toMatchObject({
    banOnlyKey: true,
  })
  expect(decideUnban(ofKey, NOW).license).toEqual(known)
})

test('the ban of the devices is lifted apart from that of the key', () => {
  const known = testLicense({ ...linkedTo(DEVICE), ...banned() })
  const lifted = decideUnban(known, NOW, true)
  expect(lifted).toEqual({ outcome: 'unbanned', license: { ...known, banOnlyKey: true } })
  expect(decideUnban(lifted.license ?? known, NOW, true)).toEqual({ outcome: 'devices-not-banned' })
  expect(decideUnban({ ...known, banExpire: NOW }, NOW, true)).toEqual({ outcome: 'not-banned' })
  // After the deletion of the key, only the ban of its devices is left.
  const deleted = { ...known, key: '', status: 'banned' as const }
  expect(decideUnban(deleted, NOW, true)).toEqual({ outcome: 'unbanned', removed: 'license' })
})

test('of a banned license without a key nothing is left', () => {
  const decided = decideUnban(testLicense({ ...banned(), key: '', status: 'banned' }), NOW)
  expect(decided).toEqual({ outcome: 'unbanned', removed: 'license' })
})

test.each([
  ['before its end', NOW + 1, 'in-force', undefined],
  ['at its end', NOW, 'lapsed', { banned: false, unbanToken: '' }],
  ['without an end', NEVER, 'in-force', undefined],
])('a ban %s: %s leads to %s', (_when, banExpire, outcome, license) => {
  const decided = decideLapse(testLicense(banned({ banExpire })), NOW)
  expect(decided.outcome).toBe(outcome)
  if (license === undefined) expect(decided.license).toBeUndefined()
  else expect(decided.license).toMatchObject(license)
})

test('a banned license without a key is deleted with its ban', () => {
  const license = testLicense({ ...banned({ banExpire: NOW }), key: '', status: 'banned' })
  expect(decideLapse(license, NOW)).toEqual({ outcome: 'lapsed', removed: 'license' })
})
