import { NEVER } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { License } from '../core/license/license.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  signedAttempt,
  testLicense,
  testProject,
} from '../testing/records.ts'
import { type CheckAttempt, type CheckEffects, type CheckSnapshot, decideCheck } from './check-key.ts'

const project = testProject()

const snapshotOf = (changes: Partial<CheckSnapshot>): CheckSnapshot => ({
  project,
  nonceTaken: false,
  license: testLicense(),
  bannedDevice: undefined,
  ...changes,
})

const ATTACK: CheckEffects = { attackBlocked: true }
const NOTED: CheckEffects = { rememberNonceUntil: NOW + 120 }
const COUNTED: CheckEffects = { ...NOTED, execution: true }

interface Row {
  readonly when: string
  readonly attempt?: Partial<CheckAttempt>
  readonly snapshot?: Partial<CheckSnapshot>
  readonly code: string
  readonly effects: CheckEffects
}

const mine = testLicense(linkedTo(DEVICE))
const fresh = testLicense()
const stocked = testLicense({ authExpire: 0, keyDays: 2 })
const lapsed = testLicense({ ...linkedTo(DEVICE), ...banned({ banExpire: NOW }) })
const unbanned = { ...lapsed, banned: false, banReason: '', banExpire: 0, unbanToken: '' }

/** The rows in the order of the checks: the first row that applies decides. */
const ROWS: readonly Row[] = [
  {
    when: 'the app is unknown',
    snapshot: { project: undefined },
    code: 'APP_NOT_APPROVED',
    effects: {},
  },
  {
    when: 'the project is not approved',
    snapshot: { project: { ...project, approved: false } },
    code: 'APP_NOT_APPROVED',
    effects: {},
  },
  {
    when: 'the user agent is not allowed',
    attempt: { userAgent: '' },
    code: 'USER_AGENT_NOT_ALLOWED',
    effects: {},
  },
  { when: 'the key is not a key', attempt: { key: 'k' }, code: 'KEY_INVALID', effects: {} },
  { when: 'the device ID is short', attempt: { deviceId: 'd' }, code: 'INVALID_EXECUTOR', effects: {} },
  {
    when: 'the fingerprint is of another executor',
    attempt: { fingerprints: { 'other-fingerprint': DEVICE } },
    code: 'INVALID_EXECUTOR',
    effects: {},
  },
  { when: 'it is too old', attempt: { time: `${NOW - 121}` }, code: 'TIME_ERROR', effects: ATTACK },
  { when: 'it is from the future', attempt: { time: `${NOW + 121}` }, code: 'TIME_ERROR', effects: ATTACK },
  { when: 'the signature is wrong', attempt: { signature: 'x' }, code: 'SECURITY_ERROR', effects: ATTACK },
  { when: 'the nonce was used', snapshot: { nonceTaken: true }, code: 'SECURITY_ERROR', effects: ATTACK },
  { when: 'there is no such key', snapshot: { license: undefined }, code: 'KEY_INCORRECT', effects: NOTED },
  {
    when: 'the key is banned',
    snapshot: { license: testLicense(banned()) },
    code: 'KEY_BANNED',
    effects: COUNTED,
  },
  {
    when: 'the key is banned for another second',
    snapshot: { license: { ...lapsed, banExpire: NOW + 1 } },
    code: 'KEY_BANNED',
    effects: COUNTED,
  },
  {
    when: 'the ban lapses now',
    snapshot: { license: lapsed, bannedDevice: lapsed },
    code: 'KEY_VALID',
    effects: { ...COUNTED, license: unbanned },
  },
  {
    when: 'the ban lapses now and the key has expired',
    snapshot: { license: { ...lapsed, authExpire: NOW } },
    code: 'KEY_EXPIRED',
    effects: { ...COUNTED, license: { ...unbanned, authExpire: NOW } },
  },
  {
    when: 'the device is banned under another key',
    snapshot: { license: fresh, bannedDevice: testLicense({ key: '', ...banned() }) },
    code: 'KEY_BANNED',
    effects: { ...COUNTED, license: { ...fresh, recorded: { refusedDevice: DEVICE } } },
  },
  {
    when: 'the ban of the device has lapsed',
    snapshot: { license: mine, bannedDevice: testLicense(banned({ banExpire: NOW })) },
    code: 'KEY_VALID',
    effects: COUNTED,
  },
  {
    when: 'its order stopped the key, which is perpetual',
    snapshot: { license: { ...mine, stopped: 'refunded', perpetual: true, authExpire: NOW } },
    code: 'KEY_BANNED',
    effects: COUNTED,
  },
  {
    when: 'its order stopped the key, and its ban lapses now',
    snapshot: { license: { ...lapsed, stopped: 'charged-back' } },
    code: 'KEY_BANNED',
    effects: { ...COUNTED, license: { ...unbanned, stopped: 'charged-back' } },
  },
  {
    when: 'the key expires now',
    snapshot: { license: { ...mine, authExpire: NOW } },
    code: 'KEY_EXPIRED',
    effects: COUNTED,
  },
  {
    when: 'the key expires in a second',
    snapshot: { license: { ...mine, authExpire: NOW + 1 } },
    code: 'KEY_VALID',
    effects: COUNTED,
  },
  {
    when: 'the key has expired on another device',
    snapshot: { license: testLicense({ ...linkedTo(OTHER_DEVICE), authExpire: NOW }) },
    code: 'KEY_EXPIRED',
    effects: COUNTED,
  },
  {
    when: 'the key is linked to another device',
    snapshot: { license: testLicense(linkedTo(OTHER_DEVICE)) },
    code: 'KEY_HWID_LOCKED',
    effects: COUNTED,
  },
  {
    when: 'the key is linked to this device',
    snapshot: { license: mine },
    code: 'KEY_VALID',
    effects: COUNTED,
  },
  {
    when: 'the key is linked to no device',
    snapshot: { license: fresh },
    code: 'KEY_VALID',
    effects: { ...COUNTED, license: { ...fresh, ...linkedTo(DEVICE) } },
  },
  {
    when: 'the key has days to start',
    snapshot: { license: stocked },
    code: 'KEY_VALID',
    effects: { ...COUNTED, license: { ...stocked, ...linkedTo(DEVICE), authExpire: NOW + 172_800 } },
  },
]

