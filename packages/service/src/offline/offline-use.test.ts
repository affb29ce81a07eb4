import { NEVER } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { CheckSnapshot } from '../checks/check-key.ts'
import { offlineEnd } from '../core/license/devices.ts'
import { lastOfflineEnd } from '../devices/reset-device.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testLicense, testProject } from '../testing/records.ts'
import { decideIssue, decideOfflineUse, endOfUse, type Move } from './offline-use.ts'

const ATTEMPT = {
  appName: 'test-app',
  userAgent: '',
  key: '',
  deviceId: DEVICE,
  fingerprints: {},
  nonce: '',
  time: '0',
  signature: '',
  address: '',
}
const THIRD_DEVICE = 'f'.repeat(64)
const STAY: Move = { move: false, force: false }
const MOVE: Move = { move: true, force: false }
const FORCE: Move = { move: true, force: true }

function decide(move: Move, license: object | undefined, snapshot: Partial<CheckSnapshot> = {}) {
  const known = license === undefined ? undefined : testLicense(license)
  const all = {
    project: testProject(),
    nonceTaken: false,
    license: known,
    bannedDevice: undefined,
    ...snapshot,
  }
  return decideOfflineUse(move)(ATTEMPT, all, NOW)
}
const codeOf = (...given: Parameters<typeof decide>) => decide(...given).answer.code

const ELSEWHERE = linkedTo(OTHER_DEVICE)
const HELD = { ...ELSEWHERE, offlineDevice: OTHER_DEVICE, offlineUntil: NOW + 86_400 }
const cooldown = (resetCooldownSeconds: number) => ({ project: testProject({ resetCooldownSeconds }) })

test('links an unassigned key, starts its days and counts an execution', () => {
  const { answer, effects } = decide(STAY, { keyDays: 2, authExpire: 0, note: 'n', totalExecutions: 4 })
  const end = NOW + 2 * 86_400
  expect(answer).toMatchObject({
    code: 'KEY_VALID',
    data: { note: 'n', auth_expire: end, total_executions: 5 },
  })
  expect(effects).toMatchObject({ execution: true, license: { ...linkedTo(DEVICE), authExpire: end } })
})

test('leaves a key on its device, and counts an execution', () => {
  expect(decide(STAY, linkedTo(DEVICE))).toMatchObject({ answer: { code: 'KEY_VALID' } })
  expect(decide(STAY, linkedTo(DEVICE)).effects).toEqual({ execution: true })
})

test.each([
  ['no such key', STAY, undefined, {}, 'KEY_INCORRECT'],
  ['an expired key', STAY, { authExpire: NOW }, {}, 'KEY_EXPIRED'],
  ['a banned key', FORCE, banned(), {}, 'KEY_BANNED'],
  ['a stopped key', FORCE, { stopped: 'refunded', perpetual: true }, {}, 'KEY_BANNED'],
  ['a banned device', FORCE, {}, { bannedDevice: testLicense(banned()) }, 'KEY_BANNED'],
  [
    'an app that is not approved',
    STAY,
    {},
    { project: testProject({ approved: false }) },
    'APP_NOT_APPROVED',
  ],
  ['no project', STAY, {}, { project: undefined }, 'APP_NOT_APPROVED'],
  ['another device', STAY, ELSEWHERE, {}, 'KEY_HWID_LOCKED'],
  ['another device, banned', FORCE, { ...ELSEWHERE, ...banned() }, {}, 'KEY_BANNED'],
  ['another device, expired', FORCE, { ...ELSEWHERE, authExpire: 1 }, {}, 'KEY_EXPIRED'],
  ['a move on cooldown', MOVE, { ...ELSEWHERE, lastReset: NOW - 1 }, cooldown(9), 'RESET_ON_COOLDOWN'],
  ['a move where resets are disabled', MOVE, ELSEWHERE, cooldown(-1), 'RESETS_DISABLED'],
  ['a move from a device with a license', MOVE, HELD, {}, 'OFFLINE_LICENSE_ACTIVE'],
] as const)('refuses %s, and changes and counts nothing', (_, move, license, snapshot, code) => {
  const { answer, effects } = decide(move, license, snapshot)
  expect(answer).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
  expect(effects).toEqual({})
})

