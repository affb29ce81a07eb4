import * as objects from '../stripe-objects.ts'
import { BASIL, type Json } from '../stripe-objects.ts'

// Events in the shapes of Stripe, made by hand from its documentation.

export { BASIL, type Json } from '../stripe-objects.ts'

/** 1 January 2027. */
export const PAID_AT = 1_798_761_600
/** 1 February 2027. */
export const PERIOD_END = 1_801_440_000
export const SESSION_ID = 'cs_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9'

/** The version that moved fields of invoices and subscriptions, one before it, and one after it. */
export const API_VERSIONS = ['2022-11-15', '2024-06-20', BASIL, '2026-09-30.dahlia'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]
const isOld = (version: ApiVersion) => version < BASIL

/** Two of a product. */
const purchase: objects.StripePurchase = {
  id: (prefix) => `${prefix}_1`,
  ...{ isLive: true, email: 'ada@example.com', name: 'Ada', amount: 2900, quantity: 2, price: 'price_1' },
  ...{ payment: 1, at: PAID_AT, start: PAID_AT, end: PERIOD_END },
}

export const stripeEvent = (type: string, object: Json, changes: Json = {}) =>
  objects.stripeEvent(purchase, type, object, { id: 'evt_1PaidByCard', ...changes })

/** A purchase once, by a payment link. */
export const session = (changes: Json = {}) =>
  objects.session(purchase, {
    id: SESSION_ID,
    metadata: { latchkey_quantity: '3' },
    payment_link: 'plink_1',
    ...changes,
  })

export const subscriptionSession = (changes: Json = {}) =>
  objects.subscriptionSession(purchase, { id: SESSION_ID, ...changes })

/** The first line of a subscription's invoice, with two seats. */
export function invoiceLine(version: ApiVersion, changes: Json = {}) {
  if (!isOld(version)) return objects.invoiceLine(purchase, changes)
  const { parent, pricing, ...line } = objects.invoiceLine(purchase)
  const price = { id: 'price_1', object: 'price', product: 'prod_1', type: 'recurring' }
  const plan = { id: 'price_1', object: 'plan', product: 'prod_1' }
  const old = { plan, price, proration: false, subscription: 'sub_1', subscription_item: 'si_1' }
  return { ...line, ...old, ...changes }
}

/** The first invoice of a subscription. */
export function invoice(version: ApiVersion, changes: Json = {}) {
  if (!isOld(version)) return objects.invoice(purchase, changes)
  const { parent, ...rest } = objects.invoice(purchase)
  const lines = { object: 'list', data: [invoiceLine(version)], has_more: false }
  const old = { charge: 'ch_1', payment_intent: 'pi_1', paid: true, subscription: 'sub_1' }
  return { ...rest, lines, ...old, ...changes }
}

export function subscription(version: ApiVersion, changes: Json = {}) {
  if (!isOld(version)) return objects.subscription(purchase, { latest_invoice: 'in_2', ...changes })
  const { current_period_start, current_period_end, ...item } = objects.subscriptionItem(purchase)
  const old = { current_period_start, current_period_end, items: { object: 'list', data: [item] } }
  return objects.subscription(purchase, { latest_invoice: 'in_2', ...old, ...changes })
}

/** A charge, of which a part is refunded. */
export const charge = (version: ApiVersion, changes: Json = {}) => ({
  ...objects.charge(purchase, 900),
  ...(isOld(version) ? { invoice: 'in_1', refunds: { object: 'list', data: [] } } : {}),
  ...changes,
})

export const dispute = (changes: Json = {}) => objects.dispute(purchase, changes)

export const invoicePayment = objects.invoicePayment(purchase)
