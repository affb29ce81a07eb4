import { createHash } from 'node:crypto'
import { customerOf, type EventBase, type Meaning, readDelivery, type ShopAdapter } from './adapter.ts'
import type { Fact } from './facts.ts'
import type { Fields } from './fields.ts'
import { type Scheme, signAs, verifyAs } from './verify.ts'

// Deliveries of Stripe. Their shape depends on the API version of the endpoint: 2025-03-31.basil moved
// fields of invoices and subscriptions. The fields are looked up at both places.

const SCHEME: Scheme = {
  header: 'stripe-signature',
  // A retry is signed again, so old signatures are repetitions. Of the future is what this clock
  // is behind. Source: stripe-node. Its scheme v0 is for tests.
  timed: { time: 't', signature: 'v1', separator: ',', join: '.', toleranceSeconds: 300 },
}
/**
 * The events of one-time purchases name no price and no quantity. The vendor's server, or the settings
 * of a payment link, add them to the metadata, which a buyer cannot write.
 */
const METADATA = { product: 'metadata.latchkey_product', quantity: 'metadata.latchkey_quantity' }

/** Stripe: the shop of vendors who use its Checkout, payment links, invoices or subscriptions. */
export const stripe: ShopAdapter = {
  shop: 'stripe',
  buyerFields: [
    'data.object.client_reference_id',
    'data.object.collected_information',
    'data.object.custom_fields',
    'data.object.customer_details',
    'data.object.customer_email',
    'data.object.customer_name',
  ],
  returnPlaceholder: '{CHECKOUT_SESSION_ID}',
  verify: (delivery, by) => verifyAs(SCHEME, delivery, by),
  sign: (body, secret, now) => signAs(SCHEME, body, secret, now),
  read: (body, shop) =>
    readDelivery(body, shop, {
      event: (fields) => ({
        eventId: fields.need('id', 'id'),
        eventType: fields.need('id', 'type'),
        isTest: !fields.need('flag', 'livemode'),
        at: fields.need('seconds', 'created'),
      }),
      meaning: (event, fields) =>
        meaningOf(event, fields.in('data.object'), fields.in('data.previous_attributes')),
    }),
}

function meaningOf(event: EventBase, object: Fields, previous: Fields): Meaning {
  switch (event.eventType) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return sessionPaid(event, object)
    // `invoice.payment_succeeded` is about the same payment.
    case 'invoice.paid':
      return invoicePaid(event, object)
    case 'invoice.payment_failed':
      return facts({
        ...event,
        ...subscriptionOf(object),
        kind: 'payment-failed',
        paymentId: object.need('id', 'id'),
      })
    case 'invoice_payment.paid':
      return invoicePayment(event, object)
    case 'customer.subscription.updated':
      return { facts: subscriptionUpdated(event, object, previous) }
    case 'customer.subscription.deleted': {
      const endedAt = object.get('seconds', 'ended_at') ?? object.get('seconds', 'canceled_at')
      return facts({ ...event, ...asSubscription(object), kind: 'ended', endedAt })
    }
    case 'customer.subscription.paused':
      return facts({ ...event, ...asSubscription(object), kind: 'paused' })
    case 'customer.subscription.resumed':
      return facts({ ...event, ...asSubscription(object), kind: 'resumed' })
    case 'charge.refunded':
      return facts({
        ...event,
        kind: 'refunded',
        shopCustomerId: object.get('id', 'customer'),
        paymentId: object.get('id', 'payment_intent') ?? object.need('id', 'id'),
        refundId: object.need('id', 'id'),
        amount: object.need('amount', 'amount_refunded'),
        isFull: object.need('flag', 'refunded'),
        paymentAmount: object.get('amount', 'amount'),
      })
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return dispute(event, object)
    default:
      return undefined
  }
}

const facts = (...all: readonly Fact[]): Meaning => ({ facts: all })

