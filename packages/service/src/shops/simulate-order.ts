import { randomBytes } from 'node:crypto'
import { ENDPOINTS, readEmail } from '@latchkey/management'
import { shuffle, simulate } from '@latchkey/shops'
import { invalidEmail } from '../core/customer/customers.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { toOrderRecord } from '../orders/order-records.ts'
import { adapterOf } from './adapters.ts'
import { receiveDelivery, type ShopParts } from './receive-delivery.ts'
import { refuse } from './refusals.ts'

/** SECURITY: 256 bits, because the ID of the page after the purchase is derived from it. */
const RANDOM_BYTES = 32

/** Registers what simulates orders at a shop of kind `test`. */
export function registerSimulation(register: RegisterEndpoint, parts: ShopParts): void {
  const { storage } = parts

  register(ENDPOINTS.simulateOrder, async ({ project, account, params: { shop_id: id }, body, now }) => {
    const found = await storage.findShop(id)
    if (found?.projectId !== project.id) return refuse('no-such-shop')
    const { kind, secrets } = found.shop
    if (kind !== 'test') return refuse('no-test-shop')
    const read = readEmail(body.email ?? account.email)
    if ('problem' in read) return invalidEmail('The address of the buyer cannot be used.', read.problem)
    const products = await storage.listProducts(project.id)
    const shopProduct = (product: string): string =>
      products.find((one) => one.id === product)?.shopProducts[0] ?? product
    const random = randomBytes(RANDOM_BYTES).toString('hex')
    const deliveries = simulate({
      product: shopProduct(body.product),
      nextProduct: body.next_product && shopProduct(body.next_product),
      quantity: body.quantity ?? 1,
      email: read.email,
      name: body.name ?? '',
      isSubscription: body.is_subscription,
      steps: body.steps ?? [],
      at: now,
      random,
    })
    const orders = new Set<string>()
    for (const delivery of body.shuffle ? shuffle(deliveries, random) : deliveries) {
      const headers = adapterOf(kind).sign(delivery.body, secrets[0] ?? '', now)
      const received = await receiveDelivery(parts, id, { headers, body: Buffer.from(delivery.body) }, now)
      if (received.kind === 'not-open' || received.kind === 'no-such-shop') return refuse(received.kind)
      if (received.kind === 'stored') for (const order of received.orders) orders.add(order)
    }
    // A delivery may have shown that two of them are one.
    for (const order of orders) {
      const known = await storage.findOrder(project.id, order)
      if (known !== undefined) return { ...done('The order was simulated.'), order: toOrderRecord(known) }
    }
    throw new Error('The simulated order is missing.')
  })
}
