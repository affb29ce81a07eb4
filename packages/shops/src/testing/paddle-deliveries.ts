import type { Json } from './stripe-deliveries.ts'

// Events in the shapes of Paddle Billing, made by hand from its documentation.

export const OCCURRED_AT = '2027-01-01T00:00:00.123456Z'
const TIMES = { created_at: OCCURRED_AT, updated_at: OCCURRED_AT }
const BILLING_PERIOD = { starts_at: '2027-01-01T00:00:00Z', ends_at: '2027-02-01T00:00:00Z' }

export const paddleEvent = (type: string, data: Json, changes: Json = {}) => ({
  event_id: 'evt_01hv8wptq8987qeep44cyrewp9',
  event_type: type,
  occurred_at: OCCURRED_AT,
  notification_id: 'ntf_01hv8wptq8987qeep44cyrewp9',
  data,
  ...changes,
})

const MONTH = { interval: 'month', frequency: 1 }
const PRICE = {
  type: 'standard',
  description: 'A month',
  name: 'Monthly',
  trial_period: null,
  tax_mode: 'account_setting',
  unit_price: { amount: '1450', currency_code: 'EUR' },
  unit_price_overrides: [],
  quantity: { minimum: 1, maximum: 100 },
  status: 'active',
  custom_data: null,
  import_meta: null,
  ...TIMES,
}

export const paddleItem = (price: string, quantity: number, isRecurring = true) => ({
  price: { id: price, product_id: `pro_of_${price}`, billing_cycle: isRecurring ? MONTH : null, ...PRICE },
  quantity,
  proration: null,
})

const TOTALS = {
  subtotal: '2437',
  discount: '0',
  tax: '463',
  total: '2900',
  credit: '0',
  credit_to_balance: '0',
  balance: '0',
  grand_total: '2900',
  fee: null,
  earnings: null,
  currency_code: 'EUR',
}

/** The first transaction of a subscription with two seats. */
export const transaction = (changes: Json = {}) => ({
  id: 'txn_1',
  status: 'completed',
  customer_id: 'ctm_1',
  address_id: 'add_1',
  business_id: null,
  custom_data: null,
  currency_code: 'EUR',
  origin: 'web',
  subscription_id: 'sub_1',
  invoice_id: 'inv_1',
  invoice_number: '123-45678',
  collection_mode: 'automatic',
  discount_id: null,
  billing_details: null,
  billing_period: BILLING_PERIOD,
  items: [paddleItem('pri_1', 2)],
  details: { tax_rates_used: [], totals: TOTALS, adjusted_totals: null, payout_totals: null, line_items: [] },
  payments: [],
  checkout: { url: null },
  billed_at: OCCURRED_AT,
  ...TIMES,
  ...changes,
})

export const paddleSubscription = (changes: Json = {}) => ({
  id: 'sub_1',
  status: 'active',
  customer_id: 'ctm_1',
  address_id: 'add_1',
  business_id: null,
  currency_code: 'EUR',
  started_at: OCCURRED_AT,
  first_billed_at: OCCURRED_AT,
  next_billed_at: '2027-02-01T00:00:00Z',
  paused_at: null,
  canceled_at: null,
  discount: null,
  collection_mode: 'automatic',
  billing_details: null,
  current_billing_period: BILLING_PERIOD,
  billing_cycle: MONTH,
  scheduled_change: null,
  items: [
    {
      ...paddleItem('pri_1', 2),
      status: 'active',
      recurring: true,
      previously_billed_at: OCCURRED_AT,
      next_billed_at: '2027-02-01T00:00:00Z',
      trial_dates: null,
      ...TIMES,
    },
  ],
  custom_data: null,
  import_meta: null,
  ...TIMES,
  ...changes,
})

/** A refund of a part, approved by Paddle. */
export const adjustment = (changes: Json = {}) => ({
  id: 'adj_1',
  action: 'refund',
  type: 'partial',
  transaction_id: 'txn_1',
  subscription_id: 'sub_1',
  customer_id: 'ctm_1',
  reason: 'error',
  credit_applied_to_balance: false,
  currency_code: 'EUR',
  status: 'approved',
  items: [],
  totals: { subtotal: '757', tax: '143', total: '900', fee: '0', earnings: '0', currency_code: 'EUR' },
  payout_totals: null,
  tax_rates_used: [],
  ...TIMES,
  ...changes,
})

export const paddleCustomer = (changes: Json = {}) => ({
  id: 'ctm_1',
  name: 'Ada',
  email: 'ada@example.com',
  marketing_consent: false,
  status: 'active',
  custom_data: null,
  locale: 'en',
  import_meta: null,
  ...TIMES,
  ...changes,
})
