import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SimulatedPurchase, shuffle, simulate, stripe } from '@latchkey/shops'
import { expect, onTestFinished, test } from 'vitest'
import { byService } from '../core/event-log/events.ts'
import { sendRest } from '../mail/testing/send-rest.ts'
import { CREDENTIALS, startSmtpServer } from '../mail/testing/smtp-server.ts'
import { openStorage, type Storage } from '../modules.ts'
import { product } from '../orders/testing/order-world.ts'
import { testAccount, testProject } from '../testing/records.ts'
import { seededBelow } from '../testing/seeded-below.ts'
import { startServe } from '../testing/service-process.ts'
import { CUSTOMER_KEY_BYTES, createDeliveryReader } from './adapters.ts'

/**
 * The steps at which the process is killed: when a delivery was sent or answered, when a mail is leased
 * or being sent, and when the server has accepted a mail whose end is not recorded yet.
 */
const STEPS = ['sent', 'answered', 'lease', 'send', 'mark'] as const
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 50 : 1
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_124)
const SECRET = 'whsec_test'
const FROM = 'licenses@vendor.example'
const ORDERS = 6

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

/** A purchase, and what follows it. Its first delivery is the only one that makes licenses. */
function lifeOf(round: number, order: number): SimulatedPurchase {
  const [email, random] = [`${round}-${order}@example.org`, `${round} ${order}`]
  const steps = order % 3 === 0 ? (['refund'] as const) : order % 3 === 1 ? (['chargeback'] as const) : []
  return { product: 'price_1', quantity: 1 + (order % 3), email, name: '', steps, at: nowSeconds(), random }
}

const bodiesOf = (life: SimulatedPurchase): readonly string[] =>
  simulate(life).map(({ body }) => body.replaceAll('"livemode": false', '"livemode": true'))

test(`kill -9 at each step makes each license once and loses no mail, ${ROUNDS} times with seed ${SEED}`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const below = seededBelow(SEED)
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-deliveries-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const database = `sqlite:${join(dir, 'test.sqlite')}`
  const opened = await openStorage(database, {})
  await prepareShop(opened.storage)
  await opened.storage.close()
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[round % STEPS.length]
    const name = `round ${round}, ${step}`
    /** How often the step happens before the kill. */
    let left = below(ORDERS - 2)
    const { promise: reached, resolve: kill } = Promise.withResolvers<void>()
    const reach = (at: typeof step): void => {
      if (at === step && left === 0) kill()
      if (at === step) left -= 1
    }
    const smtp = await startSmtpServer({
      onConnect(_session, done) {
        reach('lease')
        done()
      },
      beforeData: () => reach('send'),
      afterData: () => reach('mark'),
    })
    const { user, password } = CREDENTIALS
    const service = await startServe(
      ['--database', database, '--no-console', '--mail-from', FROM].concat(
        ...['--mail', `smtp://${user}@127.0.0.1:${smtp.server.port}`],
      ),
      // No program trusts the certificate of the test. On this machine, mail needs no TLS.
      { LATCHKEY_MAIL_PASSWORD: password, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    )
    const lives = Array.from({ length: ORDERS }, (_, order) => lifeOf(round, order))
    const acknowledged = new Set<string>()
    const delivered = lives.map(async (life) => {
      for (const body of bodiesOf(life)) {
        const headers = stripe.sign(body, SECRET, nowSeconds())
        const answer = fetch(`${service.line.url}/shops/shop`, { method: 'POST', headers, body })
        reach('sent')
        if ((await answer).status === 200) acknowledged.add(life.email)
        reach('answered')
      }
    })
    await reached
    service.process.kill('SIGKILL')
    // Deliveries that were under way have no answer.
    await Promise.allSettled(delivered)
    await service.finished()
    await smtp.stop()

    const { storage, serviceKey } = await openStorage(database, {})
    const keysOf = async ({ email }: SimulatedPurchase) => (await orderOf(storage, email))?.keys.length ?? 0
    for (const life of lives) {
      // All licenses of an order, or none; and all of one whose delivery was acknowledged.
      const expected = acknowledged.has(life.email) ? [life.quantity] : [0, life.quantity]
      expect(expected, `${name}, ${life.email}`).toContain(await keysOf(life))
    }
    // The shop repeats what was not acknowledged, and sometimes what was.
    const read = createDeliveryReader(serviceKey.derive('shop customers', CUSTOMER_KEY_BYTES))
    const shop = await storage.findShop('shop')
    if (shop === undefined) throw new Error('There is no shop.')
    for (const body of shuffle(lives, name).flatMap(bodiesOf)) {
      const bytes = Buffer.from(body)
      await storage.receiveDelivery({
        shop,
        reading: read('stripe', bytes, 'shop'),
        body: bytes,
        now: nowSeconds(),
      })
    }
    const well = await startSmtpServer()
    await sendRest(storage, { kind: 'smtp', server: well.server, from: FROM })
    for (const life of lives) {
      const of = `${name}, ${life.email}`
      expect(await keysOf(life), of).toBe(life.quantity)
      const customer = await storage.findCustomer('account', { email: life.email })
      expect(customer?.keys, of).toBe(life.quantity)
      const received = [...smtp.received, ...well.received].filter(({ to }) => to.includes(life.email))
      expect(received.length, of).toBeGreaterThan(0)
      const ids = received.map(({ source }) => /^Message-ID: <(.+)@/im.exec(source)?.[1])
      // It was queued once: what was sent again is the same mail.
      expect(new Set(ids).size, of).toBe(1)
    }
    await storage.close()
    await well.stop()
  }
})

async function prepareShop(storage: Storage): Promise<void> {
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  const by = byService(nowSeconds())
  const made = { createdAt: by.at, createdBy: 'test', apiKeyMark: '', openUntil: 0, buyerPage: '' }
  const shop = {
    id: 'shop',
    kind: 'stripe',
    name: 'Shop',
    isTest: false,
    secrets: [SECRET],
    ...made,
  } as const
  await storage.addShop('project', shop, by)
  const sold = { id: 'product', name: 'Product', shopProducts: ['price_1'], terms: product({ days: 365 }) }
  await storage.putProduct('project', sold, by)
}

const orderOf = async (storage: Storage, email: string) =>
  (await storage.listOrders('project', { search: email, limit: 2 }))[0]
