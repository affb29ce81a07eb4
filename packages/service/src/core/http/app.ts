import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { registerProjects } from '../accounts/project-routes.ts'
import { registerOperations } from '../operations/routes.ts'
import { registerStatus } from '../operations/status.ts'
import { createGuards, decorateRequests } from '../security/access.ts'
import { registerDocuments } from './documents.ts'
import { createRegister, type RegisterEndpoint } from './endpoint.ts'
import type { Module } from './module.ts'
import type { HttpParts } from './parts.ts'
import { refuse, refuseBrokenRequest, registerErrors, sendRefusal } from './refusals.ts'
import { compileSerializer, compileValidator, describeMismatch, registerJsonBodies } from './validation.ts'

/**
 * The limit for the headers of a request, and for a silent connection. A script may take longer on
 * a slow line.
 */
export const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for requests that exceed their time limit. Its default is 30 s. */
const CHECK_CONNECTIONS_EVERY_MS = 1_000
const REQUEST_TIMEOUT_MS = 120_000
/**
 * This is longer than the idle time of common load balancers, so that they close connections first.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
/** After a stop has begun, a client has this time to send the rest of its request. */
const CLIENTS_END_WITHIN_MS = 1_000
const BODY_LIMIT_BYTES = 64 * 1_024
/** Node's limit for the head of a request. A longer ID is answered like an unknown one. */
const LONGEST_PATH_PARAMETER = 16 * 1_024

/** Fastify with the settings that the API and the console share, without a route. */
export function createBareApp(parts: HttpParts): FastifyInstance {
  const { trustedProxies } = parts.settings
  const app = Fastify({
    loggerInstance: parts.log,
    // Logging each request would cost more than a check. The error handler logs failures.
    logController: new LogController({ disableRequestLogging: true }),
    // SECURITY: otherwise clients could choose the address that the rate limits count.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
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
    // Requests on connections that are open while the service stops are answered normally.
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    // The address cannot be decoded. Fastify's own answer would repeat it.
    frameworkErrors(_error, request, reply) {
      void sendRefusal(request, reply, refuse('unreadable-address'))
    },
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setSchemaErrorFormatter(describeMismatch)
  registerJsonBodies(app)
  decorateRequests(app, parts.clock)

  app.addHook('onRequest', (request, reply, next) => {
    if (!isAmbiguous(request.raw)) return next()
    void reply.header('connection', 'close')
    void sendRefusal(request, reply, refuse('unreadable-request'))
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    // Answers depend on the time and the caller, so caches must not store them.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    // Otherwise a connection that is busy when a stop begins would delay it by its keep-alive time.
    if (parts.isStopping()) void reply.header('connection', 'close')
    next(null, payload)
  })
  registerErrors(app)
  parts.connections.watch(app.server)
  app.addHook('preClose', (done) => {
    // Node closes only connections that had a request, and ends its time-outs when it closes.
    setTimeout(parts.connections.closeWaiting, CLIENTS_END_WITHIN_MS).unref()
    done()
  })
  return app
}

/**
 * SECURITY: whether a proxy in front may have read this request differently, although Node accepts
 * it: a Transfer-Encoding in HTTP/1.0 (RFC 9112, section 6.1), or more than one Host (section 3.2).
 * Such a request is refused, and the connection is closed, so that it cannot hide a second request.
 * Node's parser refuses everything else of this kind.
 */
function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && headers['transfer-encoding'] !== undefined) return true
  let hosts = 0
  // The list has a name, then its value.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Adds the endpoints that an API key opens at the API, and a session at the console. */
export function registerManagement<Parts extends HttpParts>(
  register: RegisterEndpoint,
  modules: readonly Module<Parts>[],
  parts: Parts,
): void {
  registerProjects(register, parts)
  for (const { management } of modules) management?.(register, parts)
}

/** The API of the service, without a listening socket. */
export function createApp<Parts extends HttpParts>(
  modules: readonly Module<Parts>[],
  parts: Parts,
): FastifyInstance {
  const app = createBareApp(parts)
  const { guardOf, limitAddress } = createGuards(parts)
  const register = createRegister(app, guardOf, parts.storage)
  for (const { api } of modules) api?.({ app, register, guardOf }, parts)
  registerManagement(register, modules, parts)
  const registerMine = createRegister(app, parts.customerGuardOf, parts.storage)
  for (const { customerPage } of modules) customerPage?.(registerMine, parts)
  registerStatus(register, parts)
  registerDocuments(app, parts, limitAddress)
  registerOperations(app, parts)
  return app
}
