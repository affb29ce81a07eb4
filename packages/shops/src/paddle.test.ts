import { describe, expect, test } from 'vitest'
import { paddle } from './paddle.ts'
import {
  adjustment,
  OCCURRED_AT,
  paddleCustomer,
  paddleEvent,
  paddleItem,
  paddleSubscription,
  transaction,
} from './testing/paddle-deliveries.ts'
import type { Json } from './testing/stripe-deliveries.ts'

const PERIOD_END = 1_801_440_000
const read = (type: string, data: Json, changes: Json = {}) =>
  paddle.read(Buffer.from(JSON.stringify(paddleEvent(type, data, changes))), 'shop-1')
const factsOf = (type: string, data: Json) =>
  read(type, data).facts.map(({ shop, eventId, eventType, isTest, at, ...fact }) => fact)

const OF = { subscriptionId: 'sub_1', shopCustomerId: 'ctm_1' }
const PAID = { kind: 'paid', ...OF, paymentId: 'txn_1', amount: 2900, currency: 'EUR' }
const LINE = { line: '1', productIds: ['pri_1', 'pro_of_pri_1'], quantity: 2, periodEnd: PERIOD_END }

describe('a transaction', () => {
  test('is a purchase, and has no address', () => {
    const reading = read('transaction.completed', transaction())
    expect(reading).toMatchObject({ kind: 'facts', isTest: false, eventId: 'evt_01hv8wptq8987qeep44cyrewp9' })
    expect(reading.facts[0]).toMatchObject({ shop: 'shop-1', at: 1_798_761_600 })
    expect(reading.customer).toBeUndefined()
    expect(reading.returnId).toBeUndefined()
    expect(factsOf('transaction.completed', transaction())).toEqual([
      { ...PAID, reason: 'purchase', orderId: 'txn_1', ...LINE },
    ])
  })

  test('of a renewal belongs to the subscription', () => {
    const renewal = transaction({ id: 'txn_2', origin: 'subscription_recurring' })
    expect(factsOf('transaction.completed', renewal)).toEqual([
      { ...PAID, reason: 'renewal', paymentId: 'txn_2', ...LINE },
    ])
  })

  test('counts what is renewed apart from what is bought once, so that renewals have the same lines', () => {
    const items = [paddleItem('pri_once', 1, false), paddleItem('pri_1', 2), paddleItem('pri_2', 5)]
    const bought = factsOf('transaction.completed', transaction({ items }))
    expect(bought).toMatchObject([
      { line: 'once-1', quantity: 1 },
      { line: '1', quantity: 2, periodEnd: PERIOD_END },
      { line: '2', quantity: 5, periodEnd: PERIOD_END },
    ])
    expect(bought[0]).toMatchObject({ periodEnd: undefined })
    const renewal = transaction({ origin: 'subscription_recurring', items: items.slice(1) })
    expect(factsOf('transaction.completed', renewal)).toMatchObject([
      { line: '1', productIds: ['pri_1', 'pro_of_pri_1'] },
      { line: '2', productIds: ['pri_2', 'pro_of_pri_2'] },
    ])
  })

  test('for a change within a period or for a charge is a payment without lines', () => {
    for (const origin of ['subscription_update', 'subscription_charge', 'a_new_origin']) {
      expect(factsOf('transaction.completed', transaction({ origin }))).toEqual([PAID])
    }
    const card = read('transaction.completed', transaction({ origin: 'subscription_payment_method_change' }))
    expect(card.kind).toBe('ignored')
  })

  test('that fails counts for a renewal alone', () => {
    const renewal = transaction({ origin: 'subscription_recurring', status: 'past_due' })
    expect(factsOf('transaction.payment_failed', renewal)).toEqual([
      { kind: 'payment-failed', subscriptionId: 'sub_1', paymentId: 'txn_1' },
    ])
    expect(read('transaction.payment_failed', transaction()).kind).toBe('ignored')
  })

  test.each([
    ['items', { items: [] }],
    ['items.0.price.id', { items: [{ quantity: 1, price: {} }] }],
    ['items.0.quantity', { items: [paddleItem('pri_1', 0)] }],
    ['id', { id: null }],
    ['customer_id', { customer_id: 7.5 }],
    ['details.totals.grand_total', { details: { totals: { grand_total: '29.00' } } }],
  ])('waits for %s', (path, changes) => {
    const reading = read('transaction.completed', transaction(changes))
    expect(reading).toMatchObject({ kind: 'waits', missing: [`data.${path}`], facts: [] })
  })
})

