import { describe, expect, test } from 'vitest'
import { stripe } from './stripe.ts'
import {
  API_VERSIONS,
  type ApiVersion,
  BASIL,
  charge,
  dispute,
  invoice,
  invoiceLine,
  invoicePayment,
  type Json,
  PAID_AT,
  PERIOD_END,
  SESSION_ID,
  session,
  stripeEvent,
  subscription,
  subscriptionSession,
} from './testing/stripe-deliveries.ts'

const read = (type: string, object: Json, changes: Json = {}) =>
  stripe.read(Buffer.from(JSON.stringify(stripeEvent(type, object, changes))), 'shop-1')

/** The facts without what all facts have. */
const factsOf = (type: string, object: Json, changes: Json = {}) =>
  read(type, object, changes).facts.map(({ shop, eventId, eventType, isTest, at, ...fact }) => fact)

const KNOWN = { kind: 'customer-known', shopCustomerId: 'cus_1' }
const OF = { subscriptionId: 'sub_1', shopCustomerId: 'cus_1' }
const updated = (version: ApiVersion, changes: Json, previous: Json = {}) => {
  const object = subscription(version, changes)
  return factsOf('customer.subscription.updated', object, { data: { object, previous_attributes: previous } })
}

describe('a purchase once', () => {
  test('has product and quantity from the payment link and from the metadata of the vendor', () => {
    expect(read('checkout.session.completed', session())).toEqual({
      kind: 'facts',
      eventId: 'evt_1PaidByCard',
      eventType: 'checkout.session.completed',
      isTest: false,
      missing: [],
      returnId: SESSION_ID,
      customer: { shopCustomerId: 'pi_1', email: 'ada@example.com', name: 'Ada', isFromBuyer: false },
      facts: [
        {
          shop: 'shop-1',
          eventId: 'evt_1PaidByCard',
          eventType: 'checkout.session.completed',
          isTest: false,
          at: PAID_AT,
          kind: 'paid',
          reason: 'purchase',
          orderId: 'pi_1',
          paymentId: 'pi_1',
          shopCustomerId: 'pi_1',
          line: '1',
          productIds: ['plink_1'],
          quantity: 3,
          amount: 2900,
          currency: 'EUR',
        },
        expect.objectContaining({ kind: 'customer-known', shopCustomerId: 'pi_1' }),
      ],
    })
  })

  test('prefers the product of the metadata', () => {
    const metadata = { latchkey_product: 'export' }
    const [paid] = factsOf('checkout.session.completed', session({ metadata }))
    expect(paid).toMatchObject({ productIds: ['export', 'plink_1'] })
    // No event has the quantity, which is not the same as 1.
    expect(paid?.quantity).toBeUndefined()
  })

  test('waits for a quantity that can be read', () => {
    for (const quantity of ['0', '-1', 'three', '1.5', '']) {
      const reading = read(
        'checkout.session.completed',
        session({ metadata: { latchkey_quantity: quantity } }),
      )
      expect(reading).toMatchObject({ kind: 'waits', missing: ['data.object.metadata.latchkey_quantity'] })
    }
  })

  test('without a product leaves the lines to the invoice, and has the ID of its payment', () => {
    const bare = { metadata: {}, payment_link: null, invoice: 'in_1' }
    const [paid] = factsOf('checkout.session.completed', session(bare))
    expect(paid).toMatchObject({ orderId: 'pi_1', paymentId: 'in_1', otherPaymentId: 'pi_1' })
    expect(paid).not.toHaveProperty('line')
    const manual = invoice(BASIL, { billing_reason: 'manual', parent: null })
    const line = {
      ...invoiceLine(BASIL),
      parent: { type: 'invoice_item_details', invoice_item_details: { proration: false } },
    }
    const [ofInvoice] = factsOf('invoice.paid', { ...manual, lines: { data: [line], has_more: false } })
    expect(ofInvoice).toMatchObject({
      paymentId: 'in_1',
      line: '1',
      productIds: ['price_1', 'prod_1'],
      quantity: 2,
    })
    expect(ofInvoice).toMatchObject({ reason: undefined, orderId: undefined, subscriptionId: undefined })
  })

  test('for nothing has an order ID that does not open the key', () => {
    const free = session({ payment_intent: null, payment_status: 'no_payment_required', amount_total: 0 })
    const { facts, returnId } = read('checkout.session.completed', free)
    expect(returnId).toBe(SESSION_ID)
    expect(facts).toMatchObject([{ kind: 'paid', amount: 0 }, { kind: 'customer-known' }])
    expect(facts[0]?.orderId).toMatch(/^free-[\da-f]{32}$/)
    expect(JSON.stringify(facts)).not.toContain(SESSION_ID)
  })

  test('with a delayed payment counts when the payment arrives', () => {
    const unpaid = read('checkout.session.completed', session({ payment_status: 'unpaid' }))
    expect(unpaid).toMatchObject({ kind: 'ignored', facts: [] })
    const paid = factsOf('checkout.session.async_payment_succeeded', session())
    expect(paid).toEqual(factsOf('checkout.session.completed', session()))
  })

  test('of a customer without an address names no customer', () => {
    const none = session({ customer_details: null, customer_email: null })
    expect(read('checkout.session.completed', none)).toMatchObject({
      kind: 'facts',
      facts: [{ kind: 'paid' }],
    })
    expect(read('checkout.session.completed', none).customer).toBeUndefined()
    const old = session({ customer_details: null, customer_email: 'ada@example.com' })
    expect(read('checkout.session.completed', old).customer?.email).toBe('ada@example.com')
    for (const email of [
      'ada',
      'ada@',
      'a da@example.com',
      `${'a'.repeat(300)}@example.com`,
      'a\u0000@example.com',
    ]) {
      const wrong = session({ customer_details: { email, name: 'Ada' } })
      expect(read('checkout.session.completed', wrong).customer).toBeUndefined()
    }
    const name = `A\u0000da ${'x'.repeat(300)}`
    const long = session({ customer_details: { email: 'ada@example.com', name } })
    expect(read('checkout.session.completed', long).customer?.name).toBe(`A da ${'x'.repeat(195)}`)
  })

  test('waits with a payment status that is not known', () => {
    expect(read('checkout.session.completed', session({ payment_status: 'later' }))).toMatchObject({
      kind: 'waits',
      missing: ['data.object.payment_status'],
      facts: [],
    })
  })
})