describe('a key check', () => {
  test.each(ROWS)('is $code when $when', ({ attempt = {}, snapshot = {}, code, effects }) => {
    const decision = decideCheck(signedAttempt(attempt), snapshotOf(snapshot), NOW)
    expect(decision.answer.code).toBe(code)
    expect(decision.effects).toEqual(effects)
    expect(decision.answer.signature !== undefined).toBe(code === 'KEY_VALID')
    expect(decision.answer.message).not.toBe('')
  })

  test('is decided by the first check that fails', () => {
    const wrongFromHereOn: [Partial<CheckAttempt>, string][] = [
      [{ userAgent: 'x', key: 'x', deviceId: 'x', time: '0', signature: 'x' }, 'USER_AGENT_NOT_ALLOWED'],
      [{ key: 'x', deviceId: 'x', time: '0', signature: 'x' }, 'KEY_INVALID'],
      [{ deviceId: 'x', time: '0', signature: 'x' }, 'INVALID_EXECUTOR'],
      [{ time: '0', signature: 'x' }, 'TIME_ERROR'],
      [{ signature: 'x' }, 'SECURITY_ERROR'],
      [{}, 'KEY_INCORRECT'],
    ]
    for (const [attempt, code] of wrongFromHereOn) {
      const { answer } = decideCheck(signedAttempt(attempt), snapshotOf({ license: undefined }), NOW)
      expect(answer.code).toBe(code)
    }
  })

  test('remembers its nonce for as long as it could be sent again', () => {
    for (const sent of [NOW - 120, NOW, NOW + 120]) {
      const { effects } = decideCheck(signedAttempt({ time: `${sent}` }), snapshotOf({}), NOW)
      expect(effects.rememberNonceUntil).toBe(sent + 120)
    }
  })
})

