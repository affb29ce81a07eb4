import type { Refusal as DeliveryRefusal } from '@latchkey/shops'
import { Counter } from 'prom-client'
import type { Api } from '../core/http/module.ts'
import { sendRefusal } from '../core/http/refusals.ts'
import { refusals, tooMany } from '../core/refusal.ts'
import { receiveDelivery, type ShopParts } from './receive-delivery.ts'

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

/** Registers the endpoint to which shops deliver. */
export function registerDeliveries({ app }: Api, parts: ShopParts): void {
  const deliveries = new Counter({
    name: 'latchkey_shop_deliveries_total',
    help: 'Deliveries of shops, by their outcome.',
    labelNames: ['outcome'],
    registers: [parts.metrics.registry],
  })

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
      const { params, headers, now } = request
      // An empty body was not parsed.
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const received = receiveDelivery(parts, params.shop_id, { headers, body }, now)
      const outcome = await received.catch((error: unknown) => {
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
