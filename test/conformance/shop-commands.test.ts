import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { keyAlias } from '@latchkey/protocol'
import { stripe } from '@latchkey/shops'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../packages/service/src/testing/test-service.ts'
import {
  BASIL,
  charge,
  invoice,
  invoiceLine,
  type Json,
  PAID_AT,
  PERIOD_END,
  session,
  stripeEvent,
} from '../../packages/shops/src/testing/stripe-deliveries.ts'
import { run } from '../../packages/vendor/src/run.ts'

/** From the purchase to the key on the command line, with deliveries as Stripe signs them. */

const DAY = 86_400
const SECRET = 'whsec_0123456789'

let service: TestService
let dir: string
beforeEach(async () => {
  service = await startTestService()
  service.clock.now = PAID_AT
  dir = mkdtempSync(join(tmpdir(), 'latchkey-shop-'))
})
afterEach(async () => {
  await service.stop()
  rmSync(dir, { recursive: true })
})

async function latchkey(line: string, secret = '') {
  const written = { stdout: '', stderr: '' }
  const into = (name: keyof typeof written) => ({
    write(part: string) {
      written[name] += part
    },
  })
  const code = await run(line.split(' '), {
    env: {
      LATCHKEY_URL: service.url,
      LATCHKEY_API_KEY: service.apiKey,
      LATCHKEY_PROJECT: service.project.id,
    },
    stdin: new PassThrough().end(secret),
    stdout: into('stdout'),
    stderr: into('stderr'),
    version: '0.0.0',
    wait: async () => {},
    clock: () => service.clock.now * 1_000,
  })
  return { code, ...written }
}
const json = async (line: string, secret?: string) => {
  const { code, stdout, stderr } = await latchkey(`${line} --json`, secret)
  if (code !== 0) throw new Error(`${line}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
const file = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

let url = ''
let number = 0
const event = (type: string, object: Json): string => {
  number += 1
  return JSON.stringify(stripeEvent(type, object, { id: `evt_${number}` }))
}
const happens = async (type: string, object: Json) => {
  const body = event(type, object)
  const headers = stripe.sign(body, SECRET, service.clock.now)
  const { status } = await fetch(`${service.url}${new URL(url).pathname}`, { method: 'POST', headers, body })
  expect(status).toBe(200)
}
const connect = async () => {
  const shop = await json('shops connect stripe --secret -', `${SECRET}\n`)
  url = shop.url
  return shop
}

test('sells a key: connect, map, deliver, list, refund, lift', async () => {
  const shop = await connect()
  expect(shop).toEqual({ id: expect.any(String), url: `${service.url}/shops/${shop.id}` })
  const one = session({ metadata: { latchkey_quantity: '1' } })
  await happens('checkout.session.completed', one)
  expect((await latchkey('orders list')).stdout).toMatch(/Stripe +pi_1 +waiting: mapping +– +0/)
  const product = await json('products create --shop-product plink_1 --days 365 --features export --name Pro')
  expect(product).toEqual({ id: expect.any(String) })
  const [order] = await json('orders list')
  expect(order).toEqual({
    id: expect.any(String),
    shop: shop.id,
    order: 'pi_1',
    state: 'paid',
    email: 'ada@example.com',
    keys: [expect.any(String)],
  })

  // The refund is lost on its way, and delivered by hand.
  const refund = charge(BASIL, { amount_refunded: 2900, refunded: true })
  const lost = file('refund.json', event('charge.refunded', refund))
  expect(await json(`shops deliver ${lost}`)).toMatchObject({ state: 'facts', orders: [order.id] })
  expect((await latchkey(`shops deliver ${lost}`)).stderr).toContain('Nothing has changed')
  expect((await json('orders list --state refunded')).map(({ id }: { id: string }) => id)).toEqual([order.id])
  const [key] = order.keys
  const shown = (await latchkey(`orders show ${key}`)).stdout
  expect(shown).toMatch(/checkout\.session\.completed +paid +2900 EUR, plink_1, × 1\n/)
  expect(shown).toMatch(/charge\.refunded +refunded +2900/)
  expect(shown).toMatch(/stopped/)
  expect((await service.check({ key })).body.code).toBe('KEY_BANNED')
  await latchkey(`orders lift ${key}`)
  expect((await service.check({ key })).body.code).toBe('KEY_VALID')
  const list = await json('shops list')
  expect(list).toMatchObject([{ id: shop.id, kind: 'stripe', secrets: 1, refused: 0 }])
  expect((await json('shops deliveries')).length).toBe(2)
  await latchkey(`shops disconnect ${shop.id}`)
  const late = await fetch(`${service.url}${new URL(url).pathname}`, { method: 'POST', body: '{}' })
  expect(late.status).toBe(404)
})

test('an imported key follows its subscription: its end moves, its terms stay', async () => {
  await connect()
  await json('products create --shop-product price_1 --days 365 --features other')
  const text = 'License key,Expires,Subscription ID\nOLD-KEY-0001,2027-01-10,sub_1\nOLD-KEY-0002,,sub_1\n'
  const path = file('old.csv', text)
  const wrong = await latchkey(`keys import ${path} --yes --shop paddle`)
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('A shop is not one of the project')])
  const imported = await latchkey(`keys import ${path} --yes --json --shop stripe --report ${dir}/report.csv`)
  expect(imported.code).toBe(0)
  expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 2, created: 2, linked: 1, not_linked: 1 })
  expect(imported.stderr).toContain('Keys that follow their order at the shop: 1.')
  // Again: nothing is doubled.
  expect(await json(`keys import ${path} --yes --shop stripe`)).toMatchObject({ created: 0, linked: 1 })

  await happens('invoice.paid', invoice(BASIL, { id: 'in_2', billing_reason: 'subscription_cycle' }))
  const [order, ...others] = await json('orders list')
  expect([order.state, order.keys, others]).toEqual(['paid', [keyAlias('OLD-KEY-0001')], []])
  const key = await service.license(keyAlias('OLD-KEY-0001'))
  expect(key).toMatchObject({ authExpire: PERIOD_END + 3 * DAY, features: [] })
  const mails = await service.storage.listOutbox('project', 'mail', { limit: 10 })
  expect(mails.map(({ entry }) => entry.kind)).toEqual(['shop-connected'])

  const period = { start: PERIOD_END, end: PERIOD_END + 30 * DAY }
  const lines = { object: 'list', data: [invoiceLine(BASIL, { period })], has_more: false }
  await happens('invoice.paid', invoice(BASIL, { id: 'in_3', billing_reason: 'subscription_cycle', lines }))
  expect((await service.license(keyAlias('OLD-KEY-0001'))).authExpire).toBe(PERIOD_END + 33 * DAY)
  expect((await service.license(keyAlias('OLD-KEY-0002'))).authExpire).toBe(-1)
})
