import { afterEach, beforeEach, expect, test } from 'vitest'
import { session, stripeEvent } from '../../../shops/src/testing/stripe-deliveries.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { Shop } from '../orders/shops.ts'
import { createPasswords } from '../people/passwords.ts'
import { ask as askService } from '../testing/ask.ts'
import { addPerson, type ConsoleBrowser, signIn, WITH_CONSOLE } from '../testing/console-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const PASSWORD = 'correct horse battery'
const SECRET = 'whsec_0123456789abcdef'
const params = { project_id: 'project' }

let service: TestService
beforeEach(async () => {
  service = await startTestService({ settings: { console: WITH_CONSOLE } })
})
afterEach(() => service.stop())

const ask = (...given: Parameters<typeof askService> extends [unknown, ...infer Rest] ? Rest : never) =>
  askService(service, ...given)
const connect = (body: object) => ask('connectShop', { body })
const listed = async () => (await ask('listShops')).body.shops
const secretsOf = async (id: string) => (await service.storage.findShop(id))?.shop.secrets
const mails = async () => (await ask('listMail')).body.mails
const events = async () =>
  (await ask('getEvents')).body.events.map((event: { kind: string; actor: string; fields: string[] }) => [
    event.kind,
    event.actor,
    event.fields,
  ])

const person = async (role: 'owner' | 'support' | 'read-only', email = `${role}@example.org`) => {
  const passwordHash = await createPasswords().hash(PASSWORD)
  return signIn(service, role, email, { passwordHash })
}
const inConsole = (browser: ConsoleBrowser, body: object) =>
  browser.ask('connectShopInConsole', { params, body: { kind: 'stripe', secret: SECRET, ...body } })

test('an API key connects a shop, whose secret nobody sees again, and the owners get a mail', async () => {
  await addPerson(service, { role: 'owner', email: 'Ann@example.org' })
  await addPerson(service, { role: 'support', email: 'bo@example.org' })
  const { status, body } = await connect({ kind: 'stripe', secret: ` ${SECRET}\n` })
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'The shop was connected.', id: body.id, url: expect.stringMatching(/^http/) },
  ])
  expect(body.url.endsWith(`/shops/${body.id}`)).toBe(true)
  expect(await secretsOf(body.id)).toEqual([SECRET])
  const answer = await ask('listShops')
  expect(answer.body.shops).toMatchObject([
    { id: body.id, kind: 'stripe', name: 'Stripe', url: body.url, is_test: false, secrets: 1 },
  ])
  expect(JSON.stringify(answer.body)).not.toContain(SECRET)
  expect(await mails()).toMatchObject([{ kind: 'shop-connected', receiver: 'ann@example.org' }])
  expect(await events()).toEqual([['updated', 'api-key', ['shop']]])
})

test('an owner connects a shop in the console with the password, and without a mail', async () => {
  const owner = await person('owner')
  expect((await inConsole(owner, {})).body).toMatchObject({ code: 'WRONG_PASSWORD' })
  expect((await inConsole(owner, { password: 'wrong' })).body).toMatchObject({ code: 'WRONG_PASSWORD' })
  expect(await listed()).toEqual([])
  const { body } = await inConsole(owner, { password: PASSWORD, name: 'Our shop' })
  expect(await listed()).toMatchObject([{ id: body.id, name: 'Our shop', created_by: 'owner@example.org' }])
  expect(await mails()).toEqual([])

  const change = (more: object) =>
    owner.ask('changeShopInConsole', { params: { ...params, shop_id: body.id }, body: more })
  expect((await change({ secret: 'whsec_of_a_thief' })).body.code).toBe('WRONG_PASSWORD')
  expect(await secretsOf(body.id)).toEqual([SECRET])
  expect((await change({ secret: 'whsec_another', password: PASSWORD })).body.shop).toMatchObject({
    secrets: 2,
  })
})

