import { createLicenseKey } from '@latchkey/protocol'
import type { Fact } from '@latchkey/shops'
import { describe, expect, test } from 'vitest'
import type { Origin } from '../../core/event-log/events.ts'
import type { License } from '../../core/license/license.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../mail/settings.ts'
import type { Storage } from '../../modules.ts'
import { banned, testAccount, testLicense, testProject } from '../../testing/records.ts'
import type { LineTerms } from '../line-terms.ts'
import type { Shop } from '../shops.ts'
import type { FoundOrder, ListedDelivery } from '../storage.ts'
import { A, type Expected, LIVES, type Life, refundOfA, toFeb, toMar } from './lives.ts'
import { at, bought, fact, known, ordersOf, PRODUCTS, paid, product, subscription } from './order-world.ts'

/** Each with another order of arrival. */
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === undefined ? 1 : 6
/** Before all ends of the lives, so that their mails leave. */
const NOW = at('2027-01-01')
const ANN: Origin = { at: NOW, actor: 'person', person: 'ann@example.org', address: '', fields: [] }

const testShop = (id: string, changes: Partial<Shop> = {}): Shop => ({
  id,
  kind: 'stripe',
  name: 'Shop',
  isTest: false,
  secrets: ['secret'],
  createdAt: NOW,
  createdBy: 'ann@example.org',
  apiKeyMark: '',
  openUntil: 0,
  buyerPage: '',
  ...changes,
})

/** A project with a shop that sells the products of the lives. */
async function createShop(storage: Storage, id: string, changes: Partial<Shop> = {}) {
  await storage.createProject(testProject({ id, appName: id }))
  await storage.addShop(id, testShop(`shop-${id}`, changes), ANN)
  const put = (name: string, terms: LineTerms) =>
    storage.putProduct(id, { id: `${id} ${name}`, name, shopProducts: [name], terms }, ANN)
  for (const [name, terms] of Object.entries(PRODUCTS)) await put(name, terms)
  const shop = await storage.findShop(`shop-${id}`)
  if (shop === undefined) throw new Error('The shop was not stored.')
  let customerId = 'customer'

  const send = (on: Storage, one: Fact, email = 'buyer@example.org') =>
    on.receiveDelivery({
      shop,
      now: NOW,
      body: Buffer.from(`{"email":"${email}"}`),
      reading: {
        kind: 'facts',
        eventId: one.eventId,
        eventType: one.eventType,
        isTest: one.isTest,
        missing: [],
        facts: [{ ...one, shopCustomerId: customerId } as Fact],
        customer:
          one.kind === 'customer-known'
            ? { shopCustomerId: customerId, email, name: 'Ada', isFromBuyer: false }
            : undefined,
      },
    })
  return {
    id,
    shop,
    put,
    send,
    setCustomer: (next: string) => {
      customerId = next
    },
    async deliver(...facts: readonly Fact[]) {
      for (const one of facts) await send(storage, one)
    },
    async order(at = 0): Promise<FoundOrder> {
      const listed = (await storage.listOrders(id, { limit: 10 }))[at]
      const order = listed && (await storage.findOrder(id, listed.id))
      if (order === undefined) throw new Error('There is no such order.')
      return order
    },
    mails: () => storage.listOutbox(id, 'mail', { limit: 100 }),
    async change(change: (license: License) => License) {
      const [key = ''] = (await this.order()).keys
      await storage.changeLicense(id, key, (license) => ({ outcome: 'done', license: change(license) }), ANN)
    },
  }
}
type TestShop = Awaited<ReturnType<typeof createShop>>

const FIELDS = ['features', 'perpetual', 'maxDevices', 'updatesUntil', 'stopped'] as const

/** The licenses of an order, as a life says them. */
function shown({ licenses }: FoundOrder, expected: readonly Expected[]): Expected[] {
  return licenses.flatMap(({ license, follower }, index) => {
    if (license === undefined) return []
    const { authExpire, keyDays } = license
    const all: Record<string, unknown> = {
      end: { authExpire, keyDays },
      mails: follower.hasMail && !follower.isLinked ? 1 : 0,
      isBanned: license.banned,
      ...Object.fromEntries(FIELDS.map((name) => [name, license[name]])),
    }
    return [Object.fromEntries(Object.keys(expected[index] ?? all).map((name) => [name, all[name]]))]
  })
}

