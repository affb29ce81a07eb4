import { customerOf, type EventBase, type Meaning, readDelivery, type ShopAdapter } from './adapter.ts'
import type { Fact } from './facts.ts'
import type { Fields } from './fields.ts'
import { type Scheme, signAs, verifyAs } from './verify.ts'

// Deliveries of Paddle Billing.

const SCHEME: Scheme = {
  header: 'paddle-signature',
  // Paddle tries for three days, and a retry may have the time of the first try. SECURITY: what is sent
  // again within this time has the same event ID, which counts once.
  timed: { time: 'ts', signature: 'h1', separator: ';', join: ':', toleranceSeconds: 4 * 86_400 },
}

/** Paddle Billing. Its transactions have no address: it arrives with the events of the customer. */
export const paddle: ShopAdapter = {
  shop: 'paddle',
  // A checkout that a script opens has the `customData` of that script. Items and their number are
  // chosen there as well, but paid by their price.
  buyerFields: ['data.custom_data', 'data.email', 'data.name'],
  // The ID of a transaction is a ULID, of which 80 bits are random.
  returnPlaceholder: undefined,
  verify: (delivery, by) => verifyAs(SCHEME, delivery, by),
  sign: (body, secret, now) => signAs(SCHEME, body, secret, now),
  read: (body, shop) =>
    readDelivery(body, shop, {
      event(fields) {
        const eventId = fields.need('id', 'event_id')
        return {
          eventId,
          eventType: fields.need('id', 'event_type'),
          // Events of Paddle's simulator. The sandbox is another account, and says nothing.
          isTest: eventId.startsWith('ntfsim'),
          at: fields.need('date', 'occurred_at'),
        }
      },
      meaning: (event, fields) => meaningOf(event, fields.in('data')),
    }),
}

function meaningOf(event: EventBase, data: Fields): Meaning {
  switch (event.eventType) {
    case 'transaction.completed':
      return { facts: transactionCompleted(event, data) }
    case 'transaction.payment_failed': {
      // At a checkout the buyer tries another card, and there is no order yet.
      if (data.get('id', 'origin') !== 'subscription_recurring') return undefined
      const subscriptionId = data.need('id', 'subscription_id')
      return {
        facts: [{ ...event, kind: 'payment-failed', subscriptionId, paymentId: data.need('id', 'id') }],
      }
    }
    case 'subscription.created':
      return { facts: subscriptionCreated(event, data) }
    case 'subscription.updated':
      return { facts: [...stateOf(event, data), ...itemsOf(event, data)] }
    case 'subscription.past_due':
    case 'subscription.paused':
    case 'subscription.resumed':
    case 'subscription.canceled':
      return { facts: stateOf(event, data) }
    case 'adjustment.created':
    case 'adjustment.updated':
      return { facts: adjustment(event, data) }
    case 'customer.created':
    case 'customer.imported':
    case 'customer.updated':
      return { customer: customerOf(data.need('id', 'id'), data.email('email'), data.words('name')) }
    default:
      return undefined
  }
}

function transactionCompleted(event: EventBase, data: Fields): readonly Fact[] {
  const id = data.need('id', 'id')
  const origin = data.get('id', 'origin')
  if (origin === 'subscription_payment_method_change') return []
  const subscriptionId = data.get('id', 'subscription_id')
  const reason = reasonOf(origin, subscriptionId)
  const periodEnd = data.get('date', 'billing_period.ends_at')
  const paid = {
    ...event,
    kind: 'paid',
    reason,
    orderId: reason === 'purchase' ? id : undefined,
    subscriptionId,
    shopCustomerId: data.get('id', 'customer_id'),
    paymentId: id,
    amount: data.get('amount', 'details.totals.grand_total'),
    currency: data.get('currency', 'currency_code'),
  } as const
  // The items of a change are parts of a period, and those of a charge belong to no order.
  if (reason === undefined) return [paid]
  const lines = numbered(data.list('items'), (item) => item.has('price.billing_cycle'))
  if (lines.length === 0) data.note('items')
  return lines.map(({ item, line, isRecurring }) => ({
    ...paid,
    line,
    productIds: item.needIds('price.id', 'price.product_id'),
    quantity: item.quantity('quantity'),
    periodEnd: isRecurring ? periodEnd : undefined,
  }))
}

