import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SimulatedDelivery, simulate, stripe } from '@latchkey/shops'
import { expect, onTestFinished, test } from 'vitest'
import { licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import {
  CREDENTIALS,
  startSmtpServer,
  type TestSmtpServer,
} from '../../packages/service/src/mail/testing/smtp-server.ts'
import { startServiceProcess } from '../../packages/service/src/testing/service-process.ts'
import { activate, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { runLatchkey } from '../support/run-latchkey.ts'

const SECRET = 'whsec_5f3a8c1e9b7d2046'
const PRODUCT = 'price_of_the_harbour'
const BUYER = 'ada@example.org'

/** The keys in the mails to the buyer, in the order in which they were sent. */
const mailedKeys = ({ received }: TestSmtpServer): readonly string[] =>
  received
    .filter(({ to }) => to.includes(BUYER))
    .flatMap(({ source }) => /^[A-Za-z]{32}$/m.exec(source.replaceAll('=\r\n', ''))?.[0] ?? [])

test('a purchase at Stripe opens the app with the key from the mail, a refund closes it, and a second purchase opens it again', {
  timeout: 240_000,
}, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-shop-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.stop())
  const { user, password } = CREDENTIALS
  const { demo } = await startServiceProcess(
    [
      ...['--database', `sqlite:${join(dir, 'service.sqlite')}`, '--log-level', 'warn'],
      ...['--mail', `smtp://${user}@127.0.0.1:${smtp.server.port}`, '--mail-from', 'shop@vendor.example'],
    ],
    // No program trusts the certificate of the test. On this machine, mail needs no TLS.
    { LATCHKEY_MAIL_PASSWORD: password, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  )
  const latchkey = async (...words: string[]) => {
    const env = { LATCHKEY_URL: demo.url, LATCHKEY_API_KEY: demo.apiKey, LATCHKEY_SHOP_SECRET: SECRET }
    return JSON.parse(await runLatchkey([...words, '--json'], { ...process.env, ...env }))
  }

  // The vendor connects the shop, and says what the product gives.
  const shop: { readonly url: string } = await latchkey('shops', 'connect', 'stripe')
  await latchkey('products', 'create', '--shop-product', PRODUCT, '--days', '365', '--note', 'From the shop')

  const deliver = async ({ body }: SimulatedDelivery): Promise<void> => {
    const live = body.replaceAll('"livemode": false', '"livemode": true')
    const headers = stripe.sign(live, SECRET, Math.floor(Date.now() / 1_000))
    const { status } = await fetch(shop.url, { method: 'POST', headers, body: live })
    expect(status).toBe(200)
  }
  const purchaseOf = (random: string) =>
    simulate({
      ...{ product: PRODUCT, quantity: 1, email: BUYER, name: 'Ada', steps: ['refund'], random },
      at: Math.floor(Date.now() / 1_000),
    })
  const [paid, refunded] = purchaseOf('first') as [SimulatedDelivery, SimulatedDelivery]
  await deliver(paid)
  await expect.poll(() => mailedKeys(smtp), { timeout: 30_000 }).toHaveLength(1)
  const [first = ''] = mailedKeys(smtp)

  const app = await launchApp({ userDataDir: join(dir, 'customer'), env: licensingEnv(demo) })
  onTestFinished(() => app.close())
  await activate(app, first)
  await licensePanel(app).waitFor()
  expect(await licensePanel(app).innerText()).toContain('From the shop')

  // The money goes back. The app closes at its next check.
  await deliver(refunded)
  await app.window.evaluate(() => void window.latchkey.license.checkAgain())
  expect(await outcomeAtGate(app)).toBe('KEY_BANNED')

  // The same person buys again, for the same computer.
  const [again] = purchaseOf('second') as [SimulatedDelivery, SimulatedDelivery]
  await deliver(again)
  await expect.poll(() => mailedKeys(smtp), { timeout: 30_000 }).toHaveLength(2)
  const [, second = ''] = mailedKeys(smtp)
  expect(second).not.toBe(first)
  await activate(app, second)
  await licensePanel(app).waitFor()

  const orders: readonly { state: string; keys: string[] }[] = await latchkey(
    'orders',
    'list',
    '--search',
    BUYER,
  )
  expect(orders.map(({ state, keys }) => [state, keys])).toEqual([
    ['paid', [second]],
    ['refunded', [first]],
  ])
})
