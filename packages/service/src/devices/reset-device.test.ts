import { expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testLicense } from '../testing/records.ts'
import { decideRelease, decideReset, type ResetOutcome } from './reset-device.ts'

const LAST = { lastReset: NOW - 100 }
const BANNED = banned()
const OFFLINE = { offlineDevice: DEVICE, offlineUntil: NOW + 1 }

const TABLE: readonly [
  what: string,
  license: object,
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
  ['banned', BANNED, 0, 'license-banned', 'license-banned'],
  ['banned, resets disabled', BANNED, -1, 'license-banned', 'license-banned'],
  ['banned, on cooldown', { ...BANNED, ...LAST }, 101, 'license-banned', 'license-banned'],
  ['banned until now', banned({ banExpire: NOW }), 0, 'reset', 'reset'],
  ['with an offline license on its device', OFFLINE, 0, 'offline-license-active', 'reset'],
  ['with an offline license that ends now', { ...OFFLINE, offlineUntil: NOW }, 0, 'reset', 'reset'],
  ['with an offline license elsewhere', { ...OFFLINE, offlineDevice: OTHER_DEVICE }, 0, 'reset', 'reset'],
  ['without a device', { identifier: '', identifierType: '', status: 'reset' }, 0, 'reset', 'reset'],
]

test.each(TABLE)('a key %s', (_what, changes, cooldownSeconds, outcome, forced) => {
  const license = testLicense({ ...linkedTo(DEVICE), ...changes })
  expect(decideReset(license, { force: false, cooldownSeconds }, NOW).outcome).toBe(outcome)
  expect(decideReset(license, { force: true, cooldownSeconds }, NOW).outcome).toBe(forced)
})

test('unlinks the device and notes the reset, and leaves all else', () => {
  const license = testLicense({
    ...linkedTo(DEVICE),
    chatId: 'chat',
    note: 'n',
    authExpire: NOW + 5,
    totalResets: 2,
  })
  expect(decideReset(license, { force: false, cooldownSeconds: 0 }, NOW).license).toEqual({
    ...license,
    identifier: '',
    identifierType: '',
    status: 'reset',
    lastReset: NOW,
    totalResets: 3,
  })
})

test('concerns all devices, and waits for an offline license on any of them', () => {
  const several = { ...linkedTo(OTHER_DEVICE), furtherDevices: [DEVICE] }
  const reset = { force: false, cooldownSeconds: 0 }
  expect(decideReset(testLicense({ ...several, ...OFFLINE }), reset, NOW).outcome).toBe(
    'offline-license-active',
  )
  const { license } = decideReset(testLicense(several), reset, NOW)
  expect(license).toMatchObject({ identifier: '', furtherDevices: [], status: 'reset', totalResets: 1 })
})

test.each(TABLE)('a release of the device of a key %s is refused like a reset', (_what, changes, ...row) => {
  const [cooldownSeconds, outcome, forced] = row
  const license = testLicense({ ...linkedTo(DEVICE), ...changes })
  const release = (force: boolean) => decideRelease(license, DEVICE, { force, cooldownSeconds }, NOW).outcome
  const asRelease = (one: ResetOutcome) => (one === 'reset' ? 'released' : one)
  expect([release(false), release(true)]).toEqual([asRelease(outcome), asRelease(forced)])
})

test('a release unlinks one device, in spite of an offline license on another, and counts as a reset', () => {
  const facts = [DEVICE, OTHER_DEVICE].map((device) => ({ device, name: 'n', linkedAt: 1, usedAt: 1 }))
  const license = testLicense({
    ...linkedTo(DEVICE),
    furtherDevices: [OTHER_DEVICE],
    ...OFFLINE,
    deviceUse: { facts, moves: [NOW - 5] },
  })
  const reset = { force: false, cooldownSeconds: 0 }
  const release = decideRelease(license, OTHER_DEVICE, reset, NOW)
  expect(release).toMatchObject({
    event: 'released',
    license: {
      ...linkedTo(DEVICE),
      furtherDevices: [],
      totalResets: 1,
      lastReset: NOW,
      // The vendor has unlinked the device, so this is not a move of the license.
      deviceUse: { facts: facts.slice(0, 1), moves: [NOW - 5] },
    },
  })
  const first = decideRelease(license, DEVICE, { ...reset, force: true }, NOW)
  expect(first.license).toMatchObject({ ...linkedTo(OTHER_DEVICE), furtherDevices: [] })
})

test('changes nothing when it is refused', () => {
  expect(decideReset(testLicense(BANNED), { force: true, cooldownSeconds: 0 }, NOW)).toEqual({
    outcome: 'license-banned',
  })
})
