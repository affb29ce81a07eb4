import type { Refusal as DeliveryRefusal } from '@latchkey/shops'
import type { FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { Api } from '../core/http/module.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { sendRefusal } from '../core/http/refusals.ts'
import { refusals, tooMany } from '../core/refusal.ts'
import type { OrderStorage, ReadDelivery } from '../orders/storage.ts'
import { adapterOf, isOpen } from './adapters.ts'
import type { RefusedDeliveries } from './refused-deliveries.ts'

export interface ShopParts extends HttpParts<OrderStorage> {
  readonly readDelivery: ReadDelivery
  readonly refusedDeliveries: RefusedDeliveries
}

const BODY_LIMIT_BYTES = 1_024 * 1_024
const RAW = 'application/octet-stream'

const TEXTS: Readonly<Record<DeliveryRefusal, string>> = {
  'no-signature': 'The delivery has no signature. A proxy may have removed its header.',
  'unreadable-signature': 'The signature has another form than those of this shop.',
  'wrong-signature': 'The signature is wrong. The secret may be that of another endpoint.',
  'changed-body': 'The body was changed on its way. A proxy may have written the JSON again.',
  'too-old': 'The signature is too old. The clock of the service may be wrong.',
}

const refuse = refusals({
  'no-such-shop': [404, 'There is no shop at this address, or it was disconnected.'],
  'not-open': [403, 'This shop is only for tests. An owner can open it for an hour in the console.'],
  'too-large': [413, `A delivery can have at most ${BODY_LIMIT_BYTES} bytes.`],
})

type Outcome =
  | { readonly kind: 'no-such-shop' | 'not-open' | 'stored' | 'repeated' | 'limited' }
  | { readonly kind: 'refused'; readonly reason: DeliveryRefusal }

/** Registers the endpoint to which shops deliver. */
export function registerDeliveries({ app }: Api, parts: ShopParts): void {
  const { storage, settings, readDelivery, refusedDeliveries, metrics } = parts
  const deliveries = new Counter({
    name: 'latchkey_shop_deliveries_total',
    help: 'Deliveries of shops, by their outcome.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })

  const receive = async (shopId: string, { headers, body, now }: FastifyRequest): Promise<Outcome> => {
    const shop = await storage.findShop(shopId)
    if (shop === undefined || shop.shop.secrets.length === 0) return { kind: 'no-such-shop' }
    const { kind, secrets } = shop.shop
    if (!isOpen(shop.shop, settings.publicUrl, now)) return { kind: 'not-open' }
    // An empty body was not parsed.
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const verdict = adapterOf(kind).verify({ body: bytes, headers }, { secrets, now })
    if (verdict.kind === 'refused') {
      const isCounted = refusedDeliveries.count(shop.row, verdict.reason, now)
      return isCounted ? verdict : { kind: 'limited' }
    }
    const reading = readDelivery(kind, bytes, shopId)
    const stored = await storage.receiveDelivery({ shop, reading, body: bytes, now })
    return { kind: stored === 'repeated' ? 'repeated' : 'stored' }
  }

  void app.register(async (raw) => {
    // SECURITY: signatures are over the bytes, so nothing parses them before.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser(RAW, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    raw.addHook('onRequest', (request, _reply, next) => {
      // Fastify would refuse a type that it cannot read.
      request.raw.headers['content-type'] = RAW
      next()
    })
    const options = { bodyLimit: BODY_LIMIT_BYTES, config: { tooLarge: refuse('too-large') } }
    raw.post<{ Params: { shop_id: string } }>('/shops/:shop_id', options, async (request, reply) => {
      const outcome = await receive(request.params.shop_id, request).catch((error: unknown) => {
        deliveries.inc({ outcome: 'failed' })
        throw error
      })
      deliveries.inc({ outcome: outcome.kind })
      switch (outcome.kind) {
        case 'stored':
        case 'repeated':
          // Lemon Squeezy accepts no other status than 200.
          return reply.type('text/plain; charset=utf-8').send(`${outcome.kind}\n`)
        case 'refused':
          return sendRefusal(request, reply, {
            kind: outcome.reason,
            status: 401,
            message: TEXTS[outcome.reason],
          })
        case 'limited':
          return sendRefusal(
            request,
            reply,
            tooMany(outcome.kind, 'Too many deliveries have a wrong signature.', 1),
          )
        default:
          return sendRefusal(request, reply, refuse(outcome.kind))
      }
    })
  })
}
