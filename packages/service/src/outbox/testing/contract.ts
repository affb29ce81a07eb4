import { describe, expect, test } from 'vitest'
import type { Storage } from '../../modules.ts'
import { NOW, testProject } from '../../testing/records.ts'
import { KEPT_SECONDS, waitAfter } from '../outbox.ts'
import { NO_LIMITS, testItem, testLease } from './items.ts'

const DELIVERED = { kind: 'delivered', answer: '250 OK' } as const
const FAILED = { kind: 'failed', answer: '451 Later' } as const

/** Tests of the outbox. `nodes`: two storages on one database, or the same one twice. */
export function describeOutbox(nodes: () => Promise<readonly [Storage, Storage]>): void {
  describe('an outbox', () => {
    const find = (storage: Storage, id: string) => storage.findOutboxEntry('project', 'mail', id)
    const pass = (storage: Storage, now: number) =>
      storage.announceNode({ id: 'node', url: 'http://127.0.0.1/' }, now + 15, now)

    test('gives each item to one node at a time, with what it was written with', async () => {
      const [one, two] = await nodes()
      const items = Array.from({ length: 20 }, (_, n) => testItem({ body: `body ${n}`, about: `1-${n}` }))
      for (const item of items) expect(await one.queueItem('project', item)).toBe('queued')
      expect(await one.queueItem('nobody', testItem())).toBe('no-such-project')
      const taken = []
      for (let turn = 0; turn < 4; turn += 1) {
        const both = [one.leaseOutbox(testLease('a')), two.leaseOutbox(testLease('b'))]
        taken.push(...(await Promise.all(both)).flat())
      }
      // A node that waited for another one may get fewer items than it requested.
      for (const more of [one, two]) taken.push(...(await more.leaseOutbox(testLease('c', { most: 20 }))))
      const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
      expect(taken.toSorted(byId)).toEqual(
        items
          .toSorted(byId)
          .map((item) => expect.objectContaining({ ...item, projectId: 'project', tries: 1 })),
      )
    })

    test('lets another node try when a lease has ended, and records nothing of the first any more', async () => {
      const [one, two] = await nodes()
      const item = testItem()
      await one.queueItem('project', item)
      await one.leaseOutbox(testLease('a'))
      expect(await two.leaseOutbox(testLease('b', { now: NOW + 179 }))).toEqual([])
      const [again] = await two.leaseOutbox(testLease('b', { now: NOW + 180 }))
      expect(again).toMatchObject({ id: item.id, body: 'the body', tries: 2 })
      expect(await one.endTry(item.id, 'a', FAILED, NOW + 181, 0)).toBe(false)
      expect(await find(one, item.id)).toMatchObject({ state: 'waiting', tries: 2, answer: '' })
      expect(await two.endTry(item.id, 'b', DELIVERED, NOW + 182, 0)).toBe(true)
      expect(await two.endTry(item.id, 'b', FAILED, NOW + 183, 0)).toBe(false)
      const sent = { state: 'sent', tries: 2, answer: '250 OK', endedAt: NOW + 182, reason: '' }
      expect(await find(one, item.id)).toMatchObject(sent)
      expect(await one.leaseOutbox(testLease('a', { now: NOW + 9_999 }))).toEqual([])
    })

    test('waits after a try that failed, and gives up what was refused', async () => {
      const [one] = await nodes()
      const [item, refused] = [testItem(), testItem()]
      for (const some of [item, refused]) await one.queueItem('project', some)
      await one.leaseOutbox(testLease('a'))
      const answer = `451 ${'ü'.repeat(2_000)}\r\nBcc: x`
      await one.endTry(item.id, 'a', { kind: 'failed', answer }, NOW + 1, 0.5)
      const dueAt = NOW + 1 + waitAfter(1, 0.5)
      const known = await find(one, item.id)
      expect(known).toMatchObject({ state: 'waiting', dueAt, tries: 1, endedAt: 0 })
      expect(known?.answer).toBe(`451 ${'ü'.repeat(510)}`)
      expect(await one.leaseOutbox(testLease('a', { now: dueAt - 1 }))).toEqual([])
      expect(await one.leaseOutbox(testLease('a', { now: dueAt }))).toMatchObject([{ id: item.id, tries: 2 }])
      await one.endTry(refused.id, 'a', { kind: 'refused', answer: '550 No' }, NOW + 2, 0)
      const givenUp = { state: 'given-up', reason: 'refused', answer: '550 No', endedAt: NOW + 2 }
      expect(await find(one, refused.id)).toMatchObject(givenUp)
      expect(await one.countOutbox()).toEqual({ waiting: 1, waitingSince: NOW, givenUp: 1 })
    })

    test('gives up what was not sent in time, unless the try under way ends well, and forgets it', async () => {
      const [one] = await nodes()
      const [idle, sent] = [
        testItem({ dueAt: NOW + 60, expiresAt: NOW + 900 }),
        testItem({ expiresAt: NOW + 900 }),
      ]
      for (const item of [idle, sent]) await one.queueItem('project', item)
      await one.leaseOutbox(testLease('a', { until: NOW + 2_000 }))
      await pass(one, NOW + 899)
      expect(await find(one, idle.id)).toMatchObject({ state: 'waiting' })
      expect(await one.leaseOutbox(testLease('b', { now: NOW + 900 }))).toEqual([])
      await pass(one, NOW + 900)
      const expired = { state: 'given-up', reason: 'expired', endedAt: NOW + 900 }
      for (const { id } of [idle, sent]) expect(await find(one, id)).toMatchObject(expired)
      expect(await one.endTry(sent.id, 'a', DELIVERED, NOW + 901, 0)).toBe(true)
      expect(await find(one, sent.id)).toMatchObject({ state: 'sent', reason: '' })
      await pass(one, NOW + 900 + KEPT_SECONDS)
      expect(await find(one, idle.id)).toMatchObject(expired)
      await pass(one, NOW + 902 + KEPT_SECONDS)
      for (const { id } of [idle, sent]) expect(await find(one, id)).toBeUndefined()
    })

    test('postpones what is over the limit of a receiver or a project, and nothing else', async () => {
      const [one] = await nodes()
      await one.createProject(testProject({ id: 'other', appName: 'other-app' }))
      const limits = { ...NO_LIMITS, perReceiver: 2, perProject: 4 }
      const queue = async (project: string, receiver: string) => {
        const item = testItem({ receiver })
        await one.queueItem(project, item)
        return item.id
      }
      const lease = async (now: number) => {
        const items = await one.leaseOutbox(testLease('a', { limits, now, most: 9, random: () => 0.5 }))
        for (const { id } of items) await one.endTry(id, 'a', DELIVERED, now, 0)
        return items.map(({ id }) => id)
      }
      const first = [await queue('project', 'a'), await queue('project', 'a')]
      const third = await queue('project', 'a')
      first.push(await queue('project', 'b'), await queue('other', 'a'))
      expect(await lease(NOW)).toEqual(first)
      expect(await find(one, third)).toMatchObject({ dueAt: NOW + 5_400, tries: 0 })
      const [fourth, fifth] = [await queue('project', 'c'), await queue('project', 'd')]
      expect(await lease(NOW + 3_599)).toEqual([fourth])
      expect(await lease(NOW + 8_999)).toEqual([third, fifth])
    })

    test('lists the newest first, by state and by what they are about, and without bodies', async () => {
      const [one] = await nodes()
      const items = [testItem({ about: '1-a' }), testItem(), testItem({ about: '1-a' })]
      for (const item of items) await one.queueItem('project', item)
      const [first, second, third] = items.map(({ id }) => id)
      await one.leaseOutbox(testLease('a', { most: 1 }))
      await one.endTry(first ?? '', 'a', DELIVERED, NOW, 0)
      const idsOf = async (page: Partial<Parameters<Storage['listOutbox']>[2]>) =>
        (await one.listOutbox('project', 'mail', { limit: 9, ...page })).map(({ entry }) => entry.id)
      expect(await idsOf({})).toEqual([third, second, first])
      expect(await idsOf({ state: 'sent' })).toEqual([first])
      expect(await idsOf({ about: '1-a' })).toEqual([third, first])
      const [newest] = await one.listOutbox('project', 'mail', { limit: 1 })
      expect(await idsOf({ before: newest?.row, limit: 1 })).toEqual([second])
      expect(JSON.stringify(await one.listOutbox('project', 'mail', { limit: 9 }))).not.toContain('body')
      expect(await one.listOutbox('nobody', 'mail', { limit: 9 })).toEqual([])
      expect(await one.findOutboxEntry('nobody', 'mail', first ?? '')).toBeUndefined()
    })

    test('forgets a receiver: takes address and answers from what has ended, and deletes or readdresses what waits', async () => {
      const [one] = await nodes()
      const receiver = 'ada@example.org'
      const [sent, waiting, other] = [
        testItem({ receiver }),
        testItem({ receiver, dueAt: NOW + 60 }),
        testItem(),
      ]
      for (const item of [sent, waiting, other]) await one.queueItem('project', item)
      await one.leaseOutbox(testLease('a'))
      for (const { id } of [sent, other]) {
        await one.endTry(id, 'a', { kind: 'refused', answer: '550 <ada@example.org> is unknown' }, NOW, 0)
      }
      await one.forgetReceiver('nobody', receiver)
      expect(await find(one, sent.id)).toMatchObject({ receiver, answer: expect.stringContaining(receiver) })
      // A try to the earlier receiver is under way.
      await one.leaseOutbox(testLease('a', { now: NOW + 60 }))
      const readdress = (body: string) => `${body}, for another`
      await one.forgetReceiver('account', receiver, { receiver: 'new@example.org', readdress })
      expect(await find(one, sent.id)).toMatchObject({ state: 'given-up', receiver: '', answer: '' })
      expect(await one.endTry(waiting.id, 'a', DELIVERED, NOW + 61, 0)).toBe(false)
      expect(await one.leaseOutbox(testLease('a', { now: NOW + 239 }))).toEqual([])
      expect(await one.leaseOutbox(testLease('a', { now: NOW + 240 }))).toMatchObject([
        { id: waiting.id, receiver: 'new@example.org', body: 'the body, for another' },
      ])
      await one.forgetReceiver('account', 'new@example.org')
      expect(await find(one, waiting.id)).toBeUndefined()
      expect(await find(one, other.id)).toMatchObject({
        receiver: other.receiver,
        answer: expect.stringMatching(/^550/),
      })
    })

    test('is deleted with its project', async () => {
      const [one] = await nodes()
      const item = testItem()
      await one.queueItem('project', item)
      const by = { at: NOW, actor: 'service', address: '', fields: [] } as const
      expect(await one.deleteProject('project', 100, by)).toBe('deleted')
      expect(await one.leaseOutbox(testLease('a'))).toEqual([])
      expect(await one.countOutbox()).toMatchObject({ waiting: 0 })
    })
  })
}
