import { expect, test } from 'vitest'
import { DEVICE, NOW, OTHER_DEVICE, signedAttempt, testLicense, testProject } from '../testing/records.ts'
import { decideGroup, type GroupSnapshot } from './check-group.ts'
import { type CheckAttempt, decideCheck } from './check-key.ts'

const project = testProject()
const license = testLicense()

const attempt = (nonce: string, deviceId = DEVICE): CheckAttempt =>
  signedAttempt({ nonce, key: license.key, deviceId })

const snapshot = (changes: Partial<GroupSnapshot> = {}): GroupSnapshot => ({
  projects: [{ row: 1, project }],
  licenses: [{ row: 7, projectRow: 1, license, usedDay: 0 }],
  bannedLicenses: [],
  nonces: [],
  ...changes,
})

const decide = (attempts: readonly CheckAttempt[], from = snapshot()) => {
  const { answers, effects } = decideGroup(attempts, NOW, decideCheck)(from)
  return { codes: answers.map(({ code }) => code), effects }
}

const FIRST = 'a'.repeat(16)
const SECOND = 'b'.repeat(16)

test('of two devices that use a key in one group, the first owns it, and both count', () => {
  const { codes, effects } = decide([attempt(FIRST), attempt(SECOND, OTHER_DEVICE)])
  expect(codes).toEqual(['KEY_VALID', 'KEY_HWID_LOCKED'])
  expect(effects.licenses).toMatchObject([{ row: 7, license: { identifier: DEVICE } }])
  expect(effects.executions).toMatchObject([{ row: 7, executions: 2 }])
  expect(effects.counts).toEqual([{ projectRow: 1, executions: 2, attacksBlocked: 0, activeLicenses: 1 }])
})

test('a request that is sent twice in one group is valid once', () => {
  const { codes, effects } = decide([attempt(FIRST), attempt(FIRST)])
  expect(codes).toEqual(['KEY_VALID', 'SECURITY_ERROR'])
  expect(effects.usedNonces).toEqual([{ projectRow: 1, nonce: FIRST, refusedUntil: NOW + 120 }])
  expect(effects.counts).toEqual([{ projectRow: 1, executions: 1, attacksBlocked: 1, activeLicenses: 1 }])
})

test('an expired nonce is replaced, and one that is still refused is an attack', () => {
  const stored = (refusedUntil: number) => ({ projectRow: 1, nonce: FIRST, refusedUntil })
  const expired = decide([attempt(FIRST)], snapshot({ nonces: [stored(NOW - 1)] }))
  expect([expired.codes, expired.effects.expiredNonces]).toEqual([['KEY_VALID'], [stored(NOW - 1)]])
  const refused = decide([attempt(FIRST)], snapshot({ nonces: [stored(NOW)] }))
  expect([refused.codes, refused.effects.usedNonces]).toEqual([['SECURITY_ERROR'], []])
})
