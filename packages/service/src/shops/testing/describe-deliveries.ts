import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lemonSqueezyDelivery, orderOf } from '../../../../shops/src/testing/lemon-squeezy-deliveries.ts'
import { paddleEvent, transaction } from '../../../../shops/src/testing/paddle-deliveries.ts'
import { PAID_AT, SESSION_ID, session, stripeEvent } from '../../../../shops/src/testing/stripe-deliveries.ts'
import { createLog } from '../../core/operations/log.ts'
import { VERSION } from '../../core/version.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { createDeliveryReader } from '../adapters.ts'
import { createOrderWork } from '../follow-orders.ts'
import { addTestShop } from './test-shop.ts'

const MIB = 1_024 * 1_024
const PAID = stripeEvent('checkout.session.completed', session())

/** Tests of the deliveries of shops: at one node on SQLite, and at several on PostgreSQL. */
export function describeDeliveries(): void {
  describe('deliveries of shops', () => {
    let service: TestService
    beforeEach(async () => {
      service = await startTestService()
      service.clock.now = PAID_AT + 60
    })
    afterEach(() => service.stop())

    test('a purchase that arrives twenty times makes its licenses once', async () => {
      const shop = await addTestShop(service)
      const answers = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(PAID)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(answers.filter(({ text }) => text === 'stored\n')).toHaveLength(1)
      const [order, ...others] = await shop.orders()
      expect(others).toEqual([])
      expect(order).toMatchObject({ state: 'paid', email: 'ada@example.com', keys: { length: 3 } })
      const mails = await service.storage.listOutbox('project', 'mail', { limit: 10 })
      expect(mails).toHaveLength(1)
    })

    test('each shop is answered with 200, whatever type it says that the body has', async () => {
      const shops = [
        ['stripe', PAID, 'application/json; charset=utf-8'],
        ['paddle', paddleEvent('transaction.completed', transaction()), 'text/plain'],
        ['lemon-squeezy', lemonSqueezyDelivery('order_created', orderOf()), 'not a type'],
      ] as const
      for (const [kind, event, type] of shops) {
        const shop = await addTestShop(service, { id: kind, kind })
        const headers = { 'content-type': type }
        expect(await shop.deliver(event, { headers })).toEqual({ status: 200, text: 'stored\n' })
        expect(await shop.deliver(event, { headers })).toEqual({ status: 200, text: 'repeated\n' })
        expect(await shop.deliveries()).toMatchObject([{ state: 'facts' }])
      }
    })

    test('a delivery that the shop did not sign leaves a number and the likely reason, nothing else', async () => {
      const shop = await addTestShop(service, { secrets: ['whsec_new', 'whsec_old'] })
      const body = JSON.stringify(PAID)
      const changed = Buffer.from(body)
      changed[changed.indexOf('2900')] = 0x31
      const now = service.clock.now
      const refused = [
        [{ sent: changed }, 'wrong-signature'],
        [{ secret: 'whsec_other' }, 'wrong-signature'],
        [{ secret: '' }, 'wrong-signature'],
        [{ sent: Buffer.from(JSON.stringify(PAID, null, 2)) }, 'changed-body'],
        [{ at: now - 301 }, 'too-old'],
        [{ headers: { 'stripe-signature': '' } }, 'no-signature'],
        [{ headers: { 'stripe-signature': 'v1=1' } }, 'unreadable-signature'],
      ] as const
      for (const [index, [sending, reason]] of refused.entries()) {
        expect((await shop.deliver(body, sending)).status, reason).toBe(401)
        expect(await shop.use()).toMatchObject({ refused: index + 1, refusedReason: reason, refusedAt: now })
      }
      expect(await shop.deliveries()).toEqual([])
      // While a secret is replaced, both are right.
      expect((await shop.deliver(body, { secret: 'whsec_old', at: now - 300 })).status).toBe(200)
      expect(await shop.use()).toMatchObject({ lastDeliveryAt: now })
    })

    test('only refused deliveries count for the limit, so nobody can keep a shop from delivering', async () => {
      const shop = await addTestShop(service)
      const statuses = await Promise.all(
        Array.from({ length: 450 }, async () => (await shop.deliver('{}', { secret: 'wrong' })).status),
      )
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      expect((await shop.deliver(PAID)).status).toBe(200)
      expect((await shop.use())?.refused).toBe(statuses.filter((status) => status === 401).length)
      service.clock.now += 1
      expect((await shop.deliver('{}', { secret: 'wrong' })).status).toBe(401)
    })

    test('an authentic delivery is kept, also if it cannot be read', async () => {
      const shop = await addTestShop(service)
      const { payment_status: _, ...incomplete } = session()
      const twice = JSON.stringify({ ...PAID, id: 'evt_twice' }).replace(
        '"object":"event"',
        '"object":"other","object":"event"',
      )
      const large = { ...PAID, id: 'evt_large', padding: '' }
      const padded = (bytes: number) => {
        const rest = bytes - Buffer.byteLength(JSON.stringify(large))
        return JSON.stringify({ ...large, padding: 'x'.repeat(rest) })
      }
      const kept = [
        [twice, 'facts'],
        [{ ...PAID, id: 'evt_incomplete', data: { object: incomplete } }, 'waits'],
        [{ ...PAID, id: 'evt_test', livemode: false }, 'test'],
        [{ ...PAID, id: 'evt_other', type: 'something.new' }, 'ignored'],
        ['not JSON', 'waits'],
        ['', 'waits'],
        [padded(MIB), 'facts'],
      ] as const
      for (const [event, state] of kept) {
        expect((await shop.deliver(event)).status).toBe(200)
        expect((await shop.deliveries())[0], JSON.stringify(event).slice(0, 80)).toMatchObject({ state })
      }
      expect(await shop.deliveries()).toHaveLength(kept.length)
      const waiting = (await shop.deliveries()).find(({ eventId }) => eventId === 'evt_incomplete')
      expect(waiting?.missing).toEqual(['data.object.payment_status'])
      expect((await shop.deliver(padded(MIB + 1))).status).toBe(413)
      expect(await shop.orders()).toHaveLength(1)
    })

    test('there is no answer but 404 without a shop, and no delivery for a shop that is disconnected', async () => {
      const shop = await addTestShop(service)
      await service.storage.changeShop('project', 'shop', (known) => ({ ...known, secrets: [] }), {
        at: 0,
        actor: 'command-line',
        person: '',
        address: '',
        fields: [],
      })
      expect((await shop.deliver(PAID)).status).toBe(404)
      expect((await shop.deliver(PAID, { secret: '' })).status).toBe(404)
      expect((await fetch(`${service.url}/shops/other`, { method: 'POST', body: '{}' })).status).toBe(404)
      expect(await shop.deliveries()).toEqual([])
    })

    test('a delivery that cannot be stored is answered with 503, and the shop delivers again', async () => {
      const shop = await addTestShop(service)
      await service.loseStorage()
      expect((await shop.deliver(PAID)).status).toBe(503)
    })

    test('the metrics count deliveries, and the log has nothing of them', async () => {
      const lines: string[] = []
      const log = createLog('trace', { write: (line) => lines.push(line) })
      const logging = await startTestService({ server: { log }, toOneNode: true })
      logging.clock.now = PAID_AT + 60
      const shop = await addTestShop(logging)
      for (const _ of [1, 2]) await shop.deliver(PAID)
      const keys = (await shop.orders()).flatMap((order) => order.keys)
      expect(keys).toHaveLength(3)
      await shop.deliver(PAID, { secret: 'whsec_other' })
      const metrics = await (await fetch(`${logging.url}/metrics`)).text()
      for (const outcome of ['stored', 'repeated', 'refused'])
        expect(metrics).toContain(`latchkey_shop_deliveries_total{outcome="${outcome}"} 1`)
      await logging.loseStorage()
      expect((await shop.deliver(PAID)).status).toBe(503)
      await logging.stop()
      expect(lines.join()).toContain('the storage is unavailable')
      for (const secret of [SESSION_ID, 'ada@example.com', 'whsec_', 'v1=', ...keys])
        expect(lines.join()).not.toContain(secret)
    })

    test('IDs of customers at the shop are not in the database, and the same with the same key', () => {
      const body = Buffer.from(
        JSON.stringify(stripeEvent('checkout.session.completed', session({ customer: 'cus_ada' }))),
      )
      const idsOf = (key: string) => {
        const reading = createDeliveryReader(Buffer.from(key))('stripe', body, 'shop')
        expect(JSON.stringify(reading)).not.toContain('cus_ada')
        const ids = [...reading.facts, reading.customer].map((one) => one?.shopCustomerId)
        expect(new Set(ids).size).toBe(1)
        return ids[0]
      }
      expect(idsOf('one')).toMatch(/^[0-9a-f]{64}$/)
      expect(idsOf('one')).toBe(idsOf('one'))
      expect(idsOf('one')).not.toBe(idsOf('other'))
    })

    test('each minute, all deliveries and orders that wait are looked at, some at a time', async () => {
      const calls: unknown[] = []
      const [more, pages] = [
        [true, false],
        [7, undefined],
      ]
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const work = createOrderWork({
        storage: {
          async readAgain(_read, version) {
            calls.push(version)
            return more.shift() ?? false
          },
          async followWaiting(_now, after) {
            calls.push(after)
            return pages.shift()
          },
        },
        clock: () => PAID_AT,
        log: { warn: () => calls.push('warning') },
        readDelivery: createDeliveryReader(Buffer.from('key')),
      })
      work.begin()
      vi.advanceTimersByTime(60_000)
      vi.useRealTimers()
      await expect.poll(() => calls).toEqual([VERSION, VERSION, 0, 7])
      await work.stop()
    })
  })

  test('a shop of simulated purchases is closed at a public address, until an owner opens it', async () => {
    const statusAt = async (publicUrl: string | undefined, openUntil: number) => {
      const service = await startTestService({ settings: { publicUrl } })
      service.clock.now = PAID_AT + 60
      const shop = await addTestShop(service, { kind: 'test', isTest: true, openUntil })
      const { status } = await shop.deliver({ ...PAID, livemode: false })
      expect(await shop.deliveries()).toHaveLength(status === 200 ? 1 : 0)
      await service.stop()
      return status
    }
    const now = PAID_AT + 60
    expect(await statusAt('https://license.example/', 0)).toBe(403)
    expect(await statusAt('https://license.example/', now)).toBe(403)
    expect(await statusAt('https://127.0.0.1.example/', 0)).toBe(403)
    expect(await statusAt('https://license.example/', now + 1)).toBe(200)
    expect(await statusAt('http://localhost:8080/', 0)).toBe(200)
    expect(await statusAt(undefined, 0)).toBe(200)
  })
}