describe('a subscription', () => {
  test('is joined to its transaction, unless it is paid by invoice', () => {
    const created = paddleSubscription({ transaction_id: 'txn_1' })
    expect(factsOf('subscription.created', created)).toEqual([
      { kind: 'paid', reason: 'purchase', ...OF, orderId: 'txn_1', paymentId: 'txn_1' },
    ])
    const byInvoice = read('subscription.created', { ...created, collection_mode: 'manual' })
    expect(byInvoice.kind).toBe('ignored')
  })

  test.each([
    [{}, { kind: 'resumed' }],
    [{ status: 'trialing' }, { kind: 'resumed' }],
    [{ scheduled_change: { action: 'pause', effective_at: OCCURRED_AT } }, { kind: 'resumed' }],
    [
      { scheduled_change: { action: 'cancel', effective_at: '2027-02-01T00:00:00Z', resume_at: null } },
      { kind: 'cancelled', runsUntil: PERIOD_END },
    ],
    [{ status: 'past_due' }, { kind: 'payment-failed' }],
    [{ status: 'paused' }, { kind: 'paused' }],
    [
      { status: 'canceled', canceled_at: OCCURRED_AT },
      { kind: 'ended', endedAt: 1_798_761_600 },
    ],
  ])('with %j', (changes, fact) => {
    const items = [
      { kind: 'product-changed', ...OF, line: '1', productIds: ['pri_1', 'pro_of_pri_1'] },
      { kind: 'quantity-changed', ...OF, line: '1', quantity: 2 },
    ]
    expect(factsOf('subscription.updated', paddleSubscription(changes))).toEqual([
      { ...OF, ...fact },
      ...items,
    ])
  })

  test('has the same state in the event of that state', () => {
    const states = { past_due: 'payment-failed', paused: 'paused', resumed: 'resumed', canceled: 'ended' }
    for (const [event, kind] of Object.entries(states)) {
      const status = event === 'resumed' ? 'active' : event
      expect(factsOf(`subscription.${event}`, paddleSubscription({ status }))).toMatchObject([
        { kind, ...OF },
      ])
    }
    expect(read('subscription.updated', paddleSubscription({ status: 'frozen' }))).toMatchObject({
      kind: 'waits',
      missing: ['data.status'],
    })
  })
})

test.each([
  [{}, { kind: 'refunded', refundId: 'adj_1', amount: 900, isFull: false }],
  [{ type: 'full' }, { kind: 'refunded', refundId: 'adj_1', amount: 900, isFull: true }],
  [{ status: 'pending_approval' }, undefined],
  [{ status: 'rejected' }, undefined],
  [{ action: 'credit' }, undefined],
  [{ action: 'chargeback_warning' }, undefined],
  [{ action: 'chargeback' }, { kind: 'dispute-opened', disputeId: 'txn_1' }],
  [
    { action: 'chargeback', status: 'reversed' },
    { kind: 'dispute-won', disputeId: 'txn_1' },
  ],
  [{ action: 'chargeback_reverse' }, { kind: 'dispute-won', disputeId: 'txn_1' }],
])('an adjustment with %j', (changes, fact) => {
  for (const event of ['adjustment.created', 'adjustment.updated']) {
    const facts = factsOf(event, adjustment(changes))
    expect(facts).toEqual(fact === undefined ? [] : [{ ...OF, paymentId: 'txn_1', ...fact }])
  }
})

test('the address of a customer comes with the events of the customer', () => {
  for (const event of ['customer.created', 'customer.updated', 'customer.imported']) {
    const reading = read(event, paddleCustomer({ name: null }))
    expect(reading.customer).toEqual({
      shopCustomerId: 'ctm_1',
      email: 'ada@example.com',
      name: '',
      isFromBuyer: false,
    })
    expect(reading.facts).toMatchObject([{ kind: 'customer-known', shopCustomerId: 'ctm_1' }])
  }
  expect(read('customer.created', paddleCustomer({ email: '' })).kind).toBe('ignored')
})

test('marks simulated events as tests, ignores other events, and waits for the fields of an event', () => {
  const simulated = { event_id: 'ntfsimevt_01hv8wptq8987qeep44cyrewp9' }
  expect(read('transaction.completed', transaction(), simulated)).toMatchObject({
    isTest: true,
    facts: [{ isTest: true }],
  })
  expect(read('transaction.paid', transaction())).toMatchObject({
    kind: 'ignored',
    eventType: 'transaction.paid',
  })
  for (const occurred_at of [undefined, 'today', '1798761600', 1_798_761_600, '2027-99-99T00:00:00Z']) {
    expect(read('transaction.completed', transaction(), { occurred_at })).toMatchObject({
      kind: 'waits',
      missing: ['occurred_at'],
    })
  }
})
