import { ENDPOINTS } from '@latchkey/management'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type AccessParts, createAddressLimit, createGuards, decorateRequests } from '../security/access.ts'
import { isAmbiguous } from '../security/ambiguous-request.ts'
import { boundConnections } from '../security/connections.ts'
import type { Storage } from '../storage/storage.ts'
import { refuseBrokenAddress, refuseBrokenRequest, registerErrors } from './errors.ts'
import { sendRefusal } from './refusals.ts'
import { registerAccount } from './routes/account.ts'
import { registerChat } from './routes/chat.ts'
import { type DocumentParts, registerDocuments } from './routes/documents.ts'
import { type KeyCheckParts, registerKeyCheck } from './routes/key-check.ts'
import { type LoaderParts, registerLoader } from './routes/loader.ts'
import { type OperationsParts, registerOperations } from './routes/operations.ts'
import { registerPlantStore } from './routes/plant-store.ts'
import { registerScripts, type ScriptParts } from './routes/scripts.ts'
import { registerStatus } from './routes/status.ts'
import { registerSync, type SyncParts } from './routes/sync.ts'
import { registerUsers } from './routes/users.ts'
import { compileValidator, describeMismatch, registerJsonBodies } from './validation.ts'

/** Of the headers alone, and of a connection that sends nothing; a script may follow them on a slow line. */
export const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for requests that take longer than allowed. By its default of 30 s, they last so much longer. */
const CHECK_CONNECTIONS_EVERY_MS = 1_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than the idle time of common load balancers, so that they close first and never meet a closing socket. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
const BODY_LIMIT_BYTES = 64 * 1_024
/** As long as Node's limit for the head of a request lets it be: an ID that is too long is one that is not known. */
const LONGEST_PATH_PARAMETER = 16 * 1_024

export interface AppParts
  extends KeyCheckParts,
    SyncParts,
    AccessParts,
    ScriptParts,
    LoaderParts,
    DocumentParts,
    OperationsParts {
  readonly storage: Storage
  readonly log: FastifyBaseLogger
  readonly maxConnections: number
  readonly headersTimeoutMs: number
  /** Whether the service answers what it has and takes nothing new. */
  readonly isStopping: () => boolean
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
    http: {
      headersTimeout: parts.headersTimeoutMs,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open while the service stops is answered like any other.
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: refuseBrokenAddress,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSchemaErrorFormatter(describeMismatch)
  registerJsonBodies(app)
  decorateRequests(app)

  app.addHook('onRequest', (request, reply, next) => {
    if (!isAmbiguous(request.raw)) return next()
    void reply.header('connection', 'close')
    void sendRefusal(request, reply, { kind: 'unreadable-request' })
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    // Almost every answer is about one moment and one caller: no cache may store it.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    // Or a connection that was busy when the stop began would hold it up for as long as it is kept alive.
    if (parts.isStopping()) void reply.header('connection', 'close')
    next(null, payload)
  })
  registerErrors(app)
  registerSync(app, parts)
  registerKeyCheck(app, parts)
  boundConnections(app.server, { most: parts.maxConnections, log: parts.log })

  const limitAddress = createAddressLimit(parts)
  const guardOf = createGuards(parts, limitAddress)
  registerAccount(app, parts.storage, guardOf)
  registerUsers(app, parts.storage, guardOf)
  registerScripts(app, parts, guardOf)
  registerLoader(app, parts, guardOf)
  registerChat(app, parts)
  registerStatus(app, parts.readiness, guardOf(ENDPOINTS.getStatus))
  registerPlantStore(app, guardOf(ENDPOINTS.createPlant))
  registerDocuments(app, parts, limitAddress)
  registerOperations(app, parts)
  return app
}
