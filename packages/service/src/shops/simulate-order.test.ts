import { CONSOLE_ENDPOINTS, ENDPOINTS, requestPath } from '@latchkey/management'
import { type SimulatedPurchase, simulate } from '@latchkey/shops'
import { afterEach, expect, test } from 'vitest'
import { createPasswords } from '../people/passwords.ts'
import { ask } from '../testing/ask.ts'
import { openBrowser, signIn, WITH_CONSOLE } from '../testing/console-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { addTestShop } from './testing/test-shop.ts'

const PASSWORD = 'correct horse battery'
const HOUR = 3_600
const DAY = 24 * HOUR
const params = { project_id: 'project', shop_id: 'shop' }

let service: TestService
afterEach(() => service.stop())

/** Starts a service with a shop of kind `test`, which sells `product`. */
async function start(publicUrl?: string) {
  service = await startTestService({ settings: { console: WITH_CONSOLE, publicUrl } })
  return addTestShop(service, { kind: 'test', isTest: true })
}
const simulated = async (body: object = {}, shop_id = 'shop') => {
  const answer = await ask(service, 'simulateOrder', {
    params: { shop_id },
    body: { product: 'product', ...body },
  })
  return answer.body
}
const person = async (role: 'owner' | 'support') =>
  signIn(service, role, `${role}@example.org`, { passwordHash: await createPasswords().hash(PASSWORD) })

test('a simulated purchase makes licenses for a day, and its mail goes to the vendor', async () => {
  await start()
  const { storage, clock, project } = service
  const { order } = await simulated({ quantity: 3 })
  expect(order).toMatchObject({ state: 'paid', email: 'vendor@example.org', shop: { is_test: true } })
  expect(order.keys).toHaveLength(3)
  const { body } = await service.check({ key: order.keys[0] })
  expect([body.code, body.data?.auth_expire]).toEqual(['KEY_VALID', clock.now + DAY])
  const mails = await storage.listOutbox(project.id, 'mail', { limit: 10 })
  expect(mails.map(({ entry }) => [entry.kind, entry.receiver])).toEqual([['key', 'vendor@example.org']])
})

test('what follows the purchase happens, also shuffled; an unknown product waits', async () => {
  const shop = await start()
  const refunded = (await simulated({ steps: ['refund'] })).order
  expect(refunded.state).toBe('refunded')
  expect((await service.check({ key: refunded.keys[0] })).body.code).toBe('KEY_BANNED')
  const steps = ['fail', 'renew', 'product-change', 'fail']
  const ofBoth = { steps, next_product: 'plink_1', email: 'ada@example.org', name: 'Ada' }
  for (const shuffle of [false, true]) {
    const { order } = await simulated({ ...ofBoth, shuffle })
    expect(order).toMatchObject({ state: 'past-due', email: 'ada@example.org', keys: [expect.any(String)] })
  }
  expect((await simulated({ product: 'price_of_nobody' })).order).toMatchObject({
    ...{ state: 'waiting', missing: ['mapping'], unmapped: ['price_of_nobody'], keys: [] },
  })
  // Each is an order of its own, with deliveries as those of a shop.
  expect(await shop.orders()).toHaveLength(4)
  const states = (await shop.deliveries()).map(({ state }) => state)
  // A change to the same product changes nothing.
  expect([...new Set(states)].sort()).toEqual(['facts', 'ignored'])
})

test('only a shop of kind test takes simulated orders, for an address that takes mail', async () => {
  await start()
  await addTestShop(service, { id: 'stripe', isTest: true })
  expect((await simulated({}, 'stripe')).code).toBe('NO_TEST_SHOP')
  expect((await simulated({}, 'none')).code).toBe('NO_SUCH_SHOP')
  expect((await simulated({ email: 'nobody' })).code).toBe('INVALID_EMAIL')
  expect((await simulated({ steps: ['toString'] })).success).toBe(false)
})

test('at a public address, only an owner with a proof opens the shop, for an hour', async () => {
  const shop = await start('https://license.example/')
  const purchase: SimulatedPurchase = {
    ...{ product: 'plink_1', quantity: 1, email: 'eve@example.org', name: '', steps: [] },
    ...{ at: service.clock.now, random: 'known' },
  }
  const [delivery] = simulate(purchase)
  // Also for somebody who knows the secret.
  const delivered = async () => (await shop.deliver(delivery?.body ?? '')).status
  const refusedEverywhere = async () => {
    expect((await simulated()).code).toBe('NOT_OPEN')
    expect(await delivered()).toBe(403)
    expect(await shop.orders()).toEqual([])
    expect(await shop.deliveries()).toEqual([])
  }
  await refusedEverywhere()

  const support = await person('support')
  const owner = await person('owner')
  const open = (body: object, browser = owner) => browser.ask('openTestShop', { params, body })
  expect((await open({ password: PASSWORD }, support)).body.code).toBe('ROLE_TOO_LOW')
  expect((await open({})).body.code).toBe('WRONG_PASSWORD')
  expect((await open({ password: 'a guess' })).body.code).toBe('WRONG_PASSWORD')
  const { method } = CONSOLE_ENDPOINTS.openTestShop
  const path = requestPath(CONSOLE_ENDPOINTS.openTestShop, { params })
  const headers = { authorization: service.apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ password: PASSWORD })
  expect((await fetch(service.url + path, { method, headers, body })).status).toBe(404)
  const atConsole = await openBrowser(service).send(method, path, { headers, body: { password: PASSWORD } })
  expect(atConsole.body.code).toBe('SIGN_IN_NEEDED')
  const asApiKey = { name: 'Open', open_until: service.clock.now + HOUR }
  await ask(service, 'changeShop', { params: { shop_id: 'shop' }, body: asApiKey })
  await refusedEverywhere()

  const opened = await open({ password: PASSWORD })
  expect(opened.body.shop.open_until).toBe(service.clock.now + HOUR)
  // A support person, too, while it is open.
  const simulation = requestPath(ENDPOINTS.simulateOrder, { params })
  const bySupport = await support.send('POST', simulation, { body: { product: 'product' } })
  expect(bySupport.body.order.state).toBe('paid')
  expect(await delivered()).toBe(200)
  service.clock.now += HOUR
  expect((await simulated()).code).toBe('NOT_OPEN')
  expect(await delivered()).toBe(403)
  expect(await shop.orders()).toHaveLength(2)
})
