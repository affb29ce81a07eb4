import { afterEach, beforeEach, expect, test } from 'vitest'
import { paddleCustomer, paddleEvent, transaction } from '../../../shops/src/testing/paddle-deliveries.ts'
import {
  BASIL,
  charge,
  invoice,
  type Json,
  session,
  stripeEvent,
} from '../../../shops/src/testing/stripe-deliveries.ts'
import { ask as askService } from '../testing/ask.ts'
import { signIn, WITH_CONSOLE } from '../testing/console-browser.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../testing/test-service.ts'

const DAY = 86_400
const [PAID_AT, SECRET] = [1_798_761_600, 'whsec_0123456789']

let service: TestService
const start = async (options: TestServiceOptions = {}) => {
  service = await startTestService({ settings: { console: WITH_CONSOLE }, ...options })
  service.clock.now = PAID_AT + 60
}
beforeEach(() => start())
afterEach(() => service.stop())

const ask = (...given: Parameters<typeof askService> extends [unknown, ...infer Rest] ? Rest : never) =>
  askService(service, ...given)
const ok = async (...given: Parameters<typeof ask>) => {
  const { status, body } = await ask(...given)
  if (status !== 200) throw new Error(`${given[0]}: ${status} ${JSON.stringify(body)}`)
  return body
}

let shop = ''
const connect = async (kind: 'stripe' | 'paddle' = 'stripe') => {
  shop = (await ok('connectShop', { body: { kind, secret: SECRET } })).id
}
let number = 0
const deliver = (event: Json) =>
  ok('deliverByHand', { params: { shop_id: shop }, body: { delivery: JSON.stringify(event) } })
const happens = (type: string, object: Json) => {
  number += 1
  return deliver(stripeEvent(type, object, { id: `evt_${number}` }))
}
const one = { metadata: { latchkey_quantity: '1' } }
const buy = (changes: Json = {}) => happens('checkout.session.completed', session({ ...one, ...changes }))
const create = (body: object) => ok('createProduct', { body })
const orders = async (query: object = {}) => (await ok('listOrders', { query })).orders
const first = async () => (await ok('getOrder', { query: { order: (await orders())[0].id } })).order
const mails = async () =>
  (await ok('listMail')).mails.filter(({ kind }: { kind: string }) => kind !== 'shop-connected')

test('an order waits for its product, and goes on when it is mapped', async () => {
  await connect()
  await buy()
  expect(await orders({ state: 'waiting' })).toMatchObject([
    { state: 'waiting', missing: ['mapping'], action: 'map-product', unmapped: ['plink_1'], keys: [] },
  ])
  service.clock.now += 7 * DAY
  const { id } = await create({ days: 365, shop_products: ['plink_1'], note: 'Pro' })
  const order = await first()
  const of_key = order.licenses[0].key.id
  expect(await orders({ of_key })).toMatchObject([{ id: order.id }])
  expect([await orders({ of_key: `${of_key}x` }), await orders({ of_key: 'none' })]).toEqual([[], []])
  expect(order).toMatchObject({ state: 'paid', missing: [], action: '', products: [id], other_email: '' })
  expect(order.purchased_at).toBe(PAID_AT)
  expect(order.licenses).toMatchObject([
    {
      key: { auth_expire: PAID_AT + 365 * DAY, note: 'Pro', customer_email: 'ada@example.com' },
      by_hand: [],
      deleted_by: '',
    },
  ])
  expect(await mails()).toMatchObject([{ kind: 'key', receiver: 'ada@example.com' }])
})

test('a product of another app is left out, until it is of this one', async () => {
  await connect()
  const set = (is_not_ours: boolean) => ok('setNotOurs', { body: { shop_product: 'plink_1', is_not_ours } })
  await set(true)
  await buy()
  expect(await orders()).toEqual([])
  await buy({ id: 'cs_2', payment_intent: 'pi_2', payment_link: 'plink_2' })
  expect((await ok('listProducts')).not_ours).toEqual(['plink_1'])
  await set(false)
  await create({ days: -1, shop_products: ['plink_1', 'plink_2'] })
  expect((await orders()).map(({ state }: { state: string }) => state)).toContain('paid')
})

