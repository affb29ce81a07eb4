import { expect, test } from 'vitest'
import { lemonSqueezy } from './lemon-squeezy.ts'
import {
  IDENTIFIER,
  invoiceOf,
  lemonSqueezyDelivery,
  orderOf,
  subscriptionOf,
} from './testing/lemon-squeezy-deliveries.ts'
import type { Json } from './testing/stripe-deliveries.ts'

const PERIOD_END = 1_801_440_000
type Data = readonly [string, string, Json]
const read = (event: string, data: Data, meta: Json = {}) =>
  lemonSqueezy.read(Buffer.from(JSON.stringify(lemonSqueezyDelivery(event, data, meta))), 'shop-1')
const factsOf = (event: string, data: Data) =>
  read(event, data).facts.map(({ shop, eventId, eventType, isTest, at, ...fact }) => fact)

const LINE = { line: '1', productIds: ['401', '301'], quantity: 2 }
const OF = { orderId: '1', subscriptionId: '1', shopCustomerId: '1001' }
const PAID = { kind: 'paid', amount: 2900, currency: 'EUR', shopCustomerId: '1001' }
const REFUND = { kind: 'refunded', orderId: '1', paymentId: '1', refundId: '1', paymentAmount: 2900 }

test('an order is a purchase with its customer', () => {
  const reading = read('order_created', orderOf())
  expect(reading).toMatchObject({
    kind: 'facts',
    isTest: false,
    returnId: IDENTIFIER,
    customer: { shopCustomerId: '1001', email: 'ada@example.com', name: 'Ada', isFromBuyer: false },
    facts: [{ at: 1_798_761_600 }, { kind: 'customer-known', shopCustomerId: '1001' }],
  })
  const [paid] = factsOf('order_created', orderOf())
  expect(paid).toEqual({ ...PAID, reason: 'purchase', orderId: '1', paymentId: '1', ...LINE })
})

test('an order that is delivered again by hand was paid, whatever happened later', () => {
  for (const status of ['refunded', 'partial_refund']) {
    expect(factsOf('order_created', orderOf({ status }))).toEqual(factsOf('order_created', orderOf()))
  }
  for (const status of ['pending', 'failed']) {
    expect(read('order_created', orderOf({ status }))).toMatchObject({ kind: 'ignored', facts: [] })
  }
  expect(read('order_created', orderOf({ status: 'fraudulent' }))).toMatchObject({
    kind: 'waits',
    missing: ['data.attributes.status'],
  })
})

test('only a random identifier opens the key', () => {
  // Version 7 has the time in its first half, and version 1 the computer.
  for (const identifier of [
    '104e18a2-d755-7d4b-80c4-a6c1dcbe1c10',
    '104e18a2-d755-1d4b-80c4-a6c1dcbe1c10',
    '12',
    null,
  ]) {
    const reading = read('order_created', orderOf({ identifier }))
    expect(reading.kind).toBe('facts')
    expect(reading.returnId).toBeUndefined()
  }
})

test('a quantity that is not delivered is not 1', () => {
  const [paid] = factsOf('order_created', orderOf({ first_order_item: { variant_id: 401, product_id: 301 } }))
  expect(paid?.quantity).toBeUndefined()
  const none = read('order_created', orderOf({ first_order_item: { variant_id: 401, quantity: 0 } }))
  expect(none).toMatchObject({ kind: 'waits', missing: ['data.attributes.first_order_item.quantity'] })
})

test.each([
  [
    { status: 'refunded', refunded: true, refunded_amount: 2900 },
    { amount: 2900, isFull: true },
  ],
  [
    { status: 'partial_refund', refunded: true, refunded_amount: 900 },
    { amount: 900, isFull: false },
  ],
  // Before deliveries had amounts.
  [
    { status: 'refunded', refunded: true, refunded_amount: undefined },
    { amount: 2900, isFull: true },
  ],
  // It contradicts itself: the amount counts.
  [
    { status: 'refunded', refunded: true, refunded_amount: 900 },
    { amount: 900, isFull: false },
  ],
])('an order that is refunded with %j', (changes, fact) => {
  expect(factsOf('order_refunded', orderOf(changes))).toEqual([{ ...REFUND, ...fact }])
})

test('a part of a refund waits for its amount', () => {
  const reading = read('order_refunded', orderOf({ status: 'partial_refund', refunded_amount: null }))
  expect(reading).toMatchObject({ kind: 'waits', missing: ['data.attributes.refunded_amount'] })
})

