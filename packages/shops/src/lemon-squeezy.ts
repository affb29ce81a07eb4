import { createHash } from 'node:crypto'
import { customerOf, type EventBase, type Meaning, readDelivery, type ShopAdapter } from './adapter.ts'
import type { Fact } from './facts.ts'
import type { Fields } from './fields.ts'
import { type Scheme, signAs, verifyAs } from './verify.ts'

// Deliveries of Lemon Squeezy. They have no event ID, no event for chargebacks, and no time in the
// signature.

const SCHEME: Scheme = { header: 'x-signature' }

/** Lemon Squeezy. What it delivers depends on the kind of its object: order, subscription or invoice. */
export const lemonSqueezy: ShopAdapter = {
  shop: 'lemon-squeezy',
  buyerFields: ['meta.custom_data', 'data.attributes.user_email', 'data.attributes.user_name'],
  returnPlaceholder: '[order_identifier]',
  verify: (delivery, by) => verifyAs(SCHEME, delivery, by),
  sign: (body, secret, now) => signAs(SCHEME, body, secret, now),
  read: (body, shop) =>
    readDelivery(body, shop, {
      event(fields) {
        // SECURITY: the name of the event is also in a header, which is not signed.
        const eventType = fields.need('id', 'meta.event_name')
        const attributes = fields.in('data.attributes')
        return {
          eventId: `sha256-${createHash('sha256').update(`${eventType}.`).update(body).digest('hex')}`,
          eventType,
          isTest: attributes.get('flag', 'test_mode') ?? fields.get('flag', 'meta.test_mode') ?? false,
          at: attributes.get('date', 'updated_at'),
        }
      },
      meaning: (event, fields) => meaningOf(event, fields.in('data')),
    }),
}

function meaningOf(event: EventBase, data: Fields): Meaning {
  const [id, attributes] = [data.need('id', 'id'), data.in('attributes')]
  switch (event.eventType) {
    case 'order_created':
      return orderCreated(event, id, attributes)
    case 'order_refunded':
      return { facts: [refund(event, id, id, attributes)] }
    case 'subscription_created':
    case 'subscription_updated':
    case 'subscription_plan_changed':
    case 'subscription_cancelled':
    case 'subscription_resumed':
    case 'subscription_expired':
    case 'subscription_paused':
    case 'subscription_unpaused':
      return { facts: subscription(event, id, attributes) }
    case 'subscription_payment_success':
    case 'subscription_payment_recovered':
    case 'subscription_payment_failed':
    case 'subscription_payment_refunded':
      return { facts: invoice(event, id, attributes) }
    // License keys of Lemon Squeezy, affiliates and customers.
    default:
      return undefined
  }
}

function orderCreated(event: EventBase, id: string, order: Fields): Meaning {
  const status = order.need('id', 'status')
  if (status === 'pending' || status === 'failed') return undefined
  // A delivery by hand has the state of today: what was paid is paid, `order_refunded` has the rest.
  if (status !== 'paid' && status !== 'refunded' && status !== 'partial_refund') order.note('status')
  const shopCustomerId = order.get('id', 'customer_id') ?? id
  const item = order.in('first_order_item')
  const paid: Fact = {
    ...event,
    kind: 'paid',
    reason: 'purchase',
    at: order.need('date', 'created_at'),
    orderId: id,
    shopCustomerId,
    paymentId: id,
    line: '1',
    productIds: item.needIds('variant_id', 'product_id'),
    // Not documented, but sent.
    quantity: item.quantity('quantity'),
    amount: order.need('amount', 'total'),
    currency: order.get('currency', 'currency'),
  }
  const customer = customerOf(shopCustomerId, order.email('user_email'), order.words('user_name'))
  return { facts: [paid], customer, returnId: randomOf(order.get('id', 'identifier')) }
}

/** SECURITY: UUIDs of version 4 have 122 random bits, others fewer than 100. */
const randomOf = (identifier: string | undefined): string | undefined =>
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(identifier ?? '')
    ? identifier
    : undefined

/** The subscription after the event. Repeated facts say the same, the newest counts. */
function subscription(event: EventBase, id: string, attributes: Fields): readonly Fact[] {
  const of = {
    ...event,
    orderId: attributes.get('id', 'order_id'),
    subscriptionId: id,
    shopCustomerId: attributes.get('id', 'customer_id'),
  }
  const line = { line: '1', productIds: attributes.needIds('variant_id', 'product_id') }
  const quantity = attributes.quantity('first_subscription_item.quantity')
  const items: Fact[] = []
  if (event.eventType === 'subscription_plan_changed' || event.eventType === 'subscription_updated') {
    items.push({ ...of, kind: 'product-changed', ...line })
    if (quantity !== undefined) items.push({ ...of, kind: 'quantity-changed', line: '1', quantity })
  }
  const status = attributes.need('id', 'status')
  switch (status) {
    // The invoices have no period. Only in these states the subscription is paid until it renews.
    case 'on_trial':
    case 'active': {
      const isGoingOn = /_(?:resumed|unpaused)$/.test(event.eventType)
      const periodEnd = attributes.need('date', 'renews_at')
      const goesOn: readonly Fact[] = isGoingOn ? [{ ...of, kind: 'resumed' }] : []
      return [...goesOn, { ...of, kind: 'paid', ...line, quantity, periodEnd }, ...items]
    }
    case 'past_due':
    case 'unpaid':
      return [{ ...of, kind: 'payment-failed' }, ...items]
    case 'paused':
      return [{ ...of, kind: 'paused' }, ...items]
    case 'cancelled':
      return [{ ...of, kind: 'cancelled', runsUntil: attributes.get('date', 'ends_at') }, ...items]
    case 'expired':
      return [{ ...of, kind: 'ended', endedAt: attributes.get('date', 'ends_at') }]
    default:
      attributes.note('status')
      return []
  }
}

function invoice(event: EventBase, id: string, attributes: Fields): readonly Fact[] {
  const reason = attributes.need('id', 'billing_reason')
  // The order reports its first payment and the refunds of it.
  if (reason === 'initial') return []
  // Orders and invoices are counted apart, so both have the same IDs.
  const paymentId = `invoice-${id}`
  const subscriptionId = attributes.need('id', 'subscription_id')
  const of = { ...event, subscriptionId, shopCustomerId: attributes.get('id', 'customer_id') }
  if (event.eventType === 'subscription_payment_failed') return [{ ...of, kind: 'payment-failed', paymentId }]
  if (event.eventType === 'subscription_payment_refunded')
    return [refund(of, paymentId, undefined, attributes)]
  return [
    {
      ...of,
      kind: 'paid',
      paymentId,
      reason: reason === 'renewal' ? reason : undefined,
      amount: attributes.need('amount', 'total'),
      currency: attributes.get('currency', 'currency'),
    },
  ]
}

function refund(event: EventBase, paymentId: string, orderId: string | undefined, paid: Fields): Fact {
  const total = paid.need('amount', 'total')
  const isRefunded = paid.need('id', 'status') === 'refunded'
  // Older deliveries have no amount: then only the whole can be refunded.
  const amount =
    paid.get('amount', 'refunded_amount') ?? (isRefunded ? total : paid.need('amount', 'refunded_amount'))
  const isFull = isRefunded && amount >= total
  return {
    ...event,
    kind: 'refunded',
    orderId,
    paymentId,
    refundId: paymentId,
    amount,
    isFull,
    paymentAmount: total,
  }
}
