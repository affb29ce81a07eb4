import { describe, expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  test('lets so many through in a window, and says how long to wait', () => {
    const limit = createRateLimit({ most: 2, windowSeconds: 60 })
    expect([limit.take('a', 125), limit.take('a', 130), limit.take('a', 135)]).toEqual([0, 0, 45])
    expect(limit.take('a', 179)).toBe(1)
    expect(limit.take('a', 180)).toBe(0)
  })

  test('counts callers apart', () => {
    const limit = createRateLimit({ most: 1, windowSeconds: 60 })
    expect(limit.take('a', 0)).toBe(0)
    expect(limit.take('b', 0)).toBe(0)
    expect(limit.take('a', 0)).toBe(60)
  })

  test('of 0 is none', () => {
    const limit = createRateLimit({ most: 0, windowSeconds: 60 })
    for (let count = 0; count < 1_000; count += 1) expect(limit.take('a', 0)).toBe(0)
  })

  test('stays bounded under a flood of callers, and still counts the latest', () => {
    const limit = createRateLimit({ most: 1, windowSeconds: 60 })
    for (let caller = 0; caller < 150_000; caller += 1) limit.take(`caller ${caller}`, 0)
    expect(limit.take('caller 149999', 0)).toBe(60)
    // The first ones were forgotten to make room.
    expect(limit.take('caller 0', 0)).toBe(0)
  })
})
