import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpParts } from '../http/parts.ts'
import { refuse, sendRefusal } from '../http/refusals.ts'
import { isOnAllowList } from '../security/allow-list.ts'
import type { ConnectionRecord } from './reach.ts'

/** Private networks (RFC 1918, RFC 4193) and this machine. */
const INSIDE = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7']

/**
 * Endpoints for operators. `/healthz`: the process is alive; restart it otherwise. `/readyz`: the
 * node can take requests. `/connection`: which node a request reaches, and how it sees the sender,
 * so that a wrong proxy is found from outside.
 */
export function registerOperations(
  app: FastifyInstance,
  { readiness, clockWatch, metrics, isStopping, nodeId }: HttpParts,
): void {
  app.get('/healthz', () => ({ alive: true }))

  app.get('/connection', (request) => connectionOf(request, nodeId))

  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.health()
    const ready = !isStopping() && database === 'well'
    const { steady, jumpedSeconds, jumpedAt } = clockWatch.look()
    const state = { steady, jumped_seconds: jumpedSeconds, jumped_at: jumpedAt }
    return reply.code(ready ? 200 : 503).send({ ready, database, clock: state })
  })

  app.get('/metrics', async (request, reply) => {
    // SECURITY: the figures show the vendor's business, so only private networks may read them, for
    // Prometheus.
    const isInside = isOnAllowList(request.socket.remoteAddress ?? '', INSIDE)
    if (!isInside || request.headers['x-forwarded-for'] !== undefined) {
      return sendRefusal(request, reply, refuse('no-such-address'))
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

/** Which node a request has reached, and how it sees the sender. */
export function connectionOf({ ip, ips = [], headers }: FastifyRequest, node: string): ConnectionRecord {
  const proxy = headers['x-forwarded-for'] === undefined ? 'none' : ips.length > 1 ? 'trusted' : 'ignored'
  // SECURITY: without a trusted proxy, this would be the address of a proxy, which must not be
  // shown.
  return { node, address: proxy === 'trusted' ? ip : undefined, proxy }
}