describe('the data of an answer', () => {
  const dataOf = (license: License) =>
    decideCheck(signedAttempt({}), snapshotOf({ license }), NOW).answer.data
  const told = { note: 'Gold', totalExecutions: 9, authExpire: NOW - 1 }
  const wire = { note: 'Gold', total_executions: 10, auth_expire: NOW - 1 }
  const blank = { note: '', total_executions: 0, auth_expire: 0 }

  test('is told to the device of the key and of a key without a device, also with a refusal', () => {
    expect(dataOf(testLicense({ ...told, ...linkedTo(DEVICE) }))).toEqual(wire)
    expect(dataOf(testLicense(told))).toEqual(wire)
    expect(dataOf(testLicense({ ...told, ...banned(), ...linkedTo(DEVICE) }))).toEqual(wire)
  })

  test('is blank for any other device', () => {
    for (const state of [{}, banned(), { authExpire: NEVER }]) {
      expect(dataOf(testLicense({ ...told, ...state, ...linkedTo(OTHER_DEVICE) }))).toEqual(blank)
    }
  })

  test('is blank for a check that is not authentic', () => {
    const snapshot = snapshotOf({ license: testLicense({ ...told, ...linkedTo(DEVICE) }) })
    for (const attempt of [{ signature: 'x' }, { time: '0' }, { deviceId: 'x' }]) {
      expect(decideCheck(signedAttempt(attempt), snapshot, NOW).answer.data).toEqual(blank)
    }
  })
})

test('remembers the device that is banned with another key until the key is linked', () => {
  const bannedDevice = testLicense({ ...linkedTo(DEVICE), ...banned() })
  const first = decideCheck(signedAttempt({}), snapshotOf({ license: stocked, bannedDevice }), NOW)
  const refused = first.effects.license
  expect(refused).toEqual({ ...stocked, recorded: { refusedDevice: DEVICE } })
  // A repeated attempt changes nothing.
  const again = decideCheck(signedAttempt({}), snapshotOf({ license: refused, bannedDevice }), NOW)
  expect([again.answer.code, again.effects.license]).toEqual(['KEY_BANNED', undefined])
  const elsewhere = signedAttempt({ deviceId: OTHER_DEVICE })
  const linked = decideCheck(elsewhere, snapshotOf({ license: refused }), NOW)
  expect(linked.effects.license).toMatchObject({ ...linkedTo(OTHER_DEVICE), recorded: {} })
})

describe('the message of a stop', () => {
  const answerTo = (changes: Partial<License>, bannedDevice?: License) => {
    const snapshot = snapshotOf({ license: testLicense({ ...linkedTo(DEVICE), ...changes }), bannedDevice })
    return decideCheck(signedAttempt({}), snapshot, NOW).answer
  }

  test('names the cause, or is the text of the vendor', () => {
    expect(answerTo({ stopped: 'refunded' }).message).toContain('because its purchase was refunded.')
    expect(answerTo({ stopped: 'charged-back' }).message).toContain('because its payment was charged back.')
    const stopWords = 'Your money is on its way.'
    expect(answerTo({ stopped: 'refunded', stopWords }).message).toBe(stopWords)
    expect(answerTo({ stopWords }).code).toBe('KEY_VALID')
  })

  test('gives way to that of a ban, of the key or of its device', () => {
    const blocked = /is blocked/
    expect(answerTo({ stopped: 'refunded', ...banned() }).message).toMatch(blocked)
    const ban = testLicense({ ...linkedTo(DEVICE), ...banned() })
    expect(answerTo({ stopped: 'refunded' }, ban).message).toMatch(blocked)
  })
})

describe('the message of a ban', () => {
  const messageOf = (ban: Partial<License>) =>
    decideCheck(signedAttempt({}), snapshotOf({ license: testLicense(banned(ban)) }), NOW).answer.message

  test('has the reason as a sentence and says when the ban ends', () => {
    expect(messageOf({ banReason: 'Shared', banExpire: NOW + 86_400 })).toBe(
      'This license key is blocked. Reason: Shared. The block ends on 16 January 2027 (UTC).',
    )
    expect(messageOf({ banReason: 'Why?', banExpire: NEVER })).toBe(
      'This license key is blocked. Reason: Why? Contact the seller if you think this is a mistake.',
    )
  })

  test('does without a reason, and names the device when that is what is banned', () => {
    expect(messageOf({ banReason: '' })).not.toContain('Reason')
    const bannedDevice = testLicense({ ...banned(), key: '' })
    const { answer } = decideCheck(signedAttempt({}), snapshotOf({ bannedDevice }), NOW)
    expect(answer.message).toBe(
      'This device is blocked, because of another license key. The reason given for that key: Shared in public. Contact the seller if you think this is a mistake.',
    )
    expect(answer.fields).toEqual({ isDeviceBanned: true })
  })
})