describe.each(API_VERSIONS)('a subscription with API version %s', (version) => {
  const isOld = version < BASIL
  /** Later versions have it in another event. */
  const otherPaymentId = isOld ? 'pi_1' : undefined

  test('has its lines from the invoice, under the order of the session', () => {
    expect(factsOf('checkout.session.completed', subscriptionSession())).toEqual([
      { kind: 'paid', reason: 'purchase', orderId: 'sub_1', ...OF, paymentId: 'in_1' },
      KNOWN,
    ])
    const line = { line: 'si_1', productIds: ['price_1', 'prod_1'], quantity: 2, periodEnd: PERIOD_END }
    const paid = {
      kind: 'paid',
      ...OF,
      paymentId: 'in_1',
      otherPaymentId,
      amount: 2900,
      currency: 'EUR',
      ...line,
    }
    expect(factsOf('invoice.paid', invoice(version))).toEqual([
      { ...paid, reason: 'purchase', orderId: 'sub_1' },
      KNOWN,
    ])
    const renewal = invoice(version, { billing_reason: 'subscription_cycle' })
    expect(factsOf('invoice.paid', renewal)).toEqual([{ ...paid, reason: 'renewal' }, KNOWN])
  })

  test('has one fact for each item, whatever tiers and parts of periods its invoice has', () => {
    const proration = isOld
      ? { proration: true }
      : { parent: { subscription_item_details: { proration: true, subscription_item: 'si_1' } } }
    const setUp = isOld ? { subscription_item: null } : { parent: { type: 'invoice_item_details' } }
    const data = [
      invoiceLine(version, { amount: -500, ...proration }),
      invoiceLine(version),
      invoiceLine(version, { id: 'il_2', quantity: 3 }),
      invoiceLine(version, { id: 'il_3', quantity: 0 }),
      invoiceLine(version, { id: 'il_4', quantity: 1, ...setUp }),
    ]
    const facts = factsOf('invoice.paid', invoice(version, { lines: { data, has_more: false } }))
    expect(facts).toMatchObject([
      { line: 'si_1', quantity: 5, periodEnd: PERIOD_END },
      { line: 'il_4', quantity: 1 },
      KNOWN,
    ])
    expect(facts[1]).not.toHaveProperty('periodEnd')
    const update = invoice(version, {
      billing_reason: 'subscription_update',
      lines: { data: data.slice(0, 1) },
    })
    const [part] = factsOf('invoice.paid', update)
    expect(part).toEqual({
      kind: 'paid',
      ...OF,
      paymentId: 'in_1',
      otherPaymentId,
      amount: 2900,
      currency: 'EUR',
    })
    const more = read('invoice.paid', invoice(version, { lines: { data, has_more: true } }))
    expect(more).toMatchObject({ kind: 'waits', missing: ['data.object.lines.has_more'] })
  })

  test('fails, is cancelled, goes on, pauses and ends', () => {
    expect(factsOf('invoice.payment_failed', invoice(version))).toEqual([
      { kind: 'payment-failed', ...OF, paymentId: 'in_1' },
    ])
    expect(updated(version, { status: 'past_due' })).toEqual([
      { kind: 'payment-failed', ...OF, paymentId: 'in_2' },
    ])
    expect(updated(version, { cancel_at_period_end: true })).toEqual([
      { kind: 'cancelled', ...OF, runsUntil: PERIOD_END },
    ])
    expect(updated(version, { cancel_at: PERIOD_END - 5 })).toEqual([
      { kind: 'cancelled', ...OF, runsUntil: PERIOD_END - 5 },
    ])
    expect(updated(version, {}, { cancel_at_period_end: true })).toEqual([{ kind: 'resumed', ...OF }])
    expect(updated(version, { pause_collection: { behavior: 'void' } })).toEqual([{ kind: 'paused', ...OF }])
    expect(updated(version, {}, { pause_collection: { behavior: 'void' } })).toEqual([
      { kind: 'resumed', ...OF },
    ])
    expect(updated(version, {}, { default_payment_method: 'pm_1' })).toEqual([])
    const ended = subscription(version, { status: 'canceled', ended_at: PERIOD_END })
    expect(factsOf('customer.subscription.deleted', ended)).toEqual([
      { kind: 'ended', ...OF, endedAt: PERIOD_END },
    ])
  })

  test('changes its product and its quantity', () => {
    const before = { id: 'si_1', price: { id: 'price_0', product: 'prod_0' }, quantity: 1 }
    const same = { id: 'si_1', price: { id: 'price_1', product: 'prod_1' }, quantity: 2 }
    const line = { ...OF, line: 'si_1' }
    const product = { kind: 'product-changed', ...line, productIds: ['price_1', 'prod_1'] }
    const quantity = { kind: 'quantity-changed', ...line, quantity: 2 }
    expect(updated(version, {}, { items: { data: [before] } })).toEqual([product, quantity])
    expect(updated(version, {}, { items: { data: [{ ...before, quantity: 2 }] } })).toEqual([product])
    expect(updated(version, {}, { items: { data: [same] } })).toEqual([])
  })

  test('is refunded and disputed by the ID of its payment', () => {
    const refund = {
      kind: 'refunded',
      shopCustomerId: 'cus_1',
      paymentId: 'pi_1',
      refundId: 'ch_1',
      paymentAmount: 2900,
    }
    expect(factsOf('charge.refunded', charge(version))).toEqual([{ ...refund, amount: 900, isFull: false }])
    expect(factsOf('charge.refunded', charge(version, { amount_refunded: 2900, refunded: true }))).toEqual([
      { ...refund, amount: 2900, isFull: true },
    ])
    // Before there were payment intents.
    expect(factsOf('charge.refunded', charge(version, { payment_intent: null }))).toMatchObject([
      { paymentId: 'ch_1' },
    ])
  })
})

