import { AS_PROJECT } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import { type SimulatedPurchase, simulate } from '@latchkey/shops'
import type { Origin } from '../core/event-log/events.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { createApiKey, createId, type RandomBytes } from '../core/security/credentials.ts'
import type { Storage } from '../modules.ts'
import { DEFAULT_POLICIES, type LineTerms } from '../orders/line-terms.ts'
import type { ReadDelivery } from '../orders/storage.ts'

const terms = (days: number, features: readonly string[]): LineTerms => ({
  ...{ days, features, perpetual: false, maxDevices: AS_PROJECT, updatesDays: NEVER },
  ...{ note: 'Test purchase', stopWords: '', policies: DEFAULT_POLICIES },
})
const PRODUCTS = [
  { name: 'Reader', shopProducts: ['price_reader'], terms: terms(365, []) },
  { name: 'Reader, by the month', shopProducts: ['price_monthly'], terms: terms(NEVER, ['export']) },
]

type DemoOrder = Partial<SimulatedPurchase> & { readonly name: string; readonly daysAgo: number }

/**
 * An order in every state. Keys of a shop for tests end a day after the purchase: all of these have
 * ended, so that no mail leaves.
 */
const ORDERS: readonly DemoOrder[] = [
  { daysAgo: 65, name: 'Finn Berg', product: 'price_monthly', steps: ['renew', 'cancel'] },
  { daysAgo: 48, name: 'Hugo Silva', product: 'price_monthly', steps: ['cancel', 'end'] },
  { daysAgo: 33, name: 'Grace Wu', product: 'price_monthly', steps: ['fail'] },
  { daysAgo: 14, name: 'Emi Tanaka', steps: ['chargeback'] },
  { daysAgo: 12, name: 'David Novak', steps: ['refund'] },
  { daysAgo: 9, name: 'Chloe Martin', steps: ['part-refund'] },
  { daysAgo: 8, name: 'Ben Okafor', quantity: 3 },
  { daysAgo: 6, name: 'Nora Marsh' },
  // Nobody has mapped the product.
  { daysAgo: 4, name: 'Ines Roth', product: 'price_poster' },
  { daysAgo: 2, name: 'Jonas Weber' },
]
/** To whom the last buyer has given the key. */
const FRIEND = { email: 'karla.lind@customer.example', name: 'Karla Lind' }

/** What the orders of the demo need. */
interface DemoShop {
  readonly storage: Storage
  readonly projectId: string
  readonly readDelivery: ReadDelivery
  readonly random: RandomBytes
  readonly by: Origin
  readonly now: number
}

/** Connects a shop to play with, if the project has none, and simulates orders in every state. */
export async function prepareOrders(parts: DemoShop) {
  const { storage, projectId, readDelivery, random, by, now } = parts
  const id = createId(random)
  if ((await storage.findShop(id)) !== undefined) return
  await storage.addShop(
    projectId,
    {
      ...{ id, kind: 'test', name: 'Test shop', isTest: true, secrets: [createApiKey(random)] },
      ...{ createdAt: now, createdBy: by.actor, apiKeyMark: '', openUntil: 0, buyerPage: '' },
    },
    by,
  )
  for (const product of PRODUCTS) {
    await storage.putProduct(projectId, { id: createId(random), ...product }, by)
  }
  const shop = await storage.findShop(id)
  if (shop === undefined) throw new Error('The shop of the demo is missing.')
  let [last]: readonly string[] = []
  for (const { daysAgo, name, ...order } of ORDERS) {
    const deliveries = simulate({
      ...{ product: 'price_reader', quantity: 1, steps: [], random: createId(random), name, ...order },
      email: `${name.toLowerCase().replace(' ', '.')}@customer.example`,
      at: now - daysAgo * SECONDS_A_DAY,
    })
    for (const { body } of deliveries) {
      const bytes = Buffer.from(body)
      const reading = readDelivery('test', bytes, id)
      const stored = await storage.receiveDelivery({ shop, reading, body: bytes, now })
      if (stored !== 'repeated') [last] = stored
    }
  }
  const gift = await storage.findOrder(projectId, last ?? '')
  const customer = { id: createId(random), ...FRIEND, createdAt: now }
  const give = { outcome: 'done', customer } as const
  await storage.changeLicense(projectId, gift?.keys[0] ?? '', (license) => ({ ...give, license }), by)
}
