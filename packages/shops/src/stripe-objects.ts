/** Any JSON. */
export type Json = Readonly<Record<string, unknown>>

/** The API version that moved fields of invoices and subscriptions. The objects have its shapes. */
export const BASIL = '2025-03-31.basil'

/** A purchase at Stripe, of which the objects are made. */
export interface StripePurchase {
  /** The ID of an object by its prefix, such as `pi`, and the number of the payment. */
  id(prefix: string, payment?: number): string
  readonly isLive: boolean
  readonly email: string
  readonly name: string
  readonly amount: number
  readonly quantity: number
  /** Of a subscription. */
  readonly price: string
  /** The number of the payment, from 1. */
  readonly payment: number
  /** The event, and the period that is paid for, in Unix seconds. */
  readonly at: number
  readonly start: number
  readonly end: number
}

export const stripeEvent = (of: StripePurchase, type: string, object: Json, changes: Json = {}) => ({
  id: of.id('evt'),
  object: 'event',
  api_version: BASIL,
  created: of.at,
  livemode: of.isLive,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
  ...changes,
})

/** The session of a purchase once. */
export const session = (of: StripePurchase, changes: Json = {}) => ({
  id: of.id(of.isLive ? 'cs_live' : 'cs_test'),
  object: 'checkout.session',
  amount_subtotal: of.amount,
  amount_total: of.amount,
  client_reference_id: null,
  created: of.at - 60,
  currency: 'eur',
  custom_fields: [],
  customer: null,
  customer_details: { address: null, email: of.email, name: of.name, phone: null, tax_ids: [] },
  customer_email: null,
  invoice: null,
  livemode: of.isLive,
  metadata: {},
  mode: 'payment',
  payment_intent: of.id('pi', of.payment),
  payment_link: null,
  payment_status: 'paid',
  status: 'complete',
  subscription: null,
  ...changes,
})

export const subscriptionSession = (of: StripePurchase, changes: Json = {}) =>
  session(of, {
    customer: of.id('cus'),
    invoice: of.id('in', of.payment),
    mode: 'subscription',
    payment_intent: null,
    subscription: of.id('sub'),
    ...changes,
  })

/** The line of a subscription's invoice. */
export const invoiceLine = (of: StripePurchase, changes: Json = {}) => ({
  id: of.id('il', of.payment),
  object: 'line_item',
  amount: of.amount,
  currency: 'eur',
  parent: {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      proration: false,
      subscription: of.id('sub'),
      subscription_item: of.id('si'),
    },
  },
  period: { start: of.start, end: of.end },
  pricing: { type: 'price_details', price_details: { price: of.price, product: of.id('prod') } },
  quantity: of.quantity,
  ...changes,
})

/** The invoice of a subscription. */
export const invoice = (of: StripePurchase, changes: Json = {}) => ({
  id: of.id('in', of.payment),
  object: 'invoice',
  amount_paid: of.amount,
  billing_reason: of.payment === 1 ? 'subscription_create' : 'subscription_cycle',
  currency: 'eur',
  customer: of.id('cus'),
  customer_email: of.email,
  customer_name: of.name,
  lines: { object: 'list', data: [invoiceLine(of)], has_more: false },
  livemode: of.isLive,
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: of.id('sub'), metadata: {} },
  },
  status: 'paid',
  ...changes,
})

/** The payment of an invoice. */
export const invoicePayment = (of: StripePurchase) => ({
  id: of.id('inpay', of.payment),
  object: 'invoice_payment',
  amount_paid: of.amount,
  invoice: of.id('in', of.payment),
  is_default: true,
  payment: { type: 'payment_intent', payment_intent: of.id('pi', of.payment) },
  status: 'paid',
})

export const subscriptionItem = (of: StripePurchase) => ({
  id: of.id('si'),
  object: 'subscription_item',
  current_period_start: of.start,
  current_period_end: of.end,
  price: { id: of.price, object: 'price', product: of.id('prod') },
  quantity: of.quantity,
})

export const subscription = (of: StripePurchase, changes: Json = {}) => ({
  id: of.id('sub'),
  object: 'subscription',
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  customer: of.id('cus'),
  ended_at: null,
  items: { object: 'list', data: [subscriptionItem(of)] },
  latest_invoice: of.id('in', of.payment),
  pause_collection: null,
  status: 'active',
  ...changes,
})

/** The charge of a payment, of which an amount is refunded. */
export const charge = (of: StripePurchase, refunded: number, changes: Json = {}) => ({
  id: of.id('ch', of.payment),
  object: 'charge',
  amount: of.amount,
  amount_refunded: refunded,
  customer: of.id('cus'),
  payment_intent: of.id('pi', of.payment),
  refunded: refunded === of.amount,
  ...changes,
})

export const dispute = (of: StripePurchase, changes: Json = {}) => ({
  id: of.id('du', of.payment),
  object: 'dispute',
  amount: of.amount,
  charge: of.id('ch', of.payment),
  payment_intent: of.id('pi', of.payment),
  status: 'needs_response',
  ...changes,
})