test('a person of support, or who may only read, connects no shop and changes none', async () => {
  const { id } = (await connect({ kind: 'stripe', secret: SECRET })).body
  for (const role of ['support', 'read-only'] as const) {
    const browser = await person(role)
    const codes = [
      await inConsole(browser, { password: PASSWORD }),
      await browser.ask('changeShopInConsole', {
        params: { ...params, shop_id: id },
        body: { secret: 'whsec_of_support', password: PASSWORD },
      }),
      await browser.send('POST', '/v3/projects/project/shops/id/deliveries', { body: { delivery: '{}' } }),
    ]
    expect(codes.map(({ status, body }) => [status, body.code])).toEqual(
      codes.map(() => [403, 'ROLE_TOO_LOW']),
    )
    // The endpoint of API keys is not at the console, so nobody gets round the password.
    expect((await browser.send('POST', '/v3/projects/project/shops', { body: {} })).status).toBe(404)
  }
  expect(await listed()).toHaveLength(1)
  expect(await secretsOf(id)).toEqual([SECRET])
})

test.each([
  [{ kind: 'stripe' }, 'SECRET_MISSING'],
  [{ kind: 'stripe', secret: 'sk_live_0123456789' }, 'SHOP_API_KEY'],
  [{ kind: 'paddle', secret: 'pdl_live_apikey_0123456789' }, 'SHOP_API_KEY'],
  [{ kind: 'test', secret: SECRET }, 'SECRET_NOT_WANTED'],
  [{ kind: 'test', is_test: false }, 'SECRET_NOT_WANTED'],
  [{ kind: 'gumroad', secret: SECRET }, undefined],
  [{ kind: 'stripe', secret: 'a b c d e f' }, undefined],
])('%o is not connected', async (body, code) => {
  const answer = await connect(body)
  expect([answer.status, answer.body.code]).toEqual([400, code])
  expect(await listed()).toEqual([])
})

test('a shop of kind test makes its own secret', async () => {
  const { id } = (await connect({ kind: 'test' })).body
  const [secret = ''] = (await secretsOf(id)) ?? []
  expect(secret.length).toBeGreaterThan(40)
  expect(await listed()).toMatchObject([{ kind: 'test', is_test: true, name: 'Test shop' }])
})

test('nobody delivers to a shop of kind test by hand at a public address, unless it is open', async () => {
  await service.stop()
  service = await startTestService({ settings: { publicUrl: 'https://licenses.example.org/' } })
  const { id } = (await connect({ kind: 'test' })).body
  const deliver = () =>
    ask('deliverByHand', { params: { shop_id: id }, body: { delivery: JSON.stringify(paid()) } })
  const { status, body } = await deliver()
  expect([status, body.code]).toEqual([403, 'NOT_OPEN'])
  expect((await ask('listOrders')).body.orders).toEqual([])
  const open = (shop: Shop) => ({ ...shop, openUntil: service.clock.now + 1 })
  const by: Origin = { at: 0, actor: 'api-key', address: '', fields: [] }
  await service.storage.changeShop('project', id, open, by)
  expect((await deliver()).status).toBe(200)
})

test('a secret is replaced while the old one counts, and a shop is disconnected and connected again', async () => {
  const { id } = (await connect({ kind: 'stripe', secret: SECRET })).body
  const change = async (body: object) =>
    (await ask('changeShop', { params: { shop_id: id }, body })).body.shop
  expect(await change({ secret: 'whsec_two', name: 'Mine' })).toMatchObject({ secrets: 2, name: 'Mine' })
  expect(await secretsOf(id)).toEqual(['whsec_two', SECRET])
  await change({ secret: 'whsec_three' })
  expect(await secretsOf(id)).toEqual(['whsec_three', 'whsec_two'])
  expect(await change({ drop_old_secrets: true })).toMatchObject({ secrets: 1, name: 'Mine' })
  expect(await secretsOf(id)).toEqual(['whsec_three'])
  expect(await change({ disconnect: true })).toMatchObject({ secrets: 0 })
  expect(await change({ secret: SECRET })).toMatchObject({ secrets: 1 })
  expect((await mails()).length).toBe(4)
  const other = await ask('changeShop', { params: { shop_id: 'none' }, body: { name: 'x' } })
  expect([other.status, other.body.code]).toEqual([404, 'NO_SUCH_SHOP'])
})

