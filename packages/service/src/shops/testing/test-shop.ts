import { DEFAULT_POLICIES } from '../../orders/line-terms.ts'
import type { Shop } from '../../orders/shops.ts'
import type { TestService } from '../../testing/test-service.ts'
import { adapterOf } from '../adapters.ts'

/** The product of the payment link in the sample deliveries of Stripe. */
const PRODUCT = {
  id: 'product',
  name: 'Harbour',
  shopProducts: ['plink_1'],
  terms: {
    features: [],
    perpetual: false,
    maxDevices: 1,
    note: '',
    days: 365,
    updatesDays: -1,
    stopWords: '',
    policies: DEFAULT_POLICIES,
  },
}

interface Sending {
  readonly secret?: string
  /** When the shop signs. Default: now. */
  readonly at?: number
  /** Headers in addition to the signature, or instead of it. */
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent, if it is not what was signed. */
  readonly sent?: Uint8Array<ArrayBuffer>
}

/** A connected shop that sells one product, and sends deliveries as a shop does. */
export async function addTestShop(service: TestService, changes: Partial<Shop> = {}) {
  const { storage, project, clock } = service
  const by = { at: clock.now, actor: 'command-line', person: '', address: '', fields: [] } as const
  const shop: Shop = {
    id: 'shop',
    kind: 'stripe',
    name: 'Shop',
    isTest: false,
    secrets: ['whsec_test'],
    createdAt: clock.now,
    createdBy: 'command-line',
    apiKeyMark: '',
    openUntil: 0,
    buyerPage: '',
    ...changes,
  }
  await storage.addShop(project.id, shop, by)
  await storage.putProduct(project.id, PRODUCT, by)
  const { sign } = adapterOf(shop.kind)
  return {
    shop,
    async deliver(event: object | string, { secret, at = clock.now, headers, sent }: Sending = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event)
      const signature = sign(body, secret ?? shop.secrets[0] ?? '', at)
      const answer = await fetch(`${service.url}/shops/${shop.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature, ...headers },
        body: sent ?? body,
      })
      return { status: answer.status, text: await answer.text() }
    },
    /** The addresses for `/thanks/`, with the ID of a purchase. */
    thanks: (order: string) => `${service.url}/thanks/${shop.id}/?order=${order}`,
    orders: () => storage.listOrders(project.id, { limit: 10 }),
    deliveries: async () => {
      const listed = await storage.listDeliveries(project.id, shop.id, { limit: 1_000 })
      if (listed === 'no-such-shop') throw new Error(listed)
      return listed
    },
    async use() {
      await service.settled()
      const listed = await storage.listShops(project.id)
      return listed.find((one) => one.shop.id === shop.id)
    },
  }
}
