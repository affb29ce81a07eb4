import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ClockWatch } from '../../operations/clock-watch.ts'
import type { Metrics } from '../../operations/metrics.ts'
import type { Readiness } from '../../operations/readiness.ts'
import { sendRefusal } from '../refusals.ts'

export interface OperationsParts {
  readonly readiness: Readiness
  readonly clockWatch: ClockWatch
  readonly metrics: Metrics
  readonly isStopping: () => boolean
}

/** For whoever runs the service. `/healthz`: the process lives; start it again if not. `/readyz`: send requests here. */
export function registerOperations(
  app: FastifyInstance,
  { readiness, clockWatch, metrics, isStopping }: OperationsParts,
): void {
  app.get('/healthz', () => ({ alive: true }))

  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.health()
    const ready = !isStopping() && database === 'well'
    const { steady, jumpedSeconds, jumpedAt } = clockWatch.look()
    const state = { steady, jumped_seconds: jumpedSeconds, jumped_at: jumpedAt }
    return reply.code(ready ? 200 : 503).send({ ready, database, clock: state })
  })

  app.get('/metrics', (request, reply) => {
    // SECURITY: how much business somebody does is not for everybody. Prometheus comes from the inside.
    if (!isInside(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'] !== undefined) {
      return sendRefusal(request, reply, { kind: 'no-such-address' })
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text())
  })
}

/** The addresses of private networks (RFC 1918, RFC 4193) and of the machine itself. */
function isInside(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  if (isIP(plain) === 4) return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(plain)
  return plain === '::1' || /^f[cd]/i.test(plain)
}
