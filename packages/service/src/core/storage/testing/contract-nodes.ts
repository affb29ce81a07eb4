import { beforeEach, describe, expect, test } from 'vitest'
import type { Storage } from '../../../modules.ts'
import { NOW } from '../../../testing/records.ts'

const DAY = 86_400

export function describeNodes(storageOf: () => Storage): void {
  describe('nodes', () => {
    let storage: Storage
    beforeEach(() => {
      storage = storageOf()
    })
    const node = (id: string) => ({ id, url: `https://${id}.example/` })

    test('know each other for as long as they say that they are alive', async () => {
      expect(await storage.announceNode(node('b'), NOW + 15, NOW)).toEqual([node('b')])
      expect(await storage.announceNode(node('a'), NOW + 20, NOW + 5)).toEqual([node('a'), node('b')])
      expect(await storage.announceNode(node('c'), NOW + 30, NOW + 15)).toEqual(['a', 'b', 'c'].map(node))
      expect(await storage.announceNode(node('c'), NOW + 31, NOW + 16)).toEqual(['a', 'c'].map(node))
      await storage.withdrawNode('a')
      const moved = { id: 'c', url: 'https://elsewhere.example/' }
      expect(await storage.announceNode(moved, NOW + 32, NOW + 17)).toEqual([moved])
    })

    test('count together until the last second of a count, and then anew', async () => {
      const add = (now: number, ...counts: [name: string, more: number][]) =>
        storage.addCounts(
          counts.map(([name, more]) => ({ name, more, until: now + 10 })),
          now,
        )
      expect(await add(NOW, ['b', 2], ['a', 1])).toEqual([2, 1])
      expect(await add(NOW + 10, ['c', 1], ['b', 3])).toEqual([1, 5])
      const read = (name: string, now: number) => storage.readCount({ name, until: now + 10 }, now)
      expect([await read('b', NOW + 10), await read('b', NOW + 11)]).toEqual([5, 0])
      expect(await add(NOW + 11, ['b', 1])).toEqual([1])
      expect(await read('nobody', NOW)).toBe(0)
      expect(await storage.addCounts([], NOW)).toEqual([])
      await Promise.all(Array.from({ length: 20 }, () => add(NOW + 12, ['d', 1], ['e', 1])))
      expect(await read('d', NOW + 12)).toBe(20)
    })

    test('take back one of a count, and none of a count that began later', async () => {
      const count = (now: number) => ({ name: 'tries', until: now + 10 })
      const add = async (now: number) => (await storage.addCounts([{ ...count(now), more: 1 }], now))[0]
      await storage.takeBackCount(count(NOW))
      expect([await add(NOW), await add(NOW + 5)]).toEqual([1, 2])
      // This is the same count, which began with the first addition.
      await storage.takeBackCount(count(NOW + 5))
      expect(await storage.readCount(count(NOW), NOW)).toBe(1)
      expect(await add(NOW + 11)).toBe(1)
      await storage.takeBackCount(count(NOW))
      expect(await storage.readCount(count(NOW + 11), NOW + 11)).toBe(1)
      for (let times = 0; times < 2; times += 1) await storage.takeBackCount(count(NOW + 11))
      expect(await add(NOW + 12)).toBe(1)
    })

    test('spend a token once', async () => {
      const spent = await Promise.all(Array.from({ length: 5 }, () => storage.spend('token', NOW + 5)))
      expect(spent.filter(Boolean)).toHaveLength(1)
      await storage.announceNode(node('a'), NOW + 9, NOW + 5)
      expect(await storage.spend('token', NOW + 5)).toBe(false)
      expect(await storage.spend('another', NOW + 5)).toBe(true)
      // It is deleted a day after its second, when the token is not valid any more anyway.
      await storage.announceNode(node('a'), NOW + DAY + 9, NOW + DAY + 6)
      expect(await storage.spend('token', NOW + 5)).toBe(true)
    })

    describe('when a clock was ahead and is right again', () => {
      const AHEAD = 6 * 3_600

      test('begin a count anew that would end long after one that begins now', async () => {
        const add = (now: number) => storage.addCounts([{ name: 'a', more: 1, until: now + 900 }], now)
        const read = (now: number) => storage.readCount({ name: 'a', until: now + 900 }, now)
        await add(NOW + AHEAD)
        expect(await add(NOW + AHEAD)).toEqual([2])
        expect(await read(NOW + AHEAD)).toBe(2)
        expect(await read(NOW)).toBe(0)
        expect(await add(NOW)).toEqual([1])
        expect(await read(NOW)).toBe(1)
        // The clocks of nodes differ a little.
        expect(await add(NOW - 30)).toEqual([2])
        expect(await read(NOW - 30)).toBe(2)
      })

      test('are not given out by what they said of a time that has not come', async () => {
        await storage.announceNode(node('a'), NOW + AHEAD + 15, NOW + AHEAD)
        expect(await storage.announceNode(node('b'), NOW + 15, NOW)).toEqual([node('b')])
        expect(await storage.announceNode(node('c'), NOW + 45, NOW + 30)).toEqual([node('c')])
      })

      test('still know a token that was spent', async () => {
        await storage.spend('token', NOW + 300)
        await storage.announceNode(node('a'), NOW + AHEAD + 15, NOW + AHEAD)
        expect(await storage.spend('token', NOW + 300)).toBe(false)
      })
    })
  })
}
