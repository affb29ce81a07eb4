import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Clock } from './clock.ts'
import { registerErrors } from './routes/errors.ts'
import { type KeyCheckParts, registerKeyCheck } from './routes/key-check.ts'
import { registerSync, type SyncParts } from './routes/sync.ts'

const REQUEST_TIMEOUT_MS = 10_000
/** Longer than the idle time of common load balancers, so that they close first and never meet a closing socket. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
const BODY_LIMIT_BYTES = 64 * 1_024

export interface AppParts extends KeyCheckParts, SyncParts {
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** Proxies whose X-Forwarded-For is believed, as addresses and CIDR ranges. Empty: nobody is. */
  readonly trustedProxies: readonly string[]
}

/** The HTTP side of the service, without a listening socket. */
export function createApp(parts: AppParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.log,
    // The lines of every request would cost more than the checks; what fails is logged by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    // SECURITY: otherwise anyone could choose the address that rate limits see.
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    ajv: {
      // SECURITY: a body is taken as it was sent or refused. Fastify's own choice bends types and drops fields.
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
  })

  // An answer is about one moment and one caller: no cache may keep it.
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
  })
  registerErrors(app)
  registerSync(app, parts)
  registerKeyCheck(app, parts)
  return app
}
