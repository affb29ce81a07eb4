import type { Socket } from 'node:net'
import { type Endpoint, KeyRefused, KeysRefused, MyRefused, PlantStoreError } from '@latchkey/management'
import { KeyCheckRecord, type RefusalCode } from '@latchkey/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, malformed, type Refusal, refusals } from '../refusal.ts'
import { StorageUnavailable } from '../storage/storage.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The endpoint that defines the form of refusals. Undefined: the form of the management API.
     */
    readonly endpoint?: Endpoint
    /** The refusal of a body over the limit. */
    readonly tooLarge?: Refusal
  }
}

const UNREADABLE = 'The request cannot be read.'

/** The refusals of any request. */
export const refuse = refusals({
  'internal-error': [500, 'Something went wrong in the license service.'],
  'no-such-address': [404, 'There is nothing at this address. Check the address.'],
  'storage-unavailable': [
    503,
    'The license service cannot answer right now. Try again in a moment.',
    { retryAfterSeconds: 5 },
  ],
  'unreadable-address': [400, 'The address of this request cannot be read. Check the address.'],
  'unreadable-request': [400, UNREADABLE],
  'wrong-media-type': [415, 'Send the body as application/json.'],
})

/** Answers a request with a refusal, in the form that its reader expects. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { endpoint } = request.routeOptions.config
  const { retryAfterSeconds } = refusal
  const has404 = endpoint === undefined || endpoint.refusals?.some(({ status }) => status === 404)
  const status = refusal.status === 404 && !has404 ? 400 : refusal.status
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(bodyOf(request, refusal, status))
}

function bodyOf({ routeOptions, signedIn }: FastifyRequest, refusal: Refusal, status: number): unknown {
  const { kind, message, code, keyCode, fields } = refusal
  const form = routeOptions.config.endpoint?.refusal
  if (form === PlantStoreError) return { error: status, message }
  if (form !== KeyCheckRecord) {
    const codeOfForm = form === KeyRefused || form === KeysRefused ? keyCode : undefined
    // The page has these texts in its languages. The message of a malformed request names a field.
    const isOfPage = signedIn !== undefined || form === MyRefused
    const codeForPage = !isOfPage || kind === 'malformed' ? undefined : codeOf(kind)
    return { success: false, message, code: code ?? codeOfForm ?? codeForPage, ...fields }
  }
  const checkCode: RefusalCode = status === 429 ? 'RATE_LIMITED' : 'UNKNOWN_ERROR'
  if (status !== 400) return { code: checkCode, message }
  // The user cannot solve this. The detail is for a developer who reads the answer.
  return {
    code: checkCode,
    message: `This app sent a request that the license service does not understand. Update the app, or contact its maker. (${message})`,
  }
}

type Check = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Refusal | undefined> | Refusal | undefined

/** Makes a hook that answers with the first refusal of its checks. */
export const refuseBy =
  (...checks: readonly Check[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const check of checks) {
      const refusal = await check(request, reply)
      if (refusal !== undefined) return sendRefusal(request, reply, refusal)
    }
    return undefined
  }

const TOO_LARGE = 413
const WRONG_MEDIA_TYPE = 415

/** Turns every thrown error into a refusal. The service's own refusals are values. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendRefusal(request, reply, refusalOf(error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse('no-such-address')))
}

const STATUS_OF_BROKEN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers data that never becomes a request: a broken packet, or headers that are too long.
 * SECURITY: Fastify's own handler would log the packet, which may contain a key.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_OF_BROKEN[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ success: false, message: UNREADABLE })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    // The other side may never close its half of the connection.
    () => socket.destroy(),
  )
}

function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'the storage is unavailable')
    return refuse('storage-unavailable')
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  const { tooLarge } = request.routeOptions.config
  if (status === TOO_LARGE && tooLarge !== undefined) return tooLarge
  if (status === WRONG_MEDIA_TYPE) return refuse('wrong-media-type')
  if (status !== undefined && status < 500) return malformed(error.message, status)
  const { method, routeOptions } = request
  // SECURITY: logs the route and not the address, which may contain an API key.
  request.log.error({ err: error, method, route: routeOptions.url }, 'a request failed')
  const refusal = refuse('internal-error')
  const advice = `Try again later; if it keeps happening, tell support this number: ${request.id}`
  return { ...refusal, message: `${refusal.message} ${advice}` }
}
