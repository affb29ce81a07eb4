import { describe, expect, test } from 'vitest'
import { type AddCounts, createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  test('allows a number of requests in a window, and returns the seconds to wait', () => {
    const limit = createRateLimit('test', 2)
    expect([limit.take('a', 125), limit.take('a', 130), limit.take('a', 135)]).toEqual([0, 0, 45])
    expect(limit.take('a', 179)).toBe(1)
    expect(limit.take('a', 180)).toBe(0)
  })

  test('counts callers apart', () => {
    const limit = createRateLimit('test', 1)
    expect(limit.take('a', 0)).toBe(0)
    expect(limit.take('b', 0)).toBe(0)
    expect(limit.take('a', 0)).toBe(60)
  })

  test('holds over all nodes from their next sharing on', async () => {
    const counts = new Map<string, number>()
    const addCounts: AddCounts = async (more) =>
      more.map(({ name, more: added }) => {
        counts.set(name, (counts.get(name) ?? 0) + added)
        return counts.get(name) ?? 0
      })
    const [one, two] = [0, 1].map(() => createRateLimit('test', 10))
    if (one === undefined || two === undefined) throw new Error('No limits.')
    const share = async () => {
      for (const limit of [one, two, one]) await limit.share(addCounts, 120)
    }
    for (let count = 0; count < 6; count += 1) expect(one.take('a', 120)).toBe(0)
    for (let count = 0; count < 3; count += 1) expect(two.take('a', 120)).toBe(0)
    await share()
    expect([two.take('a', 125), two.take('a', 125)]).toEqual([0, 55])
    await share()
    expect(one.take('a', 125)).toBe(55)
    expect(one.take('b', 125)).toBe(0)
    expect(one.take('a', 180)).toBe(0)
  })

  test('of 0 is none', () => {
    const limit = createRateLimit('test', 0)
    for (let count = 0; count < 1_000; count += 1) expect(limit.take('a', 0)).toBe(0)
  })

  test('stays bounded under a flood of callers, and still counts the latest', () => {
    const limit = createRateLimit('test', 1)
    for (let caller = 0; caller < 150_000; caller += 1) limit.take(`caller ${caller}`, 0)
    expect(limit.take('caller 149999', 0)).toBe(60)
    // The first callers were deleted to make room.
    expect(limit.take('caller 0', 0)).toBe(0)
  })
})
