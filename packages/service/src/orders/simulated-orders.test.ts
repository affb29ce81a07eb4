import { type SimulatedPurchase, type SimulatedStep, shuffle, simulate, stripe } from '@latchkey/shops'
import { expect, test } from 'vitest'
import { at, createOrderWorld, product } from './testing/order-world.ts'

const PRODUCTS = { basic: product({ features: ['export'] }), pro: product({ features: ['export', 'team'] }) }

const purchaseOf = (steps: readonly SimulatedStep[], changes: Partial<SimulatedPurchase> = {}) =>
  simulate({
    ...{ product: 'basic', nextProduct: 'pro', quantity: 1, email: 'ada@example.com', name: 'Ada' },
    ...{ steps, at: at('2027-01-01'), random: 'random' },
    ...changes,
  })

function orderOf(deliveries: ReturnType<typeof simulate>) {
  const world = createOrderWorld(PRODUCTS, true)
  for (const { body, eventType } of deliveries) {
    const { kind, facts, missing } = stripe.read(Buffer.from(body), 'shop')
    expect([eventType, kind, missing]).toEqual([eventType, 'facts', []])
    // The world has facts by their events.
    world.deliver(...facts.map((fact, index) => ({ ...fact, eventId: `${fact.eventId} ${index}` })))
  }
  const [line] = world.state()?.lines ?? []
  return {
    state: world.state()?.state,
    renewal: line?.renewal,
    stopped: world.licenses.map(({ fields }) => fields.stopped).sort(),
    features: world.licenses.map(({ fields }) => fields.features).sort(),
    mails: world.licenses.reduce((sum, { mails }) => sum + mails, 0),
  }
}

const works = { stopped: [''], features: [['export']] }

test.each<{ steps: SimulatedStep[]; changes?: Partial<SimulatedPurchase>; is: object }>([
  { steps: [], is: { state: 'paid', renewal: undefined, ...works } },
  { steps: [], changes: { quantity: 3 }, is: { state: 'paid', stopped: ['', '', ''] } },
  { steps: [], changes: { product: 'unknown' }, is: { state: 'waiting', stopped: [] } },
  { steps: ['refund'], is: { state: 'refunded', stopped: ['refunded'] } },
  { steps: ['part-refund'], is: { state: 'paid', ...works } },
  { steps: ['part-refund', 'part-refund'], is: { state: 'paid', ...works } },
  { steps: ['part-refund', 'refund'], is: { state: 'refunded', stopped: ['refunded'] } },
  { steps: ['chargeback'], is: { state: 'charged-back', stopped: ['charged-back'] } },
  { steps: ['chargeback', 'chargeback-won'], is: { state: 'paid', ...works } },
  { steps: ['chargeback', 'chargeback-lost'], is: { state: 'charged-back' } },
  { steps: [], changes: { isSubscription: true }, is: { state: 'paid', renewal: 'renews', ...works } },
  { steps: ['renew', 'renew'], is: { state: 'paid', renewal: 'renews' } },
  { steps: ['fail'], is: { state: 'past-due', ...works } },
  { steps: ['fail', 'renew'], is: { state: 'paid', renewal: 'renews' } },
  { steps: ['cancel'], is: { state: 'paid', renewal: 'cancelled', ...works } },
  { steps: ['cancel', 'resume'], is: { state: 'paid', renewal: 'renews' } },
  { steps: ['pause'], is: { state: 'paid', renewal: 'paused' } },
  { steps: ['pause', 'resume'], is: { state: 'paid', renewal: 'renews' } },
  { steps: ['cancel', 'end'], is: { state: 'ended' } },
  { steps: ['renew', 'refund'], is: { state: 'refunded', stopped: ['refunded'] } },
  { steps: ['refund', 'renew'], is: { state: 'paid', ...works } },
  {
    steps: ['product-change', 'renew'],
    is: { state: 'paid', stopped: [''], features: [['export', 'team']] },
  },
  { steps: ['quantity-change'], is: { state: 'paid', stopped: ['', ''] } },
])(
  'a simulated purchase, then $steps, is in its state in whatever order it arrives',
  ({ steps, changes = {}, is }) => {
    const deliveries = purchaseOf(steps, changes)
    const order = orderOf(deliveries)
    expect(order).toMatchObject(is)
    for (const seed of ['one', 'two', 'three']) {
      const shuffled = shuffle(deliveries, seed)
      // A license that never worked in this order of arrival had no mail.
      expect(orderOf(shuffled)).toEqual({ ...order, mails: expect.any(Number) })
    }
  },
)
