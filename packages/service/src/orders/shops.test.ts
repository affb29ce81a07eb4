import { type Fact, lemonSqueezy, paddle, type ShopAdapter, stripe } from '@latchkey/shops'
import { expect, test } from 'vitest'
import {
  invoiceOf,
  lemonSqueezyDelivery,
  orderOf,
  subscriptionOf,
} from '../../../shops/src/testing/lemon-squeezy-deliveries.ts'
import {
  adjustment,
  paddleCustomer,
  paddleEvent,
  paddleItem,
  paddleSubscription,
  transaction,
} from '../../../shops/src/testing/paddle-deliveries.ts'
import {
  BASIL,
  charge,
  invoice,
  invoiceLine,
  invoicePayment,
  PAID_AT,
  PERIOD_END,
  session,
  stripeEvent,
  subscription,
  subscriptionSession,
} from '../../../shops/src/testing/stripe-deliveries.ts'
import { at, createOrderWorld, ordersOf, product } from './testing/order-world.ts'

/** Deliveries of each shop, read by its adapter, as orders. */

const PRODUCTS = {
  plink_1: product({ days: 365 }),
  prod_1: product({}),
  pro_of_pri_1: product({}),
  pro_of_once: product({ days: 365 }),
  '301': product({}),
}
const END_OF_FEB = { authExpire: at('2027-02-04'), keyDays: 0 }
const END_OF_MAR = { authExpire: at('2027-03-04'), keyDays: 0 }

let events = 0
const factsOf = (adapter: ShopAdapter, delivery: object): readonly Fact[] => {
  const { kind, facts, missing } = adapter.read(Buffer.from(JSON.stringify(delivery)), 'shop')
  expect([kind, missing]).toEqual(['facts', []])
  return facts.map((fact, index) => ({ ...fact, eventId: `${fact.eventId} ${index}` }))
}
const ofStripe = (type: string, object: object, created = PAID_AT) => {
  events += 1
  return factsOf(stripe, stripeEvent(type, { ...object }, { id: `evt_${events}`, created }))
}
const ofPaddle = (type: string, data: object, time = '2027-01-01T00:00:00Z') => {
  events += 1
  return factsOf(paddle, paddleEvent(type, { ...data }, { event_id: `evt_${events}`, occurred_at: time }))
}
const ofLemonSqueezy = (...delivery: Parameters<typeof lemonSqueezyDelivery>) =>
  factsOf(lemonSqueezy, lemonSqueezyDelivery(...delivery))

const stripePurchase = [ofStripe('checkout.session.completed', session())]
const stripeSubscription = [
  ofStripe('checkout.session.completed', subscriptionSession()),
  ofStripe('invoice.paid', invoice(BASIL)),
]
const march = invoiceLine(BASIL, { period: { start: PERIOD_END, end: at('2027-03-01') } })
const renewal = ofStripe(
  'invoice.paid',
  invoice(BASIL, {
    id: 'in_2',
    billing_reason: 'subscription_cycle',
    lines: { object: 'list', data: [march], has_more: false },
  }),
  PERIOD_END,
)
const paddleFirst = [
  ofPaddle('transaction.completed', transaction({ subscription_id: null })),
  ofPaddle('subscription.created', paddleSubscription({ transaction_id: 'txn_1' })),
  ofPaddle('customer.created', paddleCustomer()),
]
const mixed = transaction({ items: [paddleItem('pri_1', 1), paddleItem('once', 1, false)] })
const squeezed = [
  ofLemonSqueezy('order_created', orderOf()),
  ofLemonSqueezy('subscription_created', subscriptionOf()),
]
const again = { updated_at: '2027-02-01T00:00:00.000000Z', created_at: '2027-02-01T00:00:00.000000Z' }
const squeezedAgain = [
  ofLemonSqueezy('subscription_payment_success', invoiceOf(again)),
  ofLemonSqueezy(
    'subscription_updated',
    subscriptionOf({ updated_at: '2027-02-01T00:00:01.000000Z', renews_at: '2027-03-01T00:00:00.000000Z' }),
  ),
]

test.each([
  {
    title: 'Stripe, bought once and refunded',
    deliveries: [
      ...stripePurchase,
      ofStripe('charge.refunded', charge(BASIL, { amount_refunded: 2900, refunded: true })),
    ],
    state: 'refunded',
    ends: Array.from({ length: 3 }, () => ({ authExpire: at('2028-01-01'), keyDays: 0 })),
  },
  {
    title: 'Stripe, a subscription renewed and ended',
    deliveries: [
      ...stripeSubscription,
      renewal,
      ofStripe(
        'customer.subscription.deleted',
        subscription(BASIL, { ended_at: at('2027-03-01') }),
        at('2027-03-01'),
      ),
    ],
    state: 'ended',
    ends: [END_OF_MAR, END_OF_MAR],
  },
  {
    title: 'Stripe, the first payment of a subscription refunded, which only invoice_payment.paid links',
    deliveries: [
      ...stripeSubscription,
      ofStripe('invoice_payment.paid', invoicePayment),
      ofStripe('charge.refunded', charge(BASIL, { amount_refunded: 2900, refunded: true })),
    ],
    state: 'refunded',
    ends: Array.from({ length: 2 }, () => ({ authExpire: at('2027-01-04'), keyDays: 0 })),
  },
  {
    title: 'Paddle, a subscription that begins after its first transaction, ended',
    deliveries: [
      ...paddleFirst,
      ofPaddle(
        'subscription.canceled',
        paddleSubscription({ status: 'canceled', canceled_at: '2027-02-01T00:00:00Z' }),
        '2027-02-01T00:00:00Z',
      ),
    ],
    state: 'ended',
    ends: [END_OF_FEB, END_OF_FEB],
  },
  {
    title: 'Paddle, a subscription with something that is bought once',
    deliveries: [
      ofPaddle('transaction.completed', mixed),
      ofPaddle('customer.created', paddleCustomer()),
      ofPaddle('subscription.past_due', paddleSubscription({ status: 'past_due' }), '2027-02-01T00:00:00Z'),
      ofPaddle('adjustment.created', adjustment()),
    ],
    state: 'past-due',
    ends: [
      { authExpire: at('2027-02-15'), keyDays: 0 },
      { authExpire: at('2028-01-01'), keyDays: 0 },
    ],
  },
  {
    title: 'Lemon Squeezy, a subscription renewed',
    deliveries: [...squeezed, ...squeezedAgain],
    state: 'paid',
    ends: [END_OF_MAR, END_OF_MAR],
  },
  {
    title: 'Lemon Squeezy, the renewal of a subscription refunded',
    deliveries: [
      ...squeezed,
      ...squeezedAgain,
      ofLemonSqueezy(
        'subscription_payment_refunded',
        invoiceOf({ ...again, status: 'refunded', refunded: true, refunded_amount: 2900 }),
      ),
    ],
    state: 'refunded',
    ends: [END_OF_FEB, END_OF_FEB],
  },
])('$title: the same in any order of its deliveries', ({ deliveries, state, ends }) => {
  for (const order of ordersOf(deliveries)) {
    const world = createOrderWorld(PRODUCTS)
    for (const facts of order) world.deliver(...facts)
    expect(world.state()).toMatchObject({ state, missing: [] })
    const sorted = world.licenses.toSorted((one, other) => (one.follower.line < other.follower.line ? -1 : 1))
    expect(sorted.map(({ fields }) => fields.end)).toEqual(ends)
  }
})
