import { randomBytes } from 'node:crypto'
import type { OrderRecord } from '@latchkey/management'
import { type SimulatedPurchase, simulate, stripe } from '../../packages/shops/src/index.ts'
import { createKeyHelpers, inDays } from './key-support.ts'
import type { ConsoleUnderTest } from './support.ts'

export const SHOP_SECRET = 'whsec_of_the_console'

/** What a shop of kind `stripe` does, with real deliveries over HTTP. */
export function createShopHelpers(console: ConsoleUnderTest) {
  const { ask } = createKeyHelpers(console)

  /** Sends a signed delivery. Returns the status. */
  async function deliver(shopId: string, body: string, secret = SHOP_SECRET): Promise<number> {
    const response = await fetch(`${console.service.url}/shops/${shopId}`, {
      method: 'POST',
      headers: stripe.sign(body, secret, inDays(0)),
      body,
    })
    await response.text()
    return response.status
  }

  /** Simulates a purchase and what follows it, and finds its order. */
  async function buy(shopId: string, changes: Partial<SimulatedPurchase> = {}): Promise<OrderRecord> {
    const purchase = {
      ...{ product: 'price_1', quantity: 1, email: 'ada@example.com', name: 'Ada', steps: [] },
      ...{ at: inDays(-40), random: randomBytes(8).toString('hex') },
      ...changes,
    }
    const { shops } = await ask('listShops', {})
    const isLive = shops.some(
      ({ id, is_test }: { id: string; is_test: boolean }) => id === shopId && !is_test,
    )
    for (const { body } of simulate(purchase)) {
      const status = await deliver(shopId, JSON.stringify({ ...JSON.parse(body), livemode: isLive }))
      if (status !== 200) throw new Error(`The delivery was refused with ${status}`)
    }
    return (await ask('listOrders', { query: { limit: 1 } })).orders[0]
  }

  return {
    ask,
    deliver,
    buy,
    connect: async (body: object = {}): Promise<string> =>
      (await ask('connectShop', { body: { kind: 'stripe', secret: SHOP_SECRET, ...body } })).id,
    create: async (body: object = {}): Promise<string> =>
      (await ask('createProduct', { body: { days: 365, shop_products: ['price_1'], name: 'Pro', ...body } }))
        .id,
  }
}
