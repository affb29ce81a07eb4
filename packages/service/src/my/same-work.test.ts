import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { ask } from '../testing/ask.ts'
import { startTestService, type TestServiceOptions } from '../testing/test-service.ts'
import { openCustomerBrowser, takeMails } from './testing/customer-browser.ts'

const isLongRun = process.env['LATCHKEY_LONG_TESTS'] === '1'
const TRIES = 1_000
const CUSTOMERS = 50

const emailOf = (who: string, n: number) => `${who}-${String(n % CUSTOMERS).padStart(2, '0')}@example.org`

/** A service whose storage reports each call. */
async function start(options: TestServiceOptions = {}) {
  const calls: string[] = []
  const seal = createServiceKey(randomBytes(32))
  const storage = await createSqliteStorage({ path: ':memory:', seal })
  const reporting = new Proxy(storage, {
    get(known, name: keyof Storage & string) {
      const value: unknown = known[name]
      if (typeof value !== 'function') return value
      return (...values: readonly unknown[]) => {
        calls.push(name)
        return value(...values)
      }
    },
  })
  const service = await startTestService({ ...options, storage: reporting })
  onTestFinished(() => service.stop())
  await ask(service, 'changeCustomerPage', { body: { on: true } })
  for (let n = 0; n < CUSTOMERS; n += 1) {
    await ask(service, 'createKeys', { body: { count: 1, customer_email: emailOf('known', n) } })
  }
  return { service, calls }
}

const ofAnother = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n % 250}` })
const BEHIND_PROXY = { settings: { trustedProxies: ['127.0.0.1'] } }

test('does the same for every address before it answers', async () => {
  const { service, calls } = await start({ server: { outbox: { lookEveryMs: 3_600_000 } } })
  const work = async (email: string) => {
    const browser = openCustomerBrowser(service)
    calls.length = 0
    const { text } = await browser.send('requestSignIn', { body: { email } })
    return JSON.stringify([calls, text])
  }
  const works = new Set<string>()
  for (const who of ['known', 'other', 'known', 'vendor']) works.add(await work(emailOf(who, 1)))
  // The fourth request of an address sends no mail, and does the same, too.
  for (let n = 0; n < 3; n += 1) works.add(await work(emailOf('known', 1)))
  expect([...works]).toEqual([expect.stringContaining('"addSignInRequest"')])
  expect([...works].join()).not.toMatch(/ustomer"|queueItem|answerSignIn|License/)
  expect(await takeMails(service)).toHaveLength(3)
})

test.runIf(isLongRun)(
  'takes the same time for known and unknown addresses, in 1,000 tries',
  async () => {
    const { service } = await start(BEHIND_PROXY)
    const browser = openCustomerBrowser(service)
    const timeOf = async (who: string, n: number): Promise<number> => {
      const start = performance.now()
      await browser.send('requestSignIn', { body: { email: emailOf(who, n) }, headers: ofAnother(n) })
      return performance.now() - start
    }
    for (let n = 0; n < 100; n += 1) await timeOf('warm', n)
    const times = { known: [] as number[], other: [] as number[] }
    for (let n = 0; n < TRIES; n += 1) {
      const order = Math.random() < 0.5 ? (['known', 'other'] as const) : (['other', 'known'] as const)
      for (const who of order) times[who].push(await timeOf(who, n))
    }
    // Two samples of one distribution differ by more in 1 of 10,000 runs (Kolmogorov and Smirnov).
    expect(distance(times.known, times.other)).toBeLessThan(2.225 * Math.sqrt(2 / TRIES))
  },
  300_000,
)

/** The greatest distance of the distributions of two samples. */
function distance(one: readonly number[], another: readonly number[]): number {
  const shareBelow = (sample: readonly number[], value: number) =>
    sample.filter((each) => each <= value).length / sample.length
  return Math.max(
    ...[...one, ...another].map((value) => Math.abs(shareBelow(one, value) - shareBelow(another, value))),
  )
}