function sessionPaid(event: EventBase, session: Fields): Meaning {
  const status = session.need('id', 'payment_status')
  const mode = session.need('id', 'mode')
  // A delayed payment: `async_payment_succeeded` follows. With `setup` nothing is bought.
  if (status === 'unpaid' || mode === 'setup') return undefined
  if (status !== 'paid' && status !== 'no_payment_required') session.note('payment_status')
  const returnId = session.need('id', 'id')
  const [invoice, intent] = [session.get('id', 'invoice'), session.get('id', 'payment_intent')]
  const subscriptionId = session.get('id', 'subscription')
  // SECURITY: never the ID of the session, which opens the key, while that of the order is shown.
  const free = `free-${createHash('sha256').update(returnId).digest('hex').slice(0, 32)}`
  const orderId = subscriptionId ?? intent ?? free
  const shopCustomerId = session.get('id', 'customer') ?? orderId
  const paid = {
    ...event,
    kind: 'paid',
    reason: 'purchase',
    orderId,
    shopCustomerId,
    // The ID of an invoice comes first, as in the events of the invoice.
    paymentId: invoice ?? intent ?? orderId,
    otherPaymentId: invoice === undefined ? undefined : intent,
  } as const
  const name = session.words('customer_details.name')
  const email = session.email('customer_details.email') || session.email('customer_email')
  const customer = customerOf(shopCustomerId, email, name)
  if (subscriptionId !== undefined) {
    // The invoice has the lines, the amount and the period.
    return { facts: [{ ...paid, subscriptionId }], customer, returnId }
  }
  const productIds = session.ids(METADATA.product, 'payment_link')
  const quantity = session.quantity(METADATA.quantity)
  const bought: Fact = {
    ...paid,
    // Without a product here, the lines are those of the invoice, if the vendor lets Stripe make one.
    ...(productIds.length === 0 ? {} : { line: '1', productIds, quantity }),
    amount: session.get('amount', 'amount_total'),
    currency: session.get('currency', 'currency'),
  }
  return { facts: [bought], customer, returnId }
}

function invoicePaid(event: EventBase, invoice: Fields): Meaning {
  const subscription = subscriptionOf(invoice)
  const reason = REASONS.get(invoice.get('id', 'billing_reason') ?? '')
  const paid = {
    ...event,
    ...subscription,
    kind: 'paid',
    reason,
    // The same ID as that of the session, which a subscription made by the API does not have.
    orderId: reason === 'purchase' ? subscription.subscriptionId : undefined,
    paymentId: invoice.need('id', 'id'),
    otherPaymentId: invoice.get('id', 'payment_intent'),
    amount: invoice.need('amount', 'amount_paid'),
    currency: invoice.get('currency', 'currency'),
  } as const
  const lines = new Map<string, Fact>()
  if (invoice.get('flag', 'lines.has_more') === true) invoice.note('lines.has_more')
  for (const [index, line] of invoice.list('lines.data').entries()) {
    const read = lineOf(line, index, subscription.subscriptionId !== undefined)
    if (read === undefined) continue
    // A price in tiers has a line for each tier.
    const before = lines.get(read.line)
    const quantity = before?.quantity === undefined ? read.quantity : before.quantity + (read.quantity ?? 0)
    lines.set(read.line, { ...paid, ...read, quantity })
  }
  const { shopCustomerId } = subscription
  const customer = customerOf(shopCustomerId, invoice.email('customer_email'), invoice.words('customer_name'))
  return { facts: lines.size === 0 ? [paid] : [...lines.values()], customer }
}

/** Others are changes within a period, and invoices without a subscription. */
const REASONS: ReadonlyMap<string, 'purchase' | 'renewal'> = new Map([
  ['subscription_create', 'purchase'],
  ['subscription_cycle', 'renewal'],
])

/** Undefined for a line that gives nothing: a part of a period after a change, or no price. */
function lineOf(line: Fields, index: number, isOfSubscription: boolean) {
  const details = line.in('parent.subscription_item_details')
  const isPart =
    details.get('flag', 'proration') ??
    line.get('flag', 'parent.invoice_item_details.proration') ??
    line.get('flag', 'proration')
  const item = details.get('id', 'subscription_item') ?? line.get('id', 'subscription_item')
  const productIds = [
    line.ids('pricing.price_details.price', 'pricing.price_details.product'),
    line.ids('price.id', 'price.product'),
    line.ids('plan.id', 'plan.product'),
  ].find((ids) => ids.length > 0)
  const quantity = line.get('amount', 'quantity')
  if (isPart === true || quantity === 0) return undefined
  if (productIds === undefined) {
    if (item !== undefined) line.note('pricing.price_details')
    return undefined
  }
  if (item !== undefined)
    return { line: item, productIds, quantity, periodEnd: line.need('seconds', 'period.end') }
  // Bought once. On the invoices of a subscription the positions change, so the line has its own ID.
  return { line: isOfSubscription ? line.need('id', 'id') : String(index + 1), productIds, quantity }
}