test('joins an invoice to its payment, which other events of later versions do not', () => {
  const joined = [{ kind: 'paid', paymentId: 'in_1', otherPaymentId: 'pi_1' }]
  expect(factsOf('invoice_payment.paid', invoicePayment)).toEqual(joined)
  const byHand = { ...invoicePayment, payment: { type: 'payment_record', payment_record: 'prec_1' } }
  expect(read('invoice_payment.paid', byHand).kind).toBe('ignored')
})

test.each([
  ['created', 'needs_response', 'dispute-opened'],
  ['created', 'warning_needs_response', undefined],
  ['funds_withdrawn', 'needs_response', 'dispute-opened'],
  ['updated', 'under_review', undefined],
  ['closed', 'won', 'dispute-won'],
  ['closed', 'lost', 'dispute-lost'],
  ['closed', 'warning_closed', undefined],
  ['funds_reinstated', 'lost', 'dispute-won'],
])('a dispute that is %s with the status %s is %s', (event, status, kind) => {
  const facts = factsOf(`charge.dispute.${event}`, dispute({ status }))
  expect(facts).toEqual(kind === undefined ? [] : [{ kind, paymentId: 'pi_1', disputeId: 'du_1' }])
})

test('a dispute with a status that is not known waits', () => {
  const reading = read('charge.dispute.closed', dispute({ status: 'constructor' }))
  expect(reading).toMatchObject({ kind: 'waits', missing: ['data.object.status'] })
})

test('marks tests, ignores other events, and waits without the fields of an event', () => {
  expect(read('checkout.session.completed', session(), { livemode: false })).toMatchObject({
    isTest: true,
    facts: [{ isTest: true }, { isTest: true }],
  })
  for (const type of ['invoice.payment_succeeded', 'product.created', 'v2.core.event', 'constructor']) {
    expect(read(type, {})).toMatchObject({ kind: 'ignored', eventType: type, facts: [] })
  }
  const bare = { livemode: undefined, created: undefined }
  expect(read('invoice.paid', invoice(BASIL), bare)).toMatchObject({
    kind: 'waits',
    eventId: 'evt_1PaidByCard',
    missing: ['livemode', 'created'],
  })
})
