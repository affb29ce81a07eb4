// Events in the shapes of Stripe, made by hand from its documentation.

/** Any JSON. */
export type Json = Readonly<Record<string, unknown>>

/** 1 January 2027. */
export const PAID_AT = 1_798_761_600
/** 1 February 2027. */
export const PERIOD_END = 1_801_440_000
export const SESSION_ID = 'cs_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9'

/** The version that moved fields of invoices and subscriptions, one before it, and one after it. */
export const API_VERSIONS = ['2022-11-15', '2024-06-20', '2025-03-31.basil', '2026-09-30.dahlia'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]
export const BASIL: ApiVersion = '2025-03-31.basil'
const isOld = (version: ApiVersion) => version < BASIL

export const stripeEvent = (type: string, object: Json, changes: Json = {}) => ({
  id: 'evt_1PaidByCard',
  object: 'event',
  api_version: BASIL,
  created: PAID_AT,
  livemode: true,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
  ...changes,
})

/** A purchase once, by a payment link. */
export const session = (changes: Json = {}) => ({
  id: SESSION_ID,
  object: 'checkout.session',
  amount_subtotal: 2900,
  amount_total: 2900,
  client_reference_id: null,
  created: PAID_AT - 60,
  currency: 'eur',
  custom_fields: [],
  customer: null,
  customer_details: { address: null, email: 'ada@example.com', name: 'Ada', phone: null, tax_ids: [] },
  customer_email: null,
  invoice: null,
  livemode: true,
  metadata: { latchkey_quantity: '3' },
  mode: 'payment',
  payment_intent: 'pi_1',
  payment_link: 'plink_1',
  payment_status: 'paid',
  status: 'complete',
  subscription: null,
  ...changes,
})

export const subscriptionSession = (changes: Json = {}) =>
  session({
    customer: 'cus_1',
    invoice: 'in_1',
    metadata: {},
    mode: 'subscription',
    payment_intent: null,
    payment_link: null,
    subscription: 'sub_1',
    ...changes,
  })

/** The first line of a subscription's invoice, with two seats. */
export function invoiceLine(version: ApiVersion, changes: Json = {}) {
  const common = {
    id: 'il_1',
    object: 'line_item',
    amount: 2900,
    currency: 'eur',
    period: { start: PAID_AT, end: PERIOD_END },
    quantity: 2,
  }
  if (isOld(version)) {
    const price = { id: 'price_1', object: 'price', product: 'prod_1', type: 'recurring' }
    const plan = { id: 'price_1', object: 'plan', product: 'prod_1' }
    return {
      ...common,
      plan,
      price,
      proration: false,
      subscription: 'sub_1',
      subscription_item: 'si_1',
      ...changes,
    }
  }
  return {
    ...common,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: { proration: false, subscription: 'sub_1', subscription_item: 'si_1' },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: 'price_1', product: 'prod_1' },
      unit_amount_decimal: '1450',
    },
    ...changes,
  }
}

/** The first invoice of a subscription. */
export function invoice(version: ApiVersion, changes: Json = {}) {
  const common = {
    id: 'in_1',
    object: 'invoice',
    amount_paid: 2900,
    billing_reason: 'subscription_create',
    currency: 'eur',
    customer: 'cus_1',
    customer_email: 'ada@example.com',
    customer_name: 'Ada',
    lines: { object: 'list', data: [invoiceLine(version)], has_more: false },
    livemode: true,
    status: 'paid',
  }
  const of = isOld(version)
    ? { charge: 'ch_1', payment_intent: 'pi_1', paid: true, subscription: 'sub_1' }
    : {
        parent: {
          type: 'subscription_details',
          subscription_details: { subscription: 'sub_1', metadata: {} },
        },
      }
  return { ...common, ...of, ...changes }
}

export function subscription(version: ApiVersion, changes: Json = {}) {
  const period = { current_period_start: PAID_AT, current_period_end: PERIOD_END }
  const price = { id: 'price_1', object: 'price', product: 'prod_1' }
  const item = {
    id: 'si_1',
    object: 'subscription_item',
    price,
    quantity: 2,
    ...(isOld(version) ? {} : period),
  }
  return {
    id: 'sub_1',
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    customer: 'cus_1',
    ended_at: null,
    items: { object: 'list', data: [item] },
    latest_invoice: 'in_2',
    pause_collection: null,
    status: 'active',
    ...(isOld(version) ? period : {}),
    ...changes,
  }
}

/** A charge, of which a part is refunded. */
export const charge = (version: ApiVersion, changes: Json = {}) => ({
  id: 'ch_1',
  object: 'charge',
  amount: 2900,
  amount_refunded: 900,
  customer: 'cus_1',
  payment_intent: 'pi_1',
  refunded: false,
  ...(isOld(version) ? { invoice: 'in_1', refunds: { object: 'list', data: [] } } : {}),
  ...changes,
})

export const dispute = (changes: Json = {}) => ({
  id: 'du_1',
  object: 'dispute',
  amount: 2900,
  charge: 'ch_1',
  payment_intent: 'pi_1',
  status: 'needs_response',
  ...changes,
})

export const invoicePayment = {
  id: 'inpay_1',
  object: 'invoice_payment',
  amount_paid: 2900,
  invoice: 'in_1',
  is_default: true,
  payment: { type: 'payment_intent', payment_intent: 'pi_1' },
  status: 'paid',
}