/** What the vendor does in a life, by its number. The facts of the acts are in `lives.ts`. */
const ACTS: Readonly<Record<number, (shop: TestShop, nodes: readonly [Storage, Storage]) => Promise<void>>> =
  {
    async 2({ send }, nodes) {
      const all = Array.from({ length: 20 }, (_, at) =>
        [known, A].map((one) => send(nodes[at % 2 === 0 ? 0 : 1], one)),
      )
      await Promise.all(all.flat())
    },
    11: (shop) => shop.change((license) => ({ ...license, authExpire: at('2027-02-20'), keyDays: 0 })),
    12: (shop) => shop.change((license) => ({ ...license, ...banned({}) })),
    async 13(shop, [storage]) {
      const [key = ''] = (await shop.order()).keys
      await storage.changeLicense(shop.id, key, () => ({ outcome: 'done', removed: 'license' }), ANN)
      await shop.deliver({ ...A, eventId: 'again' })
      const { licenses, keys } = await shop.order()
      expect([keys, licenses.map(({ follower }) => follower.deletedBy)]).toEqual([[], ['ann@example.org']])
    },
    async 14(shop) {
      await shop.put('A', product({ days: 180 }))
    },
    async 18(shop, [storage]) {
      await shop.put('New', product({ days: 365 }))
      await storage.followWaiting(NOW, 0, shop.id)
    },
    async 22(shop, [storage]) {
      const license = testLicense({
        authExpire: at('2027-02-01'),
        features: ['old'],
        maxDevices: 5,
        perpetual: true,
        note: '',
      })
      await storage.createLicenses(shop.id, [license])
      const shopIds = [{ kind: 'subscription', id: 'subscription' }] as const
      const linked = await storage.linkLicenses(
        shop.id,
        shop.shop.shop.id,
        [{ key: license.key, shopIds }],
        ANN,
      )
      expect(linked).toEqual(['linked'])
    },
  }

async function live(life: Life, round: number, nodes: readonly [Storage, Storage]): Promise<void> {
  const shop = await createShop(nodes[0], `life-${life.number}-${round}`)
  for (const { act, facts = [], state, licenses } of life.steps) {
    if (act !== undefined) await ACTS[life.number]?.(shop, nodes)
    const orders = ordersOf(facts)
    const arriving = orders[(round * 7) % orders.length] ?? []
    for (const [index, one] of arriving.entries()) await shop.send(nodes[index % 2 === 0 ? 0 : 1], one)
    await shop.deliver(...arriving)
    const order = await shop.order()
    expect(order.state).toBe(state)
    expect(shown(order, licenses)).toEqual(licenses)
    const works = order.licenses.some(({ follower }) => follower.hasMail && !follower.isLinked)
    expect(await shop.mails()).toHaveLength(works ? 1 : 0)
  }
}