test('a product has every field with its default, and keeps what a change leaves out', async () => {
  const { id, product } = await create({ days: 30, shop_products: ['price_1', 'price_1'] })
  expect(product).toEqual({
    id,
    name: '',
    shop_products: ['price_1'],
    days: 30,
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
  })
  const body = {
    name: '<script>alert(1)</script>',
    days: -1,
    features: ['sync', 'export', 'sync'],
    max_devices: 3,
    perpetual: true,
    updates_days: 365,
    stop_words: 'Write to us.',
    policies: { refund: 'ignored', days_from: 'first-use' },
  }
  const params = { product_id: id }
  const changed = (await ok('changeProduct', { params, body })).product
  expect(changed).toMatchObject({
    ...body,
    shop_products: ['price_1'],
    features: ['export', 'sync'],
    policies: { ...product.policies, ...body.policies },
  })
  const { products } = await ok('listProducts')
  expect(products).toEqual([changed])
  for (const wrong of [
    { days: 0 },
    { days: 1.5 },
    { updates_days: 0 },
    { shop_products: ['a b'] },
    { policies: { refund: 'maybe' } },
    { policies: { more: 1 } },
  ]) {
    expect([wrong, (await ask('changeProduct', { params, body: wrong })).status]).toEqual([wrong, 400])
  }
  const taken = await ask('createProduct', { body: { days: 1, shop_products: ['price_2', 'price_1'] } })
  expect([taken.status, taken.body.code]).toEqual([409, 'SHOP_PRODUCT_TAKEN'])
  await ok('deleteProduct', { params })
  const gone = await ask('deleteProduct', { params })
  expect([gone.status, gone.body.code]).toEqual([404, 'NO_SUCH_PRODUCT'])
})

test('a changed product is applied to existing orders, and a dry run only counts', async () => {
  await connect()
  const { id } = await create({ days: 365, shop_products: ['plink_1'] })
  await buy({ metadata: { latchkey_quantity: '2' } })
  const params = { product_id: id }
  await ok('changeProduct', { params, body: { days: 180, features: ['export'] } })
  const ends = async () =>
    (await first()).licenses.map((one: { key: { auth_expire: number } }) => one.key.auth_expire)
  const effects = { orders: 1, licenses: 2, fields: { end: 2, features: 2 } }
  expect(await ok('applyProduct', { params, body: { dry_run: true } })).toMatchObject(effects)
  expect(await ends()).toEqual([PAID_AT + 365 * DAY, PAID_AT + 365 * DAY])
  expect(await ok('applyProduct', { params })).toMatchObject(effects)
  expect(await ends()).toEqual([PAID_AT + 180 * DAY, PAID_AT + 180 * DAY])
  expect(await ok('applyProduct', { params })).toMatchObject({ orders: 0, licenses: 0, fields: {} })
})