test('moves a key as a reset does, and links it in the same step', () => {
  const { answer, effects } = decide(MOVE, { ...ELSEWHERE, totalResets: 2 })
  expect(answer.code).toBe('KEY_VALID')
  expect(effects.execution).toBe(true)
  expect(effects.license).toMatchObject({ ...linkedTo(DEVICE), lastReset: NOW, totalResets: 3 })
})

test('links a key with room for another device, and replaces the one used least recently without', () => {
  const facts = [
    { device: OTHER_DEVICE, name: '', linkedAt: 1, usedAt: NOW },
    { device: THIRD_DEVICE, name: '', linkedAt: 2, usedAt: NOW - 86_400 },
  ]
  const several = { ...ELSEWHERE, furtherDevices: [THIRD_DEVICE], deviceUse: { facts } }
  const room = decide(STAY, { ...several, maxDevices: 3 })
  expect(room.effects.license?.furtherDevices).toEqual([THIRD_DEVICE, DEVICE])
  expect(codeOf(STAY, { ...several, maxDevices: 2 })).toBe('KEY_HWID_LOCKED')
  // This also works above a limit that was lowered, because a move adds no device.
  for (const maxDevices of [2, 1]) {
    const { license } = decide(MOVE, { ...several, maxDevices }).effects
    expect(license).toMatchObject({ ...ELSEWHERE, furtherDevices: [DEVICE], totalResets: 1 })
  }
  // Only the offline license of the replaced device matters.
  expect(codeOf(MOVE, { ...HELD, ...several, maxDevices: 2 })).toBe('KEY_VALID')
  const held = { ...several, maxDevices: 2, offlineDevice: THIRD_DEVICE, offlineUntil: NOW + 1 }
  expect(codeOf(MOVE, held)).toBe('OFFLINE_LICENSE_ACTIVE')
})

test('remembers the licenses of several devices, and a reset waits for the last of them', () => {
  let license = testLicense({ ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  for (const [deviceId, until] of [
    [DEVICE, NOW + 90],
    [OTHER_DEVICE, NOW + 50],
  ] as const) {
    license = decideIssue(license, { deviceId, until }).license ?? license
  }
  expect([offlineEnd(license, DEVICE), offlineEnd(license, OTHER_DEVICE)]).toEqual([NOW + 90, NOW + 50])
  expect(lastOfflineEnd(license)).toBe(NOW + 90)
})

test('force moves in spite of a cooldown, disabled resets and an offline license', () => {
  expect(codeOf(FORCE, { ...ELSEWHERE, lastReset: NOW - 1 }, cooldown(9))).toBe('KEY_VALID')
  expect(codeOf(FORCE, ELSEWHERE, cooldown(-1))).toBe('KEY_VALID')
  expect(codeOf(FORCE, HELD)).toBe('KEY_VALID')
  // `force` without `move` moves nothing.
  expect(codeOf({ move: false, force: true }, HELD)).toBe('KEY_HWID_LOCKED')
})

test('warns until when the other computer goes on', () => {
  expect(decide(STAY, HELD).answer.message).toContain('16 January 2027')
  expect(decide(MOVE, HELD).answer.message).toContain('16 January 2027')
  expect(decide(STAY, ELSEWHERE).answer.message).not.toContain('2027')
})

test('never goes beyond the end of the key, or of the seconds of the wire', () => {
  expect(endOfUse(1, NEVER, NOW)).toBe(NOW + 86_400)
  expect(endOfUse(0.5, NOW + 86_400, NOW)).toBe(NOW + 43_200)
  expect(endOfUse(30, NOW + 86_400, NOW)).toBe(NOW + 86_400)
  expect(endOfUse(36_500, NEVER, NOW)).toBe(2 ** 31 - 1)
})

test('records the longest license of the device, and forgets that of another', () => {
  const license = testLicense({ ...linkedTo(DEVICE), offlineDevice: DEVICE, offlineUntil: 50 })
  const issue = (known: typeof license, until: number) => decideIssue(known, { deviceId: DEVICE, until })
  expect(issue(license, 70)).toMatchObject({ outcome: 'issued', license: { offlineUntil: 70 } })
  expect(issue(license, 40)).toMatchObject({ outcome: 'issued', license: { offlineUntil: 50 } })
  expect(issue({ ...license, offlineDevice: OTHER_DEVICE }, 40).license).toMatchObject({
    offlineDevice: DEVICE,
    offlineUntil: 40,
  })
  expect(issue({ ...license, identifier: OTHER_DEVICE }, 70)).toEqual({ outcome: 'moved-meanwhile' })
})