/** Joins the invoice to what refunds and disputes name. Since basil, no other event has both. */
function invoicePayment(event: EventBase, payment: Fields): Meaning {
  const other = payment.get('id', 'payment.payment_intent') ?? payment.get('id', 'payment.charge')
  // Paid elsewhere, and noted by hand.
  if (other === undefined) return undefined
  return facts({ ...event, kind: 'paid', paymentId: payment.need('id', 'invoice'), otherPaymentId: other })
}

function subscriptionUpdated(event: EventBase, subscription: Fields, previous: Fields): readonly Fact[] {
  const base = { ...event, ...asSubscription(subscription) }
  const items = subscription.list('items.data')
  const status = subscription.need('id', 'status')
  const all: Fact[] = []
  if (status === 'past_due' || status === 'unpaid') {
    all.push({ ...base, kind: 'payment-failed', paymentId: subscription.get('id', 'latest_invoice') })
  }
  const cancelAt = subscription.get('seconds', 'cancel_at')
  if (cancelAt !== undefined || subscription.get('flag', 'cancel_at_period_end') === true) {
    const periodEnd = items[0]?.get('seconds', 'current_period_end')
    const runsUntil = cancelAt ?? periodEnd ?? subscription.get('seconds', 'current_period_end')
    all.push({ ...base, kind: 'cancelled', runsUntil })
  } else if (previous.has('cancel_at') || previous.get('flag', 'cancel_at_period_end') === true) {
    all.push({ ...base, kind: 'resumed' })
  }
  if (subscription.has('pause_collection')) all.push({ ...base, kind: 'paused' })
  else if (previous.has('pause_collection')) all.push({ ...base, kind: 'resumed' })
  if (!previous.has('items')) return all
  const before = new Map(previous.list('items.data').map((item) => [item.get('id', 'id'), item]))
  for (const item of items) {
    const line = item.need('id', 'id')
    const productIds = item.ids('price.id', 'price.product')
    const quantity = item.get('amount', 'quantity')
    const old = before.get(line)
    if (productIds[0] !== old?.get('id', 'price.id'))
      all.push({ ...base, kind: 'product-changed', line, productIds })
    if (quantity && quantity !== old?.get('amount', 'quantity')) {
      all.push({ ...base, kind: 'quantity-changed', line, quantity })
    }
  }
  return all
}

function dispute(event: EventBase, object: Fields): Meaning {
  const status = object.need('id', 'status')
  // Events of a change are left out: an opened dispute would stop a license again that the vendor lets work.
  const kind = event.eventType.endsWith('.funds_reinstated') ? 'dispute-won' : DISPUTES.get(status)
  if (kind === undefined) object.note('status')
  if (kind === undefined || kind === 'inquiry') return undefined
  const paymentId = object.get('id', 'payment_intent') ?? object.need('id', 'charge')
  return facts({ ...event, kind, paymentId, disputeId: object.need('id', 'id') })
}

/** By the status of the dispute. In an inquiry the bank asks, and has not taken the money. */
const DISPUTES: ReadonlyMap<string, DisputeKind | 'inquiry'> = new Map([
  ['needs_response', 'dispute-opened'],
  ['under_review', 'dispute-opened'],
  ['won', 'dispute-won'],
  ['lost', 'dispute-lost'],
  ['prevented', 'dispute-withdrawn'],
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry'],
])

type DisputeKind = Extract<Fact, { readonly disputeId: string }>['kind']

/** The subscription and the customer of an invoice. */
const subscriptionOf = (invoice: Fields) => ({
  subscriptionId:
    invoice.get('id', 'parent.subscription_details.subscription') ?? invoice.get('id', 'subscription'),
  shopCustomerId: invoice.get('id', 'customer'),
})

const asSubscription = (object: Fields) => ({
  subscriptionId: object.need('id', 'id'),
  shopCustomerId: object.get('id', 'customer'),
})
