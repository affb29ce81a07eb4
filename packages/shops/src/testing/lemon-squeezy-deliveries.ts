import type { Json } from './stripe-deliveries.ts'

// Deliveries in the shapes of Lemon Squeezy, made by hand from its documentation.

export const CREATED_AT = '2027-01-01T00:00:00.000000Z'
export const IDENTIFIER = '104e18a2-d755-4d4b-80c4-a6c1dcbe1c10'
const COMMON = {
  store_id: 7,
  customer_id: 1001,
  user_name: 'Ada',
  user_email: 'ada@example.com',
  currency: 'EUR',
  test_mode: false,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}

export const lemonSqueezyDelivery = (
  event: string,
  [type, id, attributes]: readonly [string, string, Json],
  meta: Json = {},
) => ({
  meta: { event_name: event, webhook_id: '0e0d4d2e-5d2a-4d0e-9a0f-2f5f7f0c5b0a', test_mode: false, ...meta },
  data: { type, id, attributes, relationships: {}, links: {} },
})

const order = {
  ...COMMON,
  identifier: IDENTIFIER,
  order_number: 12,
  status: 'paid',
  refunded: false,
  refunded_at: null,
  refunded_amount: 0,
  subtotal: 2437,
  tax: 463,
  total: 2900,
  first_order_item: {
    id: 5001,
    order_id: 1,
    product_id: 301,
    variant_id: 401,
    price_id: 501,
    quantity: 2,
    product_name: 'Export',
    variant_name: 'Default',
    price: 1450,
    test_mode: false,
  },
}
export const orderOf = (changes: Json = {}) => ['orders', '1', { ...order, ...changes }] as const

const subscription = {
  ...COMMON,
  order_id: 1,
  order_item_id: 5001,
  product_id: 301,
  variant_id: 401,
  status: 'active',
  cancelled: false,
  pause: null,
  trial_ends_at: null,
  billing_anchor: 1,
  first_subscription_item: { id: 601, subscription_id: 1, price_id: 501, quantity: 2 },
  renews_at: '2027-02-01T00:00:00.000000Z',
  ends_at: null,
}
export const subscriptionOf = (changes: Json = {}) =>
  ['subscriptions', '1', { ...subscription, ...changes }] as const

const invoice = {
  ...COMMON,
  subscription_id: 1,
  billing_reason: 'renewal',
  status: 'paid',
  refunded: false,
  refunded_at: null,
  refunded_amount: 0,
  subtotal: 2437,
  tax: 463,
  total: 2900,
}
export const invoiceOf = (changes: Json = {}) =>
  ['subscription-invoices', '1', { ...invoice, ...changes }] as const
