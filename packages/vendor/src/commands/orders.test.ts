import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { type RunOptions, runLatchkey } from '../testing/run-latchkey.ts'
import { orderFound, orderRecord, productRecord, shopRecord } from '../testing/shop-records.ts'
import { API_KEY, done, type Handlers, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

/** Runs a command line. `options` may add to the environment. */
async function latchkey(handlers: Handlers, line: string, { env = {}, ...options }: RunOptions = {}) {
  await server?.close()
  const started = await startTableServer(handlers)
  server = started
  const usual = { LATCHKEY_URL: started.url, LATCHKEY_API_KEY: API_KEY, LATCHKEY_PROJECT: 'project-1' }
  const ended = await runLatchkey(started, line.split(' '), { env: { ...usual, ...env }, ...options })
  const last = started.received.at(-1)
  return { ...ended, last, json: () => JSON.parse(ended.stdout) }
}

const ADDRESS = 'https://licenses.example.org/shops/shop-1'
const KEY = 'k'.repeat(32)
/** A text that clears a terminal, and hides what comes before it. */
const EVIL = '\u001b[2J\u202e<script>'
const connectShop = () => done({ id: 'shop-1', url: ADDRESS })
const shops = (...some: ReturnType<typeof shopRecord>[]): Handlers => ({
  listShops: () => done({ shops: some.length === 0 ? [shopRecord()] : some }),
})

const typed = (text: string, isTTY: boolean) => {
  const stream = new PassThrough()
  if (isTTY) stream.write(text)
  else stream.end(text)
  return Object.assign(stream, { isTTY, setRawMode: () => undefined })
}

test('connects a shop with a secret that no other program can read', async () => {
  const words = 'shops connect stripe --json'
  const piped = await latchkey({ connectShop }, `${words} --secret -`, { stdin: typed('whsec_1\n', false) })
  expect(piped.json()).toEqual({ id: 'shop-1', url: ADDRESS })
  expect(piped.last?.body).toEqual({ kind: 'stripe', secret: 'whsec_1' })
  expect(piped.stderr).not.toContain('Careful')
  const env = { LATCHKEY_SHOP_SECRET: 'whsec_2' }
  const buyer_page = 'https://buyer.example/'
  const options = `--name Ours --test --buyer-page ${buyer_page}`
  const known = await latchkey({ connectShop }, `${words} ${options}`, { env })
  const body = { kind: 'stripe', secret: 'whsec_2', name: 'Ours', is_test: true, buyer_page }
  expect(known.last?.body).toEqual(body)
  const asked = await latchkey({ connectShop }, 'shops connect paddle', { stdin: typed('whsec_3\r', true) })
  expect([asked.last?.body, asked.stdout]).toEqual([{ kind: 'paddle', secret: 'whsec_3' }, `${ADDRESS}\n`])
  expect(asked.stderr).toContain('Secret: ')
  const open = await latchkey({ connectShop }, `${words} --secret whsec_4`, { env })
  expect(open.last?.body).toEqual({ kind: 'stripe', secret: 'whsec_4' })
  expect(open.stderr).toContain('Careful')
  for (const { stdout, stderr } of [piped, known, asked, open]) expect(stdout + stderr).not.toMatch(/whsec_/)
  const without = await latchkey({ connectShop }, words)
  expect([without.code, without.last]).toEqual([2, undefined])
  expect(without.stderr).toContain('LATCHKEY_SHOP_SECRET')
})

test('a shop of kind test needs no secret, and an unknown kind is no shop', async () => {
  const { last } = await latchkey({ connectShop }, 'shops connect test', {
    env: { LATCHKEY_SHOP_SECRET: 'x' },
  })
  expect(last?.body).toEqual({ kind: 'test' })
  const wrong = await latchkey({ connectShop }, 'shops connect gumroad')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('lemon-squeezy')])
})

test('lists shops, and those that an earlier API key has connected', async () => {
  const earlier = shopRecord({ id: 'shop-2', name: EVIL, by_earlier_api_key: true, secrets: 0, refused: 2 })
  const { stdout, stderr } = await latchkey(shops(shopRecord(), earlier), 'shops list')
  expect(stdout).toMatch(/shop-1 +stripe +Stripe +ann@example\.org/)
  expect(stdout).toMatch(/shop-2 .*disconnected/)
  expect(stderr).toContain('shop-2')
  expect(stdout + stderr).not.toContain('\u001b')
  expect((await latchkey(shops(), 'shops list --json')).json()).toEqual([shopRecord()])
})

