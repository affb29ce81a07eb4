import { KEY_VALID, NEVER } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { type CheckAttempt, decideCheck } from '../checks/check-key.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import type { User } from '../core/license/users.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  signedAttempt,
  testProject,
  testUser,
} from '../testing/records.ts'

const PROJECT = testProject({ features: ['all', 'export'], movesPerYear: 2 })
const LATER = NOW + SECONDS_A_DAY
const EARLIER = NOW - SECONDS_A_DAY

function check(
  user: User,
  use: 'check' | 'move' | 'devices' = 'check',
  bannedDevice?: User,
  more: Partial<CheckAttempt> = {},
) {
  const attempt = signedAttempt({ use, key: user.key, ...more }, PROJECT)
  return decideCheck(attempt, { project: PROJECT, nonceTaken: false, user, bannedDevice }, NOW)
}

const ENDS: readonly Partial<User>[] = [
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
const USERS: readonly User[] = ENDS.flatMap((end) =>
  LINKS.flatMap((link) =>
    // The days of a linked key have begun.
    end.authExpire === 0 && link.identifier !== undefined
      ? []
      : BANS.flatMap((ban) =>
          TERMS.map((terms) => testUser({ ...end, ...link, ...ban, ...terms, features: ['own'] })),
        ),
  ),
)

/** The same rules, written a second time. */
function expectedOf(user: User, use: 'check' | 'move') {
  if (user.banned && (user.banExpire === NEVER || user.banExpire > NOW)) return { code: 'KEY_BANNED' }
  if (user.authExpire > 0 && user.authExpire <= NOW && !user.perpetual) return { code: 'KEY_EXPIRED' }
  if (user.identifier === OTHER_DEVICE && use === 'check') return { code: 'KEY_HWID_LOCKED' }
  const end = user.authExpire === 0 ? NOW + 3 * SECONDS_A_DAY : user.authExpire
  const isEndOfUpdates =
    user.perpetual && end !== NEVER && (user.updatesUntil === NEVER || end < user.updatesUntil)
  const updatesUntil = isEndOfUpdates ? end : user.updatesUntil
  return {
    code: KEY_VALID,
    end,
    features: ['all', 'export', 'own'],
    updatesUntil: updatesUntil === NEVER ? undefined : updatesUntil,
    isPerpetual: user.perpetual ? true : undefined,
  }
}

test('a perpetual key works after its end, and a ban still refuses it', () => {
  for (const user of USERS) {
    for (const use of ['check', 'move'] as const) {
      const { answer, effects } = check(user, use)
      const { code, end, ...terms } = expectedOf(user, use)
      const { features, updatesUntil, isPerpetual } = answer.license ?? {}
      expect({ code: answer.code, features, updatesUntil, isPerpetual }, JSON.stringify(user)).toEqual({
        code,
        ...terms,
      })
      if (end === undefined) continue
      expect(answer.data?.auth_expire).toBe(end)
      expect((effects.user ?? user).identifier).toBe(DEVICE)
    }
  }
  expect(USERS).toHaveLength((ENDS.length * LINKS.length - 2) * BANS.length * TERMS.length)
})

test('a banned device is refused with a perpetual key, too', () => {
  const user = testUser({ ...linkedTo(DEVICE), authExpire: EARLIER, perpetual: true })
  const bannedDevice = testUser({ ...linkedTo(DEVICE), ...banned() })
  expect(check(user, 'check', bannedDevice).answer).not.toHaveProperty('license.isPerpetual')
  expect(check(user, 'check', bannedDevice).answer.code).toBe('KEY_BANNED')
})

test('a perpetual key ends for an app without public keys, which cannot know its versions', () => {
  const user = testUser({ ...linkedTo(DEVICE), authExpire: EARLIER, perpetual: true })
  expect(check(user).answer.code).toBe('KEY_VALID')
  const { answer, effects } = check(user, 'check', undefined, { isUnsigned: true })
  expect(answer.code).toBe('KEY_EXPIRED')
  expect(effects.user).toBeUndefined()
})

test('a trial ends, also when it was made perpetual', () => {
  const trial = { ...linkedTo(DEVICE), perpetual: true, trial: true, features: ['own'] }
  const { license } = check(testUser({ ...trial, authExpire: LATER })).answer
  expect(license).toMatchObject({ isTrial: true, features: ['all', 'export', 'own'] })
  expect(license).not.toHaveProperty('isPerpetual')
  expect(check(testUser({ ...trial, authExpire: NOW })).answer.code).toBe('KEY_EXPIRED')
})

test('a list of devices does not tell what the key opens', () => {
  const user = testUser({ ...linkedTo(OTHER_DEVICE), features: ['own'], perpetual: true })
  const { code, license } = check(user, 'devices').answer
  expect(code).toBe('DEVICES_LISTED')
  expect(Object.keys(license ?? {}).toSorted()).toEqual(['devices', 'move'])
})

test('features are sorted, and each is there once', () => {
  const { license } = check(testUser({ features: ['z', 'all', '3d', 'export'] })).answer
  expect(license?.features).toEqual(['3d', 'all', 'export', 'z'])
})
