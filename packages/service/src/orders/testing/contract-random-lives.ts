import { type Fact, type Reading, type SimulatedStep, shuffle, simulate, stripe } from '@latchkey/shops'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byService } from '../../core/event-log/events.ts'
import type { Storage } from '../../modules.ts'
import type { Follower } from '../follow-order.ts'
import { at, createOrderWorld, type OrderWorld } from './order-world.ts'
import { products, randomLife } from './random-life.ts'

const isLongRun = process.env['LATCHKEY_LONG_TESTS'] === '1'
/** To repeat a failure: LATCHKEY_SEED, with the seed in the title. */
const SEED = Number(process.env['LATCHKEY_SEED'] ?? (isLongRun ? Date.now() % 2 ** 31 : 38))
/** Half of them are random facts, half are simulated deliveries of Stripe. */
const LIVES = isLongRun ? 500 : 10
const AT_ONCE = 50
/** Before all ends. */
const NOW = at('2027-01-01')
const SHOP = 'shop'

type Nodes = readonly [Storage, Storage]

/** What arrives, and the facts of it as the pure function takes them. */
interface Arrival {
  readonly reading: Reading
  readonly facts: readonly Fact[]
}

async function createShop(storage: Storage) {
  const shop = { id: SHOP, kind: 'stripe', name: 'Shop', isTest: false, secrets: ['x'] } as const
  const made = { createdAt: NOW, createdBy: 'x', apiKeyMark: '', openUntil: 0, buyerPage: '' }
  const by = byService(NOW)
  await storage.addShop('project', { ...shop, ...made }, by)
  for (const [name, terms] of Object.entries(products())) {
    if (terms === 'not-ours') await storage.setNotOurs('project', name, true, by)
    else await storage.putProduct('project', { id: name, name, shopProducts: [name], terms }, by)
  }
  const found = await storage.findShop(SHOP)
  if (found === undefined) throw new Error('The shop was not stored.')
  return (on: Storage, { reading }: Arrival) =>
    on.receiveDelivery({ shop: found, reading, body: Buffer.from('{}'), now: NOW })
}

const IDS = ['eventId', 'orderId', 'subscriptionId', 'paymentId', 'otherPaymentId', 'refundId', 'disputeId']

/** What `customer-known` has: it says nothing about the order. */
const OF_CUSTOMER = ['shop', 'eventId', 'eventType', 'isTest', 'kind']

/** A delivery with one fact, whose IDs are those of one life. */
function arrivalOf(one: Fact, life: string): Arrival {
  const own = Object.entries(one)
    .filter(([name]) => one.kind !== 'customer-known' || OF_CUSTOMER.includes(name))
    .map(([name, value]) =>
      IDS.includes(name) && value !== undefined ? [name, `${life} ${value}`] : [name, value],
    )
  const fact: Fact = { ...Object.fromEntries(own), shopCustomerId: life }
  const { eventId, eventType, isTest, kind } = fact
  const buyer = { shopCustomerId: life, email: `${life}@example.org`, name: '', isFromBuyer: false }
  const customer = kind === 'customer-known' ? buyer : undefined
  const reading = { kind: 'facts', eventId, eventType, isTest, missing: [], facts: [fact], customer } as const
  return { reading, facts: [fact] }
}

const randomArrivals = (life: string) =>
  randomLife.map(([, arrival]) => arrival.map((one) => arrivalOf(one, life)))

const STEPS: readonly SimulatedStep[] = [
  ...([
    'refund',
    'part-refund',
    'chargeback',
    'chargeback-won',
    'chargeback-lost',
    'renew',
    'renew',
  ] as const),
  ...(['fail', 'cancel', 'pause', 'resume', 'end', 'product-change', 'quantity-change'] as const),
]

const simulatedArrivals = (life: string) =>
  fc
    .record({
      product: fc.constantFrom('A', 'S', 'Seats', 'Unmapped', 'Other'),
      nextProduct: fc.constantFrom('A', 'S', 'Unmapped'),
      quantity: fc.integer({ min: 1, max: 3 }),
      isSubscription: fc.boolean(),
      steps: fc.array(fc.constantFrom(...STEPS), { maxLength: 5 }),
    })
    .map((purchase): readonly Arrival[] => {
      const buyer = { email: `${life}@example.org`, name: '', at: NOW, random: life }
      return shuffle(simulate({ ...purchase, ...buyer }), life).map(({ body }) => {
        const live = body.replaceAll('"livemode": false', '"livemode": true')
        const reading = stripe.read(Buffer.from(live), SHOP)
        expect(reading.missing).toEqual([])
        // The pure function has a fact for each event.
        const facts = reading.facts.map((one, index) => ({ ...one, eventId: `${one.eventId} ${index}` }))
        return { reading, facts }
      })
    })