/** Tests of orders. `nodes`: two storages on one database, or the same one twice. */
export function describeOrders(nodes: () => Promise<readonly [Storage, Storage]>): void {
  describe('orders', () => {
    test('the 26 lives, with deliveries at two nodes in several orders', { timeout: 120_000 }, async () => {
      const both = await nodes()
      for (const life of LIVES) {
        for (let round = 0; round < ROUNDS; round += 1) {
          await live(life, round, both).catch((error: unknown) => {
            throw new Error(`Life ${life.number}, round ${round}`, { cause: error })
          })
        }
      }
    })

    test('life 16: a refund stops the new key; the old one stays refused, because it was replaced', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'replaced')
      await shop.deliver(A, known)
      const [old = ''] = (await shop.order()).keys
      const row = (await storage.findLicense('replaced', { key: old }))?.row ?? 0
      const key = createLicenseKey()
      expect(await storage.replaceKey('replaced', row, key, ANN)).toBe('replaced')
      expect((await shop.order()).keys).toEqual([key])
      await shop.deliver(refundOfA)
      const stopOf = async (one: string) =>
        (await storage.findLicense('replaced', { key: one }))?.license.stopped
      expect([await stopOf(old), await stopOf(key)]).toEqual(['replaced', 'refunded'])
      expect(await storage.replaceKey('replaced', row, createLicenseKey(), ANN)).toBe('key-stopped')
    })

    test('life 17: after an erasure, a renewal moves the end, and brings no address back', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'erased')
      await shop.deliver(toFeb, known)
      const { email } = await shop.order()
      expect(email).toBe('buyer@example.org')
      const bodies = async () =>
        (
          (await storage.listDeliveries('erased', 'shop-erased', { limit: 10 })) as readonly ListedDelivery[]
        ).map(({ hasBody }) => hasBody)
      expect(await bodies()).toEqual([true, true])
      const found = await storage.findCustomer('account', { email })
      const bought = await storage.ordersOfCustomer(found?.row ?? 0, 10)
      expect(bought).toMatchObject([{ projectId: 'erased', order: { state: 'paid', email } }])
      const customer = await storage.findCustomer('account', { email })
      await storage.eraseCustomer('account', customer?.customer.id ?? '', ANN)
      await shop.deliver(toMar, { ...known, eventId: 'again' })
      const order = await shop.order()
      expect(order).toMatchObject({ state: 'paid', email: '', isErased: true, otherEmail: '' })
      expect(order.licenses[0]?.license?.authExpire).toBe(at('2027-03-04'))
      expect(await storage.findCustomer('account', { email })).toBeUndefined()
      expect(await bodies()).toEqual([false, false, false, false])
      expect(await shop.mails()).toHaveLength(1)
      const next = { orderId: 'order 2', paymentId: 'payment 2', eventId: 'next' }
      await shop.deliver({ ...A, ...next } as Fact, { ...known, eventId: 'known again' })
      expect(await shop.order()).toMatchObject({ state: 'paid', email: 'buyer@example.org' })
    })

    test('life 20: a subscription that is bought again is put on the old key', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'again')
      await shop.deliver(toFeb, known, subscription('ended', '2027-02-01'))
      const [old = ''] = (await shop.order()).keys
      const ids = { orderId: 'order 2', subscriptionId: 'subscription 2', paymentId: 'payment 2' }
      const again = { productIds: ['S Pro'], periodEnd: at('2027-06-01'), ...ids }
      await shop.deliver(bought('S', '2027-05-01', again))
      const made = await shop.order()
      expect(made.keys).not.toContain(old)
      const shopIds = [{ kind: 'order', id: 'order 2' }] as const
      expect(await storage.linkLicenses('again', 'shop-again', [{ key: old, shopIds }], ANN)).toEqual([
        'linked',
      ])
      const order = await shop.order()
      expect(order.keys).toEqual([old])
      expect(order.licenses[0]?.license).toMatchObject({ authExpire: at('2027-06-04'), features: ['sync'] })
      expect(await storage.findLicense('again', { key: made.keys[0] ?? '' })).toBeUndefined()
      await shop.deliver(subscription('ended', '2027-02-01'))
      expect((await shop.order(1)).keys).toEqual([])
    })

    test('life 21: a refund stops the license of whoever has it; the vendor may let it work', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'gift')
      await shop.deliver(A, known)
      const friend = { id: 'friend', email: 'friend@example.org', name: '', createdAt: NOW }
      const [key = ''] = (await shop.order()).keys
      await storage.changeLicense(
        'gift',
        key,
        (license) => ({ outcome: 'done', license, customer: friend }),
        ANN,
      )
      await shop.deliver(refundOfA)
      const stopped = await shop.order()
      expect(stopped.licenses[0]?.license?.stopped).toBe('refunded')
      expect((await storage.findLicense('gift', { key }))?.license.stopped).toBe('refunded')
      const of = { order: stopped.id, keyId: stopped.licenses[0]?.keyId ?? '' }
      expect(await storage.changeOrderLicense('gift', of, { kind: 'lift' }, ANN)).toBe('changed')
      await shop.deliver({ ...refundOfA, eventId: 'once more' })
      const lifted = await shop.order()
      expect(lifted.state).toBe('refunded')
      expect(lifted.licenses[0]).toMatchObject({
        license: { stopped: '' },
        follower: { lifted: { by: 'ann@example.org' } },
      })
    })

    test('terms of existing orders change only by the vendor, after a preview', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'apply')
      await shop.deliver(A, known)
      await shop.put('A', product({ days: 365, features: ['export', 'print'], maxDevices: 1 }))
      await shop.deliver({ ...A, eventId: 'again' })
      expect((await shop.order()).licenses[0]?.license?.features).toEqual(['export'])
      const effects = { orders: 1, licenses: 1, fields: { features: 1 } }
      const apply = (isDryRun: boolean) =>
        storage.applyProduct('apply', 'apply A', { after: 0, isDryRun }, ANN)
      expect(await apply(true)).toEqual({ effects, after: undefined })
      expect((await shop.order()).licenses[0]?.license?.features).toEqual(['export'])
      expect(await apply(false)).toEqual({ effects, after: undefined })
      expect((await shop.order()).licenses[0]?.license?.features).toEqual(['export', 'print'])
      expect(await apply(true)).toMatchObject({ effects: { orders: 0 } })
    })

    test('a fact shows that two orders are one', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'joined')
      const payment = { orderId: undefined, paymentId: 'invoice', line: undefined }
      await shop.deliver(A, known, fact('refunded', { ...payment, refundId: 'r', amount: 100, isFull: true }))
      expect(await storage.listOrders('joined', { limit: 10 })).toHaveLength(2)
      await shop.deliver(
        fact('paid', { ...payment, paymentId: 'payment 2027-01-01', otherPaymentId: 'invoice' }),
      )
      expect(await storage.listOrders('joined', { limit: 10 })).toHaveLength(1)
      expect((await shop.order()).licenses[0]?.license?.stopped).toBe('refunded')
    })

    test('a browser gets the keys of its purchase for an hour, and no other browser does', async () => {
      const [storage, other] = await nodes()
      const shop = await createShop(storage, 'thanks')
      const { row } = shop.shop
      expect(await storage.claimReturn(row, 'hash', 'mine', NOW)).toEqual({ kind: 'waiting' })
      await shop.deliver(known)
      await storage.receiveDelivery({
        shop: shop.shop,
        now: NOW,
        body: Buffer.from('{}'),
        reading: {
          kind: 'facts',
          eventId: 'e',
          eventType: 'test',
          isTest: false,
          missing: [],
          facts: [{ ...A, shopCustomerId: 'customer' } as Fact],
          returnId: 'return',
        },
      })
      const { returnHashOf } = await import('../delivery-queries.ts')
      const hash = returnHashOf('return')
      const { keys } = await shop.order()
      expect(await storage.claimReturn(row, hash, 'mine', NOW + 10)).toEqual({
        kind: 'keys',
        keys,
        projectId: 'thanks',
      })
      expect(await other.claimReturn(row, hash, 'stolen', NOW + 10)).toEqual({ kind: 'in-mail' })
      expect(await other.claimReturn(row, hash, 'mine', NOW + 3_600)).toEqual({ kind: 'in-mail' })
      expect(await storage.sendOrderAgain(row, hash, NOW + 4_000)).toBe(true)
      await shop.deliver(refundOfA)
      expect(await storage.claimReturn(row, hash, 'mine', NOW + 20)).toEqual({ kind: 'in-mail' })
      expect(await storage.sendOrderAgain(row, hash, NOW + 4_000)).toBe(false)
    })

    test('a test at a live shop is stored, and changes nothing; a test shop ends after a day', async () => {
      const [storage] = await nodes()
      const live = await createShop(storage, 'live')
      await live.deliver({ ...A, isTest: true })
      expect(await storage.listOrders('live', { limit: 10 })).toEqual([])
      expect(await storage.listDeliveries('live', 'shop-live', { limit: 10 })).toMatchObject([
        { state: 'test' },
      ])
      const tests = await createShop(storage, 'tests', { isTest: true })
      await tests.deliver({ ...A, isTest: true }, { ...known, isTest: true })
      const [made] = (await tests.order()).licenses
      expect(made?.license).toMatchObject({ authExpire: at('2027-01-02'), vendorNote: 'Test' })
      expect(await storage.countSales('tests', 0)).toEqual([])
    })

    test('a subscription that goes on gets no mail about its end; a cancelled one does', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'ends')
      await storage.putMailSettings('ends', { ...DEFAULT_MAIL_SETTINGS, endsSoon: true })
      const queue = async (now: number): Promise<void> => {
        for (const one of await storage.findEndMails()) while (await storage.queueEndMails(one, now));
      }
      await queue(NOW)
      const other = { orderId: 'order 2', subscriptionId: 'subscription 2', paymentId: 'payment 2' }
      await shop.deliver(toFeb, known, paid('2027-01-01', '2027-02-01', other))
      await shop.deliver(subscription('cancelled', '2027-01-10', { subscriptionId: 'subscription 2' }))
      await queue(at('2027-01-30'))
      const kinds = (await shop.mails()).map(({ entry }) => entry.kind)
      expect(kinds).toEqual(['ends-soon', 'key', 'key'])
    })

    test('after 30 days, deliveries and addresses that nobody bought with are forgotten', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'old')
      await shop.deliver(A, known)
      shop.setCustomer('somebody else')
      await shop.deliver({ ...known, eventId: 'other' })
      const later = NOW + 31 * 86_400
      await storage.announceNode({ id: 'a', url: '' }, later + 15, later)
      const deliveries = await storage.listDeliveries('old', 'shop-old', { limit: 10 })
      expect(deliveries).toMatchObject([{ hasBody: false }, { hasBody: false }, { hasBody: false }])
      const next = { orderId: 'order 2', paymentId: 'payment 2' }
      await shop.deliver({ ...A, ...next, eventId: 'next' } as Fact)
      expect(await shop.order()).toMatchObject({ state: 'waiting', missing: ['address'] })
      shop.setCustomer('customer')
      await shop.deliver({ ...A, orderId: 'order 3', paymentId: 'payment 3', eventId: 'third' } as Fact)
      expect(await shop.order()).toMatchObject({ state: 'paid', email: 'buyer@example.org' })
    })

    test('an order waits while the plan is full, and goes on by itself', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'plan')
      const { email, plan } = testAccount()
      await storage.changeAccount(email, (account) => ({ ...account, plan: 'trial' }))
      await shop.deliver(bought('A', '2027-01-01', { quantity: 11 }), known)
      expect(await shop.order()).toMatchObject({ state: 'waiting', missing: ['plan'], keys: [] })
      await storage.changeAccount(email, (account) => ({ ...account, plan }))
      expect(await storage.followWaiting(NOW, 0)).toBeUndefined()
      const order = await shop.order()
      expect([order.state, order.missing, order.keys.length]).toEqual(['paid', [], 11])
      expect(await shop.mails()).toHaveLength(1)
    })

    test('a banned key is mailed when its ban ends, and a quantity that is too large waits', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'later')
      await shop.deliver(refundOfA, A, known)
      await shop.change((license) => ({ ...license, ...banned({}) }))
      const [license] = (await shop.order()).licenses
      const of = { order: (await shop.order()).id, keyId: license?.keyId ?? '' }
      await storage.changeOrderLicense('later', of, { kind: 'lift' }, ANN)
      expect(await shop.mails()).toHaveLength(0)
      await shop.change((known) => ({ ...known, banned: false, status: 'reset' }))
      await storage.followWaiting(NOW, 0)
      expect(await shop.mails()).toHaveLength(1)
      const many = { orderId: 'order 2', paymentId: 'payment 2', quantity: 1_000_000_000 }
      await shop.deliver(bought('A', '2027-01-01', many))
      expect(await shop.order()).toMatchObject({ state: 'waiting', missing: ['quantity'], keys: [] })
    })

    test('sales are counted by the weeks of the shop', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'sales')
      await shop.deliver(toFeb, toMar, known)
      expect(await storage.countSales('sales', 0)).toEqual([
        { from: at('2026-12-28'), sales: 1, renewals: 0, refunds: 0 },
        { from: at('2027-02-01'), sales: 0, renewals: 1, refunds: 0 },
      ])
    })

    test('a project is deleted with its shops and orders', async () => {
      const [storage] = await nodes()
      const shop = await createShop(storage, 'gone')
      await shop.deliver(A, known)
      let outcome = ''
      while (outcome !== 'deleted') outcome = await storage.deleteProject('gone', 100, ANN)
      expect(await storage.findShop('shop-gone')).toBeUndefined()
    })
  })
}
