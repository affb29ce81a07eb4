import { beforeEach, describe, expect, test } from 'vitest'
import { NOW } from '../testing/records.ts'
import type { Storage } from './storage.ts'

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
      expect([await storage.readCount('b', NOW + 10), await storage.readCount('b', NOW + 11)]).toEqual([5, 0])
      expect(await add(NOW + 11, ['b', 1])).toEqual([1])
      expect(await storage.readCount('nobody', NOW)).toBe(0)
      expect(await storage.addCounts([], NOW)).toEqual([])
      await Promise.all(Array.from({ length: 20 }, () => add(NOW + 12, ['d', 1], ['e', 1])))
      expect(await storage.readCount('d', NOW + 12)).toBe(20)
    })

    test('spend a token once', async () => {
      const spent = await Promise.all(Array.from({ length: 5 }, () => storage.spend('token', NOW + 5)))
      expect(spent.filter(Boolean)).toHaveLength(1)
      await storage.announceNode(node('a'), NOW + 9, NOW + 5)
      expect(await storage.spend('token', NOW + 5)).toBe(false)
      expect(await storage.spend('another', NOW + 5)).toBe(true)
      // Past its second it is forgotten: what it stood for is no longer good.
      await storage.announceNode(node('a'), NOW + 9, NOW + 6)
      expect(await storage.spend('token', NOW + 5)).toBe(true)
    })
  })
}