function reasonOf(origin: string | undefined, subscriptionId: string | undefined) {
  if (origin === 'subscription_recurring') return 'renewal'
  const isOfOrder = origin === 'web' || origin === 'api' || subscriptionId === undefined
  return isOfOrder ? 'purchase' : undefined
}

/** Joins the subscription to its first transaction, which may be completed before it has the ID. */
function subscriptionCreated(event: EventBase, data: Fields): readonly Fact[] {
  const transactionId = data.get('id', 'transaction_id')
  // One that is paid by invoice begins when the invoice is sent.
  if (transactionId === undefined || data.get('id', 'collection_mode') !== 'automatic') return []
  const ids = { orderId: transactionId, paymentId: transactionId }
  return [{ ...event, ...asSubscription(data), ...ids, kind: 'paid', reason: 'purchase' }]
}

/** The subscription after the event. Repeated facts say the same, the newest counts. */
function stateOf(event: EventBase, data: Fields): readonly Fact[] {
  const base = { ...event, ...asSubscription(data) }
  const status = data.need('id', 'status')
  switch (status) {
    case 'past_due':
      return [{ ...base, kind: 'payment-failed' }]
    case 'paused':
      return [{ ...base, kind: 'paused' }]
    case 'canceled':
      return [{ ...base, kind: 'ended', endedAt: data.get('date', 'canceled_at') }]
    case 'active':
    case 'trialing':
      if (data.get('id', 'scheduled_change.action') !== 'cancel') return [{ ...base, kind: 'resumed' }]
      return [{ ...base, kind: 'cancelled', runsUntil: data.get('date', 'scheduled_change.effective_at') }]
    default:
      data.note('status')
      return []
  }
}

/** No event says what was changed, so every update has all items. */
const itemsOf = (event: EventBase, data: Fields): readonly Fact[] =>
  numbered(data.list('items'), (item) => item.get('flag', 'recurring') !== false).flatMap(
    ({ item, line }) => {
      const base = { ...event, ...asSubscription(data), line }
      const productIds = item.needIds('price.id', 'price.product_id')
      return [
        { ...base, kind: 'product-changed', productIds },
        { ...base, kind: 'quantity-changed', quantity: item.quantity('quantity') },
      ]
    },
  )

/**
 * Items have no IDs. What is renewed is counted apart, because renewals and the subscription have no
 * other items.
 */
function numbered(items: readonly Fields[], isRecurring: (item: Fields) => boolean) {
  const counts = { '': 0, 'once-': 0 }
  return items.map((item) => {
    const prefix = isRecurring(item) ? '' : 'once-'
    counts[prefix] += 1
    return { item, line: `${prefix}${counts[prefix]}`, isRecurring: prefix === '' }
  })
}

function adjustment(event: EventBase, data: Fields): readonly Fact[] {
  const [action, status] = [data.need('id', 'action'), data.need('id', 'status')]
  const base = {
    ...event,
    shopCustomerId: data.get('id', 'customer_id'),
    subscriptionId: data.get('id', 'subscription_id'),
  }
  const paymentId = data.need('id', 'transaction_id')
  const disputed = { ...base, paymentId, disputeId: paymentId }
  if (action === 'chargeback' && status === 'reversed') return [{ ...disputed, kind: 'dispute-won' }]
  // Paddle decides: what waits for its approval, or was rejected, has refunded nothing.
  if (status !== 'approved') return []
  switch (action) {
    case 'refund': {
      const amount = data.need('amount', 'totals.total')
      const isFull = data.get('id', 'type') === 'full'
      return [{ ...base, kind: 'refunded', paymentId, refundId: data.need('id', 'id'), amount, isFull }]
    }
    // The reversal is another adjustment, so both have the ID of the payment.
    case 'chargeback':
      return [{ ...disputed, kind: 'dispute-opened' }]
    case 'chargeback_reverse':
      return [{ ...disputed, kind: 'dispute-won' }]
    // Credits, and warnings of a chargeback that may come.
    default:
      return []
  }
}

const asSubscription = (data: Fields) => ({
  subscriptionId: data.need('id', 'id'),
  shopCustomerId: data.get('id', 'customer_id'),
})