test('an order tells what the shop reported, and which fields somebody has set by hand', async () => {
  await connect()
  await create({ days: 365, shop_products: ['plink_1'] })
  await buy()
  const [{ id, keys }] = await orders()
  const [user_key] = keys
  const until = PAID_AT + 400 * DAY
  await ok('changeKey', { body: { user_key, action: 'expire', auth_expire: until } })
  await ok('changeKey', { body: { user_key, action: 'terms', features: ['export'] } })
  await happens('charge.refunded', charge(BASIL, { amount_refunded: 2900, refunded: true }))
  const { order } = await ok('getOrder', { query: { user_key } })
  expect(order).toMatchObject({
    id,
    state: 'refunded',
    payments: [{ amount: 2900, refunded: 2900, is_refunded: true }],
  })
  expect(order.facts).toMatchObject([
    {
      at: PAID_AT,
      kind: 'paid',
      event_type: 'checkout.session.completed',
      product_ids: ['plink_1'],
      is_test: false,
    },
    { kind: 'refunded', event_type: 'charge.refunded', amount: 2900, is_full: true },
  ])
  // SECURITY: the ID of a customer at the shop would find one who was erased.
  expect(JSON.stringify(order.facts)).not.toContain('customer_id')
  const [license] = order.licenses
  expect(license.key).toMatchObject({ state: 'stopped', auth_expire: until })
  expect(license.by_hand).toEqual([
    { field: 'end', by: 'api-key' },
    { field: 'features', by: 'api-key' },
  ])

  const support = await signIn(service, 'support')
  const act = async (body: object) =>
    (await support.send('PATCH', `/v3/projects/project/orders/${id}/licenses/${license.key_id}`, { body }))
      .body.order.licenses[0]
  const lifted = await act({ action: 'lift' })
  expect(lifted.key.state).not.toBe('stopped')
  expect(lifted.by_hand).toContainEqual({ field: 'stopped', by: 'support@example.org' })
  const followed = await act({ action: 'follow', field: 'end' })
  expect(followed.key.auth_expire).toBe(PAID_AT + 365 * DAY)
  expect(followed.by_hand.map(({ field }: { field: string }) => field)).toEqual(['features', 'stopped'])
  expect((await act({ action: 'follow', field: 'stopped' })).key.state).toBe('stopped')

  const path = { params: { order_id: id, key_id: license.key_id } }
  for (const [body, params, refusal] of [
    [{ action: 'follow' }, path.params, [400, undefined]],
    [{ action: 'lift', field: 'end' }, path.params, [400, undefined]],
    [{ action: 'lift' }, { ...path.params, order_id: 'none' }, [404, 'NO_SUCH_ORDER']],
    [{ action: 'lift' }, { ...path.params, key_id: 'none' }, [404, 'NO_SUCH_LICENSE']],
  ] as const) {
    const { status, body: answer } = await ask('changeOrderLicense', { params, body })
    expect([status, answer.code]).toEqual(refusal)
  }
})

test('a license that was deleted says by whom', async () => {
  await connect()
  await create({ days: 365, shop_products: ['plink_1'] })
  await buy()
  const [{ keys }] = await orders()
  await ok('deleteKeys', { body: { user_keys: keys } })
  expect(await first()).toMatchObject({
    keys: [],
    licenses: [{ key_id: expect.stringMatching(/^[0-9a-f]{16}$/), deleted_by: 'api-key' }],
  })
})

test('orders are found by an ID at the shop, by the address, by state, and page by page', async () => {
  await connect()
  await create({ days: 365, shop_products: ['plink_1'] })
  await buy()
  await buy({
    id: 'cs_2',
    payment_intent: 'pi_2',
    customer_details: { email: 'Bo@example.com', name: '<script>' },
  })
  await happens('charge.refunded', charge(BASIL, { amount_refunded: 2900, refunded: true }))
  const found = async (query: object) => (await orders(query)).map(({ email }: { email: string }) => email)
  expect(await found({})).toEqual(['Bo@example.com', 'ada@example.com'])
  expect(await found({ search: 'pi_2' })).toEqual(['Bo@example.com'])
  expect(await found({ search: ' bo@EXAMPLE.com ' })).toEqual(['Bo@example.com'])
  expect(await found({ search: 'pi_' })).toEqual([])
  expect(await found({ state: 'refunded' })).toEqual(['ada@example.com'])
  const { next_cursor } = await ok('listOrders', { query: { limit: 1 } })
  const rest = await ok('listOrders', { query: { limit: 1, cursor: next_cursor } })
  expect([rest.orders[0].email, rest.next_cursor]).toEqual(['ada@example.com', ''])
  expect((await ask('listOrders', { query: { cursor: 'x' } })).status).toBe(400)
  expect((await ask('getOrder', { query: {} })).status).toBe(400)
  const key = await service.addLicense()
  const ofNone = await ask('getOrder', { query: { user_key: key } })
  expect([ofNone.status, ofNone.body.code]).toEqual([404, 'NO_SUCH_ORDER'])
  expect((await ok('getSales')).weeks).toMatchObject([{ sales: 2, renewals: 0, refunds: 1 }])
})

