import type { OrderFound, OrderRecord, ProductRecord, ShopRecord } from '@latchkey/management'
import { keyRecord } from './records.ts'

export const shopRecord = (fields: Partial<ShopRecord> = {}): ShopRecord => ({
  id: 'shop-1',
  kind: 'stripe',
  name: 'Stripe',
  url: 'https://licenses.example.org/shops/shop-1',
  is_test: false,
  secrets: 1,
  created_at: 1_700_000_000,
  created_by: 'ann@example.org',
  by_earlier_api_key: false,
  open_until: 0,
  buyer_page: '',
  last_delivery_at: 0,
  refused: 0,
  refused_at: 0,
  refused_reason: '',
  ...fields,
})

export const productRecord = (fields: Partial<ProductRecord> = {}): ProductRecord => ({
  id: 'product-1',
  name: 'Pro',
  shop_products: ['price_1'],
  days: 365,
  features: [],
  max_devices: -1,
  perpetual: false,
  updates_days: -1,
  note: '',
  stop_words: '',
  policies: {
    refund: 'stops',
    chargeback: 'stops',
    grace_days: 3,
    retry_days: 14,
    days_from: 'purchase',
    quantity: 'licenses',
  },
  ...fields,
})

export const orderRecord = (fields: Partial<OrderRecord> = {}): OrderRecord => ({
  id: 'order-1',
  shop: { id: 'shop-1', kind: 'stripe', name: 'Stripe', is_test: false },
  shop_ids: [
    { kind: 'payment', id: 'ch_1' },
    { kind: 'order', id: 'pi_1' },
  ],
  state: 'paid',
  missing: [],
  action: '',
  unmapped: [],
  purchased_at: 1_700_000_000,
  email: 'ada@example.org',
  keys: ['k'.repeat(32)],
  ...fields,
})

export const orderFound = (fields: Partial<OrderFound['order']> = {}): OrderFound['order'] => ({
  ...orderRecord(),
  facts: [
    {
      at: 1_700_000_000,
      kind: 'paid',
      event_id: 'evt_1',
      event_type: 'checkout.session.completed',
      is_test: false,
      amount: 2_900,
      currency: 'EUR',
      product_ids: ['price_1'],
    },
  ],
  payments: [{ amount: 2_900, currency: 'EUR', refunded: 0, is_refunded: false }],
  licenses: [
    {
      key_id: '0123456789abcdef',
      key: keyRecord({ user_key: 'k'.repeat(32) }),
      deleted_by: '',
      is_linked: false,
      by_hand: [{ field: 'end', by: 'ann@example.org' }],
    },
  ],
  products: ['product-1'],
  other_email: '',
  is_erased: false,
  ...fields,
})
