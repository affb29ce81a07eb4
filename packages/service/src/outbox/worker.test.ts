import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { StorageUnavailable } from '../core/storage/storage.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { NOW, testAccount, testProject } from '../testing/records.ts'
import { seededBelow } from '../testing/seeded-below.ts'
import { KEPT_SECONDS, type OutboxEntry, waitAfter } from './outbox.ts'
import { NO_LIMITS, testItem } from './testing/items.ts'
import { createOutbox, type OutboxParts, type SendItem } from './worker.ts'

const SEEDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 50 : 2
const DELIVERED = { kind: 'delivered', answer: '250 OK' } as const
const log = { warn() {}, info() {} }

let dir: string
let storages: readonly [Storage, Storage]
const clock = { now: NOW }

beforeEach(async () => {
  clock.now = NOW
  dir = mkdtempSync(join(tmpdir(), 'latchkey-outbox-'))
  const seal = createServiceKey(randomBytes(32))
  const open = () => createSqliteStorage({ path: join(dir, 'test.sqlite'), seal })
  storages = [await open(), await open()]
  await storages[0].createAccount(testAccount())
  await storages[0].createProject(testProject())
})
afterEach(async () => {
  for (const storage of storages) await storage.close()
  rmSync(dir, { recursive: true })
})

const start = (
  nodeId: string,
  storage: OutboxParts['storage'],
  send: SendItem,
  parts?: Partial<OutboxParts>,
) => {
  const worker = createOutbox({
    ...{ storage, nodeId, log, clock: () => clock.now, limits: NO_LIMITS, lookEveryMs: 1 },
    senders: { mail: send },
    ...parts,
  })
  worker.begin()
  return worker
}

describe('the waits between tries', () => {
  test('grow to a day, with jitter', () => {
    expect(waitAfter(1, 0)).toBe(60)
    expect(waitAfter(1, 1)).toBe(75)
    expect(waitAfter(2, 0)).toBe(300)
    expect(waitAfter(99, 0)).toBe(86_400)
    for (let tries = 1; tries < 20; tries += 1) {
      expect(waitAfter(tries + 1, 0)).toBeGreaterThanOrEqual(waitAfter(tries, 0))
    }
  })
})