const SNAPSHOT = { kind: 'paid', ...OF, ...LINE, periodEnd: PERIOD_END }
const ITEMS = [
  { kind: 'product-changed', ...OF, line: '1', productIds: ['401', '301'] },
  { kind: 'quantity-changed', ...OF, line: '1', quantity: 2 },
]
const END = { ends_at: '2027-02-01T00:00:00.000000Z' }

test.each([
  ['created', {}, [SNAPSHOT]],
  ['updated', {}, [SNAPSHOT, ...ITEMS]],
  ['updated', { status: 'on_trial' }, [SNAPSHOT, ...ITEMS]],
  ['plan_changed', {}, [SNAPSHOT, ...ITEMS]],
  ['resumed', {}, [{ kind: 'resumed', ...OF }, SNAPSHOT]],
  ['unpaused', {}, [{ kind: 'resumed', ...OF }, SNAPSHOT]],
  // Until the next try, which is not paid.
  ['updated', { status: 'past_due' }, [{ kind: 'payment-failed', ...OF }, ...ITEMS]],
  ['paused', { status: 'paused' }, [{ kind: 'paused', ...OF }]],
  ['cancelled', { status: 'cancelled', ...END }, [{ kind: 'cancelled', ...OF, runsUntil: PERIOD_END }]],
  ['expired', { status: 'expired', ...END }, [{ kind: 'ended', ...OF, endedAt: PERIOD_END }]],
])('a subscription that is %s with %j', (event, changes, facts) => {
  expect(factsOf(`subscription_${event}`, subscriptionOf(changes))).toEqual(facts)
})

test('a subscription waits in a state that is not known, or without the end of its period', () => {
  const strange = read('subscription_updated', subscriptionOf({ status: 'frozen' }))
  expect(strange).toMatchObject({ kind: 'waits', missing: ['data.attributes.status'], facts: [] })
  const endless = read('subscription_updated', subscriptionOf({ renews_at: null }))
  expect(endless).toMatchObject({ kind: 'waits', missing: ['data.attributes.renews_at'] })
})

test('invoices are payments of renewals, with IDs that no order has', () => {
  const of = { subscriptionId: '1', paymentId: 'invoice-1' }
  const renewed = { ...PAID, ...of, reason: 'renewal' }
  expect(factsOf('subscription_payment_success', invoiceOf())).toEqual([renewed])
  expect(factsOf('subscription_payment_recovered', invoiceOf())).toEqual([renewed])
  const [changed] = factsOf('subscription_payment_success', invoiceOf({ billing_reason: 'updated' }))
  expect(changed).toEqual({ ...PAID, ...of })
  expect(factsOf('subscription_payment_failed', invoiceOf({ status: 'pending' }))).toEqual([
    { kind: 'payment-failed', ...of, shopCustomerId: '1001' },
  ])
  const refunded = invoiceOf({ status: 'refunded', refunded_amount: 2900 })
  expect(factsOf('subscription_payment_refunded', refunded)).toMatchObject([
    { kind: 'refunded', ...of, refundId: 'invoice-1', amount: 2900, isFull: true },
  ])
})

test('the first invoice is left to the order, which is the same payment', () => {
  for (const event of ['success', 'failed', 'refunded']) {
    const reading = read(`subscription_payment_${event}`, invoiceOf({ billing_reason: 'initial' }))
    expect(reading).toMatchObject({ kind: 'ignored', facts: [] })
  }
})

test('the ID of an event is the hash of its name and body', () => {
  const one = read('order_created', orderOf())
  expect(one.eventId).toMatch(/^sha256-[\da-f]{64}$/)
  expect(read('order_created', orderOf()).eventId).toBe(one.eventId)
  const others = [read('order_refunded', orderOf()), read('order_created', orderOf({ total: 1 }))]
  expect(new Set([one, ...others].map(({ eventId }) => eventId)).size).toBe(3)
})

test('marks tests, ignores other events, and waits for the name of the event', () => {
  expect(read('order_created', orderOf({ test_mode: true }))).toMatchObject({
    isTest: true,
    facts: [{ isTest: true }, {}],
  })
  const old = orderOf({ test_mode: undefined })
  expect(read('order_created', old, { test_mode: true }).isTest).toBe(true)
  expect(read('license_key_created', orderOf())).toMatchObject({ kind: 'ignored', facts: [] })
  expect(read('order_created', orderOf(), { event_name: 7.5 })).toMatchObject({
    kind: 'waits',
    eventType: '',
    missing: ['meta.event_name'],
  })
})