test('the list shows what an API key has connected that was replaced since', async () => {
  const owner = await person('owner')
  const byKey = (await connect({ kind: 'stripe', secret: SECRET })).body.id
  const byOwner = (await inConsole(owner, { password: PASSWORD })).body.id
  const untouched = (await inConsole(owner, { password: PASSWORD })).body.id
  await ask('changeShop', { params: { shop_id: byOwner }, body: { secret: 'whsec_of_a_thief' } })
  const marked = async () => {
    const { body } = await owner.send('GET', '/v3/projects/project/shops')
    const shops: { id: string; by_earlier_api_key: boolean }[] = body.shops
    return shops.filter(({ by_earlier_api_key }) => by_earlier_api_key).map(({ id }) => id)
  }
  expect(await marked()).toEqual([])
  expect((await owner.ask('replaceApiKey', { body: { password: PASSWORD } })).status).toBe(200)
  expect(await marked()).toEqual([byKey, byOwner])
  expect(await marked()).not.toContain(untouched)
  const change = (id: string, body: object) =>
    owner.ask('changeShopInConsole', {
      params: { ...params, shop_id: id },
      body: { password: PASSWORD, ...body },
    })
  // As long as the secret of the API key counts, the mark stays.
  await change(byKey, { secret: 'whsec_new' })
  expect(await marked()).toEqual([byKey, byOwner])
  await change(byKey, { secret: 'whsec_newer', drop_old_secrets: true })
  await change(byOwner, { secret: 'whsec_newest', drop_old_secrets: true })
  expect(await marked()).toEqual([])
})

const paid = (changes: object = {}) => stripeEvent('checkout.session.completed', session(), { ...changes })

test('a lost delivery is taken by hand, once', async () => {
  const { id } = (await connect({ kind: 'stripe', secret: SECRET })).body
  const deliver = (delivery: string, shop_id = id) =>
    ask('deliverByHand', { params: { shop_id }, body: { delivery } })
  const first = (await deliver(JSON.stringify(paid(), null, 2))).body
  expect(first).toMatchObject({
    state: 'facts',
    missing: [],
    is_repeated: false,
    orders: [expect.any(String)],
  })
  expect((await deliver(JSON.stringify(paid()))).body).toMatchObject({ is_repeated: true, orders: [] })
  expect((await deliver(JSON.stringify(paid({ id: 'evt_2', livemode: false })))).body.state).toBe('test')
  expect((await deliver(JSON.stringify(paid({ id: 'evt_3', data: {} })))).body).toMatchObject({
    state: 'waits',
    missing: expect.arrayContaining(['data.object.payment_status']),
  })
  for (const wrong of ['', 'no JSON', '[]', '{}', '{"event_type":"transaction.completed"}']) {
    const { status, body } = await deliver(wrong)
    expect([status, body.code]).toEqual([400, 'NO_DELIVERY'])
  }
  expect((await deliver('{}', 'none')).body.code).toBe('NO_SUCH_SHOP')

  const page = async (query: object = {}) =>
    (await ask('listDeliveries', { params: { shop_id: id }, query })).body
  const types = ({ deliveries }: { deliveries: { event_id: string; state: string }[] }) =>
    deliveries.map(({ event_id, state }) => `${event_id} ${state}`)
  expect(types(await page())).toEqual(['evt_3 waits', 'evt_2 test', 'evt_1PaidByCard facts'])
  expect(types(await page({ state: 'waits' }))).toEqual(['evt_3 waits'])
  const { next_cursor } = await page({ limit: 2 })
  expect(types(await page({ limit: 2, cursor: next_cursor }))).toEqual(['evt_1PaidByCard facts'])
  expect((await page({ cursor: 'x' })).success).toBe(false)
})