test('disconnects a shop, lists its deliveries, and takes a lost one', async () => {
  const changeShop = () => done({ shop: shopRecord({ secrets: 0 }) })
  const gone = await latchkey({ ...shops(), changeShop }, 'shops disconnect stripe')
  expect([gone.last?.params, gone.last?.body]).toEqual([
    { project_id: 'project-1', shop_id: 'shop-1' },
    { disconnect: true },
  ])
  const delivery = {
    event_id: 'evt_1',
    event_type: EVIL,
    state: 'waits',
    missing: ['data.object'],
    received_at: 1,
  }
  const listDeliveries = () => done({ deliveries: [delivery], next_cursor: '7' })
  const listed = await latchkey({ ...shops(), listDeliveries }, 'shops deliveries --state waits')
  expect(listed.stdout).toMatch(/evt_1 .*waits +data\.object/)
  expect([listed.stderr, listed.last?.query]).toEqual([
    expect.stringContaining('--cursor 7'),
    { state: 'waits', limit: 100 },
  ])

  const file = join(await mkdtemp(join(tmpdir(), 'delivery-')), 'lost.json')
  await writeFile(file, '{"id": "evt_1"}\n')
  const taken = { state: 'facts', missing: [], is_repeated: false, orders: ['order-1'] }
  const deliverByHand = () => done(taken)
  const took = await latchkey({ ...shops(), deliverByHand }, `shops deliver ${file} --json`)
  expect([took.json(), took.last?.body]).toEqual([taken, { delivery: '{"id": "evt_1"}\n' }])
  const two = [shopRecord(), shopRecord({ id: 'shop-2', kind: 'paddle' })]
  const several = await latchkey({ ...shops(...two), deliverByHand }, `shops deliver ${file}`)
  expect([several.code, several.stderr]).toEqual([2, expect.stringMatching(/shop-1 (.|\n)*shop-2 /)])
  expect(
    (await latchkey({ ...shops(...two), deliverByHand }, `shops deliver ${file} --shop paddle`)).last?.params,
  ).toEqual({ project_id: 'project-1', shop_id: 'shop-2' })
})

test('creates a product from its options, and changes only what is given', async () => {
  const createProduct = () => done({ id: 'product-1', product: productRecord() })
  const words =
    'products create --shop-product price_1 --shop-product prod_1 --days 365 --features a,b --devices 2'
  const made = await latchkey({ createProduct }, `${words} --name Pro --json`)
  expect(made.json()).toEqual({ id: 'product-1' })
  expect(made.last?.body).toEqual({
    shop_products: ['price_1', 'prod_1'],
    days: 365,
    features: ['a', 'b'],
    max_devices: 2,
    name: 'Pro',
  })
  const never = await latchkey(
    { createProduct },
    'products create --shop-product price_1 --never --refund ignored',
  )
  expect([never.last?.body, never.stdout]).toEqual([
    { shop_products: ['price_1'], days: -1, policies: { refund: 'ignored' } },
    'product-1\n',
  ])
  for (const wrong of ['', ' --days 1 --never', ' --days 0', ' --days 1 --refund maybe']) {
    const refused = await latchkey({ createProduct }, `products create --shop-product price_1${wrong}`)
    expect([wrong, refused.code, refused.last]).toEqual([wrong, 2, undefined])
  }
  const changeProduct = () => done({ id: 'product-1', product: productRecord({ perpetual: true }) })
  const changed = await latchkey({ changeProduct }, 'products change product-1 --perpetual --grace-days 0')
  expect(changed.last).toMatchObject({
    params: { product_id: 'product-1' },
    body: { perpetual: true, policies: { grace_days: 0 } },
  })
  expect((await latchkey({ changeProduct }, 'products change product-1')).code).toBe(2)
})

test('lists, applies and deletes products, and leaves out those of other apps', async () => {
  const listProducts = () => done({ products: [productRecord({ name: EVIL })], not_ours: ['price_9'] })
  const listed = await latchkey({ listProducts }, 'products list')
  expect(listed.stdout).toMatch(/product-1 .*price_1 +365/)
  expect(listed.stderr).toContain('price_9')
  expect(listed.stdout).not.toContain('\u001b')
  const applyProduct = () => done({ orders: 2, licenses: 3, fields: { end: 3 } })
  const applied = await latchkey({ applyProduct }, 'products apply product-1 --dry-run --json')
  expect([applied.json(), applied.last?.body]).toEqual([
    { orders: 2, licenses: 3, fields: { end: 3 } },
    { dry_run: true },
  ])
  const setNotOurs = () => done()
  expect((await latchkey({ setNotOurs }, 'products not-ours price_9 --back')).last?.body).toEqual({
    shop_product: 'price_9',
    is_not_ours: false,
  })
  const deleteProduct = () => done()
  expect((await latchkey({ deleteProduct }, 'products delete product-1')).code).toBe(0)
})

