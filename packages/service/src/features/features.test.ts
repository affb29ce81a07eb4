import { KEY_VALID, NEVER } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { type CheckAttempt, decideCheck } from '../checks/check-key.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
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

const PROJECT = testProject({ features: ['all', 'export'], movesPerYear: 2 })
const LATER = NOW + SECONDS_A_DAY
const EARLIER = NOW - SECONDS_A_DAY

function check(
  license: License,
  use: 'check' | 'move' | 'devices' = 'check',
  bannedDevice?: License,
  more: Partial<CheckAttempt> = {},
) {
  const attempt = signedAttempt({ use, key: license.key, ...more }, PROJECT)
  return decideCheck(attempt, { project: PROJECT, nonceTaken: false, license, bannedDevice }, NOW)
}

const ENDS: readonly Partial<License>[] = [
  { authExpire: NEVER },
  { authExpire: EARLIER },
  { authExpire: NOW },
  { authExpire: LATER },
  // The days have not begun.
  { authExpire: 0, keyDays: 3 },
]
const LINKS = [{}, linkedTo(DEVICE), linkedTo(OTHER_DEVICE)]
const BANS = [{}, banned(), banned({ banExpire: LATER }), banned({ banExpire: EARLIER })]
const TERMS = [NEVER, EARLIER - 1, LATER + 1].flatMap((updatesUntil) =>
  [false, true].map((perpetual) => ({ updatesUntil, perpetual })),
)
const LICENSES: readonly License[] = ENDS.flatMap((end) =>
  LINKS.flatMap((link) =>
    // The days of a linked key have begun.
    end.authExpire === 0 && link.identifier !== undefined
      ? []
      : BANS.flatMap((ban) =>
          TERMS.map((terms) => testLicense({ ...end, ...link, ...ban, ...terms, features: ['own'] })),
        ),
  ),
)

/** A second implementation of the rules. */
function expectedOf(license: License, use: 'check' | 'move') {
  if (license.banned && (license.banExpire === NEVER || license.banExpire > NOW))
    return { code: 'KEY_BANNED' }
  if (license.authExpire > 0 && license.authExpire <= NOW && !license.perpetual)
    return { code: 'KEY_EXPIRED' }
  if (license.identifier === OTHER_DEVICE && use === 'check') return { code: 'KEY_HWID_LOCKED' }
  const end = license.authExpire === 0 ? NOW + 3 * SECONDS_A_DAY : license.authExpire
  const isEndOfUpdates =
    license.perpetual && end !== NEVER && (license.updatesUntil === NEVER || end < license.updatesUntil)
  const updatesUntil = isEndOfUpdates ? end : license.updatesUntil
  return {
    code: KEY_VALID,
    end,
    features: ['all', 'export', 'own'],
    updatesUntil: updatesUntil === NEVER ? undefined : updatesUntil,
    isPerpetual: license.perpetual ? true : undefined,
  }
}

test('a perpetual key works after its end, and a ban still refuses it', () => {
  for (const license of LICENSES) {
    for (const use of ['check', 'move'] as const) {
      const { answer, effects } = check(license, use)
      const { code, end, ...terms } = expectedOf(license, use)
      const { features, updatesUntil, isPerpetual } = answer.fields ?? {}
      expect({ code: answer.code, features, updatesUntil, isPerpetual }, JSON.stringify(license)).toEqual({
        code,
        ...terms,
      })
      if (end === undefined) continue
      expect(answer.data?.auth_expire).toBe(end)
      expect((effects.license ?? license).identifier).toBe(DEVICE)
    }
  }
  expect(LICENSES).toHaveLength((ENDS.length * LINKS.length - 2) * BANS.length * TERMS.length)
})

test('a banned device is refused with a perpetual key, too', () => {
  const license = testLicense({ ...linkedTo(DEVICE), authExpire: EARLIER, perpetual: true })
  const bannedDevice = testLicense({ ...linkedTo(DEVICE), ...banned() })
  expect(check(license, 'check', bannedDevice).answer).not.toHaveProperty('fields.isPerpetual')
  expect(check(license, 'check', bannedDevice).answer.code).toBe('KEY_BANNED')
})

test('a perpetual key ends for an app without public keys, which cannot know its versions', () => {
  const license = testLicense({ ...linkedTo(DEVICE), authExpire: EARLIER, perpetual: true })
  expect(check(license).answer.code).toBe('KEY_VALID')
  const { answer, effects } = check(license, 'check', undefined, { isUnsigned: true })
  expect(answer.code).toBe('KEY_EXPIRED')
  expect(effects.license).toBeUndefined()
})

test('a trial ends, also when it was made perpetual', () => {
  const trial = { ...linkedTo(DEVICE), perpetual: true, trial: true, features: ['own'] }
  const { fields } = check(testLicense({ ...trial, authExpire: LATER })).answer
  expect(fields).toMatchObject({ isTrial: true, features: ['all', 'export', 'own'] })
  expect(fields).not.toHaveProperty('isPerpetual')
  expect(check(testLicense({ ...trial, authExpire: NOW })).answer.code).toBe('KEY_EXPIRED')
})

test('a list of devices does not tell what the key opens', () => {
  const license = testLicense({ ...linkedTo(OTHER_DEVICE), features: ['own'], perpetual: true })
  const { code, fields } = check(license, 'devices').answer
  expect(code).toBe('DEVICES_LISTED')
  expect(Object.keys(fields ?? {}).toSorted()).toEqual(['devices', 'move'])
})

test('features are sorted, and each is there once', () => {
  const { fields } = check(testLicense({ features: ['z', 'all', '3d', 'export'] })).answer
  expect(fields?.features).toEqual(['3d', 'all', 'export', 'z'])
})
