import { NEVER } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { expiryAfterClaim, expiryAtCreation, isExpired, LAST_SECOND } from './key-expiry.ts'

const DAY = 86_400

describe('the expiry of a new key', () => {
  test.each([
    ['neither wanted', {}, false, { authExpire: NEVER, keyDays: 0 }],
    ['never wanted', { authExpire: NEVER, keyDays: 5 }, false, { authExpire: NEVER, keyDays: 0 }],
    ['days, unclaimed', { keyDays: 30 }, false, { authExpire: 0, keyDays: 30 }],
    ['days, claimed', { keyDays: 30 }, true, { authExpire: NOW + 30 * DAY, keyDays: 30 }],
    ['an end, claimed', { authExpire: NOW + DAY }, true, { authExpire: NOW + DAY, keyDays: 0 }],
    ['an end, unclaimed', { authExpire: NOW + DAY / 2 }, false, { authExpire: 0, keyDays: 0.5 }],
    ['an end that has passed', { authExpire: NOW - 5 }, false, { authExpire: NOW - 5, keyDays: 0 }],
    ['no days', { keyDays: 0 }, false, { authExpire: NEVER, keyDays: 0 }],
  ])('with %s', (_what, wanted, claimed, expected) => {
    expect(expiryAtCreation(wanted, claimed, NOW)).toEqual(expected)
  })
})

describe('a claim', () => {
  test('starts a countdown of days once', () => {
    const claimed = expiryAfterClaim({ authExpire: 0, keyDays: 1.5 }, NOW)
    expect(claimed).toBe(NOW + 1.5 * DAY)
    expect(expiryAfterClaim({ authExpire: claimed, keyDays: 1.5 }, NOW + DAY)).toBe(claimed)
  })

  test('leaves a fixed end and no end as they are', () => {
    expect(expiryAfterClaim({ authExpire: NOW + 9, keyDays: 0 }, NOW)).toBe(NOW + 9)
    expect(expiryAfterClaim({ authExpire: NEVER, keyDays: 0 }, NOW)).toBe(NEVER)
  })

  test('never leads past what a 32-bit second can say', () => {
    expect(expiryAfterClaim({ authExpire: 0, keyDays: 1e9 }, NOW)).toBe(LAST_SECOND)
  })

  test('gives back the second of an end that was turned into days', () => {
    for (const seconds of [1, 59, 86_399, 123_457, 31_536_001]) {
      const { keyDays } = expiryAtCreation({ authExpire: NOW + seconds }, false, NOW)
      expect(expiryAfterClaim({ authExpire: 0, keyDays }, NOW)).toBe(NOW + seconds)
    }
  })
})

test('a key is expired from its second on, never when it has none, and not before its countdown', () => {
  expect(isExpired({ authExpire: NOW + 1, keyDays: 0 }, NOW)).toBe(false)
  expect(isExpired({ authExpire: NOW, keyDays: 0 }, NOW)).toBe(true)
  expect(isExpired({ authExpire: NEVER, keyDays: 0 }, NOW)).toBe(false)
  expect(isExpired({ authExpire: 0, keyDays: 1 }, NOW)).toBe(false)
})