test('lists orders for programs and for people', async () => {
  const waiting = orderRecord({
    id: 'order-2',
    state: 'waiting',
    missing: ['mapping'],
    email: EVIL,
    keys: [],
    shop_ids: [],
  })
  const listOrders = () => done({ orders: [orderRecord(), waiting], next_cursor: '' })
  const { json, last } = await latchkey({ listOrders }, 'orders list --json --state waiting --search pi_1')
  expect(json()).toEqual([
    { id: 'order-1', shop: 'shop-1', order: 'pi_1', state: 'paid', email: 'ada@example.org', keys: [KEY] },
    { id: 'order-2', shop: 'shop-1', order: '', state: 'waiting', email: EVIL, keys: [] },
  ])
  expect(last?.query).toEqual({ state: 'waiting', search: 'pi_1', limit: 100 })
  const people = await latchkey({ listOrders }, 'orders list')
  expect(people.stdout).toMatch(/order-1 +Stripe +pi_1 +paid +ada@example\.org +1/)
  expect(people.stdout).toContain('waiting: mapping')
  expect(people.stdout).not.toContain('\u001b')
  expect((await latchkey({ listOrders }, 'orders list --state lost')).code).toBe(2)
})

test('shows an order by its ID or by its key: what happened, and what helps', async () => {
  const order = orderFound({
    state: 'waiting',
    missing: ['mapping'],
    action: 'map-product',
    unmapped: ['price_1'],
  })
  const getOrder = () => done({ order })
  const shown = await latchkey({ getOrder }, 'orders show order-1')
  expect(shown.last?.query).toEqual({ order: 'order-1' })
  expect(shown.stdout).toMatch(/What helps +latchkey products create/)
  expect(shown.stdout).toMatch(/checkout\.session\.completed +paid +2900 EUR, price_1/)
  expect(shown.stdout).toMatch(/k{32} .*end \(ann@example\.org\)/)
  const byKey = await latchkey({ getOrder }, `orders show ${KEY} --json`)
  expect([byKey.json(), byKey.last?.query]).toEqual([order, { user_key: KEY }])
})

test('acts on the license of a key, and links a key to an order', async () => {
  const handlers: Handlers = {
    getOrder: () => done({ order: orderFound() }),
    changeOrderLicense: () => done({ order: orderFound() }),
    linkLicense: () => done({ order: orderFound() }),
  }
  const params = { project_id: 'project-1', order_id: 'order-1' }
  const of = { ...params, key_id: '0123456789abcdef' }
  expect((await latchkey(handlers, `orders lift ${KEY}`)).last).toMatchObject({
    params: of,
    body: { action: 'lift' },
  })
  expect((await latchkey(handlers, `orders follow ${KEY} end`)).last).toMatchObject({
    params: of,
    body: { action: 'follow', field: 'end' },
  })
  expect((await latchkey(handlers, `orders follow ${KEY} note`)).code).toBe(2)
  const linked = await latchkey(handlers, `orders link order-1 ${KEY}`)
  expect(linked.last).toMatchObject({ params, body: { user_key: KEY } })
})

test('simulates a purchase at the newest test shop, which is connected if there is none', async () => {
  const simulateOrder = () => done({ order: orderRecord() })
  const none: Handlers = { ...shops(), connectShop, simulateOrder }
  const line = 'shops simulate purchase --product price_1'
  const first = await latchkey(none, `${line} --then refund --then renew --shuffle --json`)
  expect(first.json()).toMatchObject({ id: orderRecord().id, state: orderRecord().state, keys: [KEY] })
  expect(first.last?.body).toEqual({ product: 'price_1', steps: ['refund', 'renew'], shuffle: true })
  expect(first.last?.params['shop_id']).toBe('shop-1')

  const [old, newest] = ['shop-2', 'shop-3'].map((id) => shopRecord({ id, kind: 'test' }))
  const disconnected = shopRecord({ id: 'shop-4', kind: 'test', secrets: 0 })
  const all = [old, newest, disconnected, shopRecord()].flatMap((shop) => shop ?? [])
  const known = { ...shops(...all), simulateOrder }
  const second = await latchkey(known, `${line} --quantity 3 --email ada@example.org --subscription`)
  const body = { product: 'price_1', quantity: 3, email: 'ada@example.org', is_subscription: true }
  expect(second.last).toMatchObject({ params: { shop_id: 'shop-3' }, body })
  expect((await latchkey(known, `${line} --shop shop-2`)).last?.params['shop_id']).toBe('shop-2')
  const wrong = ['shops simulate refund --product x', 'shops simulate purchase', `${line} --then nothing`]
  for (const each of wrong) expect((await latchkey(known, each)).code).toBe(2)
})