test('an order that waits names the one action that helps', async () => {
  const actions = async () => (await orders()).map((one: { action: string }) => one.action)
  await connect()
  await create({ days: 365, shop_products: ['plink_1', 'price_1'] })
  await buy({ metadata: {}, payment_link: null })
  expect(await actions()).toEqual(['name-product'])
  await buy({ id: 'cs_2', payment_intent: 'pi_2', metadata: {} })
  expect(await actions()).toEqual(['add-quantity', 'name-product'])
  await happens('invoice.paid', invoice(BASIL, { billing_reason: 'subscription_cycle' }))
  expect(await actions()).toEqual(['link-license', 'add-quantity', 'name-product'])

  // The renewal of a subscription that began elsewhere moves the end of the key that is linked to it.
  const [{ id }] = await orders()
  const user_key = await service.addLicense({ authExpire: PAID_AT })
  const link = (key: string) => ask('linkLicense', { params: { order_id: id }, body: { user_key: key } })
  const { order } = (await link(user_key)).body
  expect(order).toMatchObject({ state: 'paid', action: '', keys: [user_key] })
  expect(order.licenses[0]).toMatchObject({ is_linked: true, key: { auth_expire: 1_801_440_000 + 3 * DAY } })
  const unknown = await link('k'.repeat(32))
  expect([unknown.status, unknown.body.code]).toEqual([404, 'NO_SUCH_LICENSE'])

  await connect('paddle')
  await create({ days: -1, shop_products: ['pri_1'] })
  const paid = paddleEvent('transaction.completed', transaction({ origin: 'web' }))
  await deliver(paid)
  expect((await actions())[0]).toBe('enable-events')
  await deliver(paddleEvent('customer.created', paddleCustomer(), { event_id: 'evt_customer' }))
  expect((await orders())[0]).toMatchObject({ action: '', state: 'paid' })
})

test('an order waits for a greater plan', async () => {
  await service.stop()
  await start({ account: { plan: 'trial' } })
  await connect()
  await create({ days: 365, shop_products: ['plink_1'] })
  await buy({ metadata: { latchkey_quantity: '11' } })
  expect(await orders()).toMatchObject([{ state: 'waiting', missing: ['plan'], action: 'raise-plan' }])
})

test('who may only read changes nothing, and support changes licenses alone', async () => {
  await connect()
  await create({ days: 365, shop_products: ['plink_1'] })
  await buy()
  const [{ id }] = await orders()
  const statuses = async (role: 'support' | 'read-only') => {
    const browser = await signIn(service, role)
    const send = async (method: string, path: string, body?: object) =>
      (await browser.send(method, `/v3/projects/project/${path}`, { body })).body.code
    return [
      await send('GET', 'orders'),
      await send('GET', `orders/one?order=${id}`),
      await send('GET', 'orders/sales'),
      await send('GET', 'products'),
      await send('POST', `orders/${id}/licenses`, { user_key: 'x' }),
      await send('PATCH', `orders/${id}/licenses/x`, { action: 'lift' }),
      await send('POST', 'products', { days: 1 }),
      await send('PUT', 'products/not-ours', { shop_product: 'a', is_not_ours: true }),
      await send('POST', 'products/x/applications', {}),
    ]
  }
  const [open, closed] = [undefined, 'ROLE_TOO_LOW']
  const changes = [closed, closed, closed]
  expect(await statuses('read-only')).toEqual([open, open, open, open, closed, closed, ...changes])
  expect(await statuses('support')).toEqual([
    open,
    open,
    open,
    open,
    'NO_SUCH_LICENSE',
    'NO_SUCH_LICENSE',
    ...changes,
  ])
})
