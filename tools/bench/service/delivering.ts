import { ENDPOINTS, type EndpointId, requestPath } from '@latchkey/management'
import { type SimulatedStep, simulate, stripe } from '@latchkey/shops'
import { BENCH_API_KEY } from './databases.ts'
import type { Server } from './processes.ts'

/** A thousand a minute. */
const EVERY_MS = 60
const SECRET = 'whsec_bench'
/** The lives of the orders, in turns: 26 deliveries for eight orders. */
const LIVES: readonly (readonly SimulatedStep[])[] = [
  [],
  ['refund'],
  ['renew', 'renew'],
  ['fail', 'renew'],
  [],
  ['cancel', 'end'],
  ['chargeback', 'chargeback-won'],
  ['quantity-change'],
]

/** Connects a shop that sells a product. Returns the address to which it delivers. */
export async function connectShop({ url }: Server): Promise<string> {
  const ask = async (id: EndpointId, body: object) => {
    const { method } = ENDPOINTS[id]
    const path = requestPath(ENDPOINTS[id], { params: { project_id: 'project' } })
    const headers = { authorization: BENCH_API_KEY, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<{ readonly url: string }>
  }
  await ask('createProduct', { shop_products: ['price_1'], days: 365, features: ['export'] })
  return (await ask('connectShop', { kind: 'stripe', secret: SECRET, is_test: true })).url
}

/** Delivers orders at a fixed rate, until `stop` is called, which returns the number of deliveries. */
export function startDelivering(address: string, name: string): { stop(): Promise<number> } {
  const deliveries = bodies(name)
  const sent: Promise<void>[] = []
  const deliver = async (body: string): Promise<void> => {
    const headers = stripe.sign(body, SECRET, Math.floor(Date.now() / 1_000))
    const answer = await fetch(address, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const timer = setInterval(() => sent.push(deliver(deliveries.next().value)), EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sent)
      return sent.length
    },
  }
}

function* bodies(name: string): Generator<string, never> {
  for (let order = 0; ; order += 1) {
    const steps = LIVES[order % LIVES.length] ?? []
    const buyer = { email: `buyer-${name}-${order}@example.org`, name: '', random: `${name} ${order}` }
    const purchase = { product: 'price_1', quantity: 1, at: Math.floor(Date.now() / 1_000), steps }
    for (const { body } of simulate({ ...purchase, ...buyer })) yield body
  }
}
