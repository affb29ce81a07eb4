import { createLicenseKey } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { NO_TRIALS } from '../core/accounts/projects.ts'
import { DEVICE, linkedTo, NOW, testLicense } from '../testing/records.ts'
import { decideTrial, type TrialSnapshot } from './trials.ts'

const rules = { ...NO_TRIALS, trialDays: 14 }
const decide = (known: TrialSnapshot['known'], changes: Partial<TrialSnapshot> = {}) =>
  decideTrial(
    { deviceId: DEVICE, strength: 'strong', newKey: createLicenseKey() },
    { rules, known, startedToday: 0, startedByAddress: 0, ...changes },
    NOW,
  )
const license = testLicense({ ...linkedTo(DEVICE), trial: true, authExpire: NOW + 1 })
const used = { kind: 'refused', refusal: { code: 'TRIAL_USED' } }

test('gives away the key of a trial that runs, and no other key', () => {
  expect(decide({ license })).toEqual({ kind: 'running', key: license.key })
  expect(decide({ license: { ...license, trial: false } })).toMatchObject(used)
  expect(decide({ license: { ...license, authExpire: NOW } })).toMatchObject(used)
  expect(decide({ license: undefined })).toMatchObject(used)
})

test('gives a key again above the limits of the day and on a weak device', () => {
  const limited = { startedToday: 9_999, startedByAddress: 9_999 }
  expect(decide({ license }, limited)).toMatchObject({ kind: 'running' })
  const code = (snapshot: Partial<TrialSnapshot>) => {
    const decided = decide(undefined, snapshot)
    return decided.kind === 'refused' ? decided.refusal.code : decided.kind
  }
  expect(code({ startedToday: 999, startedByAddress: 4 })).toBe('starts')
  expect(code({ startedToday: 1_000 })).toBe('TRIAL_LIMIT_REACHED')
  expect(code({ startedByAddress: 5 })).toBe('TRIAL_LIMIT_REACHED')
  expect(code({ rules: NO_TRIALS })).toBe('TRIAL_NOT_OFFERED')
})