describe('the worker of the outbox', () => {
  const stateOf = async (id: string) => (await storages[0].findOutboxEntry('project', 'mail', id))?.state

  test('sends once with two nodes', async () => {
    const sent: string[] = []
    const send: SendItem = async ({ id }) => {
      sent.push(id)
      return DELIVERED
    }
    const items = Array.from({ length: 30 }, () => testItem())
    for (const item of items) await storages[0].queueItem('project', item)
    const workers = storages.map((storage, n) => start(`node ${n}`, storage, send))
    await expect.poll(() => storages[0].countOutbox()).toMatchObject({ waiting: 0 })
    for (const worker of workers) await worker.stop()
    expect(sent.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
  })

  test('breaks off a try that hangs, and sends to others meanwhile', async () => {
    const [hangs, works] = [testItem({ receiver: 'hangs' }), testItem()]
    for (const item of [hangs, works]) await storages[0].queueItem('project', item)
    const send: SendItem = ({ receiver }) =>
      receiver === 'hangs' ? new Promise(() => {}) : Promise.resolve(DELIVERED)
    const worker = start('node', storages[0], send, { sendWithinMs: 200 })
    await expect.poll(() => stateOf(works.id)).toBe('sent')
    await expect
      .poll(() => storages[0].findOutboxEntry('project', 'mail', hangs.id))
      .toMatchObject({ state: 'waiting', tries: 1, answer: expect.stringContaining('timeout') })
    await worker.stop()
  })

  test('waits at its stop for the try under way, and records it', async () => {
    const item = testItem()
    await storages[0].queueItem('project', item)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const worker = start('node', storages[0], async () => {
      begin()
      await answered
      return DELIVERED
    })
    await begun
    const stopped = worker.stop()
    answer()
    await stopped
    expect(await stateOf(item.id)).toBe('sent')
  })

  test('records the end of a try when the database is back', async () => {
    const item = testItem()
    await storages[0].queueItem('project', item)
    let failures = 3
    let sent = 0
    const storage: OutboxParts['storage'] = {
      ...storages[0],
      endTry: async (...end) => {
        failures -= 1
        if (failures >= 0) throw new StorageUnavailable('away')
        return storages[0].endTry(...end)
      },
    }
    const worker = start('node', storage, async () => {
      sent += 1
      return DELIVERED
    })
    await expect.poll(() => stateOf(item.id)).toBe('sent')
    await worker.stop()
    expect(sent).toBe(1)
  })

  test(`whatever fails, each item arrives or is listed as given up, with ${SEEDS} seeds`, {
    timeout: SEEDS * 20_000,
  }, async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      clock.now = NOW
      const below = seededBelow(20_261_123 + seed)
      const accepted = new Map<string, string>()
      const send: SendItem = ({ id, body, kind }, signal) => {
        // Some items never succeed, so that they are given up.
        const fault = kind === 'never' ? below(3) : below(7)
        if (fault >= 3) accepted.set(id, body)
        if (fault === 0) return Promise.reject(new Error('refused the connection'))
        if (fault === 1) return Promise.resolve({ kind: 'failed', answer: '451 Later' })
        // The receiver may accept an item, and its answer may still be lost.
        if (fault === 2 || fault === 3) {
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        }
        if (fault === 4) return Promise.resolve({ kind: 'refused', answer: '550 No' })
        return Promise.resolve(DELIVERED)
      }
      const items = Array.from({ length: 12 }, (_, n) =>
        testItem({ body: `body ${seed} ${n}`, kind: n < 2 ? 'never' : 'key' }),
      )
      for (const item of items) await storages[below(2) === 0 ? 0 : 1].queueItem('project', item)
      /** A worker whose database fails at times, and which ends while it has leased items. */
      const startOne = (place: 0 | 1, life: number) => {
        const own = storages[place]
        let isDead = false
        const failing = <Result>(work: () => Promise<Result>): Promise<Result> =>
          isDead || below(5) === 0 ? Promise.reject(new StorageUnavailable('away')) : work()
        const storage: OutboxParts['storage'] = {
          ...own,
          leaseOutbox: (lease) => failing(() => own.leaseOutbox(lease)),
          endTry: (...end) => failing(() => own.endTry(...end)),
        }
        const worker = start(`node ${place} ${life}`, storage, send, {
          sendWithinMs: 5,
          random: () => below(100) / 100,
        })
        return {
          stop: worker.stop,
          die() {
            isDead = true
            return worker.stop()
          },
        }
      }
      const workers = [startOne(0, 0), startOne(1, 0)]
      let life = 0
      // The first items are deleted when the last ones are given up.
      const ended = new Map<string, OutboxEntry>()
      while (ended.size < items.length) {
        clock.now += below(40_000)
        const node = { id: 'node', url: 'http://127.0.0.1/' }
        await storages[0].announceNode(node, clock.now + 15, clock.now)
        if (below(10) === 0) {
          life += 1
          const place = below(2) === 0 ? 0 : 1
          await workers[place]?.die()
          workers[place] = startOne(place, life)
        }
        for (const { entry } of await storages[0].listOutbox('project', 'mail', { limit: 99 })) {
          if (entry.state !== 'waiting' && items.some(({ id }) => id === entry.id)) ended.set(entry.id, entry)
        }
      }
      for (const worker of workers) await worker.stop()
      expect(await storages[0].countOutbox()).toMatchObject({ waiting: 0 })
      for (const { id, body, kind } of items) {
        const entry = ended.get(id)
        if (entry?.state === 'sent') expect(accepted.get(id), `seed ${seed}`).toBe(body)
        else {
          expect(entry, `seed ${seed}`).toMatchObject({
            state: 'given-up',
            reason: expect.stringMatching(kind === 'never' ? /^expired$/ : /^(expired|refused)$/),
          })
        }
        if (kind === 'never') expect(entry?.endedAt).toBeGreaterThanOrEqual(NOW + KEPT_SECONDS)
      }
    }
  })
})