const byUnit = (all: readonly (readonly [Pick<Follower, 'line' | 'unit'>, object])[]) =>
  all
    .map(([{ line, unit }, fields]) => ({ of: `${line} ${unit}`, ...fields }))
    .sort((one, other) => (one.of < other.of ? -1 : 1))

const expected = (world: OrderWorld) => ({
  // An order of another app is found as one that waits.
  state: world.state()?.state ?? 'waiting',
  licenses: byUnit(world.licenses.map(({ follower, fields }) => [follower, fields])),
})

const FIELDS = ['features', 'perpetual', 'maxDevices', 'updatesUntil', 'stopped'] as const

/** The order of a life, in the form of `expected`. */
async function stored(storage: Storage, order: string | undefined) {
  const found = order === undefined ? undefined : await storage.findOrder('project', order)
  const licenses = (found?.licenses ?? []).map(({ license, follower }) => {
    if (license === undefined) throw new Error('A license is missing.')
    const { authExpire, keyDays } = license
    const fields = Object.fromEntries(FIELDS.map((name) => [name, license[name]]))
    return [follower, { ...fields, end: { authExpire, keyDays } }] as const
  })
  return {
    state: found?.state,
    licenses: byUnit(licenses),
    sent: licenses.filter(([{ hasMail }]) => hasMail).length,
  }
}

/** Tests of random orders. `nodes`: two storages on one database, or the same one twice. */
export function describeRandomLives(nodes: () => Promise<Nodes>): void {
  describe('orders', () => {
    test(`${LIVES} random lives, in any order and twice, are as the pure function says (seed ${SEED})`, {
      timeout: 60_000 + LIVES * 1_000,
    }, async () => {
      const both = await nodes()
      const send = await createShop(both[0])
      const seen = { licenses: 0, stopped: 0 }
      for (let at = 0; at < LIVES; at += 1) {
        const life = `life-${SEED}-${at}`
        const random = at % 2 === 0 ? randomArrivals(life) : simulatedArrivals(life)
        const [arrivals = []] = fc.sample(random, { seed: SEED + at, numRuns: 1 })
        const world = createOrderWorld(products())
        const orders = new Set<string>()
        for (const [index, arrival] of arrivals.entries()) {
          world.deliver(...arrival.facts)
          const of = await send(both[index % 2 === 0 ? 0 : 1], arrival)
          if (of !== 'repeated') for (const order of of) orders.add(order)
        }
        // Some were joined to another one.
        const ids: string[] = []
        for (const id of orders) if ((await both[0].findOrder('project', id)) !== undefined) ids.push(id)
        expect(ids.length, life).toBeLessThanOrEqual(1)
        const { sent, ...order } = await stored(both[0], ids[0])
        // Without an order, there are tests alone.
        if (ids.length > 0) expect(order, life).toEqual(expected(world))
        const mails = await both[0].listOutbox('project', 'mail', { limit: 1_000 })
        const ofLife = mails.filter(({ entry }) => entry.receiver === `${life}@example.org`).length
        expect([ofLife > 0, ofLife <= sent], life).toEqual([sent > 0, true])
        seen.licenses += order.licenses.length
        seen.stopped += world.licenses.filter(({ fields }) => fields.stopped !== '').length
      }
      expect(seen.licenses).toBeGreaterThan(LIVES / 4)
      if (isLongRun) expect(seen.stopped).toBeGreaterThan(LIVES / 20)
    })

    test(`${AT_ONCE} deliveries at once at two nodes are applied once`, async () => {
      const both = await nodes()
      const send = await createShop(both[0])
      const purchase = { product: 'A', quantity: 2, email: 'ada@example.org', name: 'Ada', steps: [] }
      const [delivery] = simulate({ ...purchase, at: NOW, random: 'at once' })
      const live = (delivery?.body ?? '').replaceAll('"livemode": false', '"livemode": true')
      const reading = stripe.read(Buffer.from(live), SHOP)
      const all = Array.from({ length: AT_ONCE }, (_, index) =>
        send(both[index % 2 === 0 ? 0 : 1], { reading, facts: [] }),
      )
      const outcomes = await Promise.all(all)
      expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(AT_ONCE - 1)
      const [order] = outcomes.flatMap((outcome) => (outcome === 'repeated' ? [] : outcome))
      expect(await stored(both[0], order)).toMatchObject({ state: 'paid', licenses: [{}, {}], sent: 2 })
      expect(await both[1].listOrders('project', { limit: 10 })).toHaveLength(1)
      expect(await both[1].listOutbox('project', 'mail', { limit: 10 })).toHaveLength(1)
    })
  })
}
