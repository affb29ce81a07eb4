import type { Socket } from 'node:net'
import type { RefusalCode } from '@latchkey/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StorageUnavailable } from '../storage/storage.ts'
import { HttpError } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who reads the errors of this route: a management client, unless it says otherwise. */
    readonly audience?: Audience
    /** What a body over the limit is told. */
    readonly tooLargeMessage?: string
  }
}

type Audience = 'app-user' | 'plant-store'

const TRY_AGAIN_SECONDS = 5
const TOO_LARGE = 413
const WRONG_MEDIA_TYPE = 415

/** The one place that turns an error into an answer. 4xx say what is wrong; 5xx tell nothing of the inside. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    send(request, reply, answerTo(error, request))
  })
  app.setNotFoundHandler((request, reply) => {
    send(request, reply, new HttpError(404, 'There is nothing at this address. Check the address.'))
  })
}

/**
 * For what never becomes a request: a broken packet, or headers that are too long. Fastify's own handler would log the
 * packet, and with it whatever key it carries.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const body = JSON.stringify({ success: false, message: 'This is not a request that can be read.' })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    // The other side may never close its half.
    () => socket.destroy(),
  )
}

/** The address cannot be decoded. Fastify's own answer would repeat it. */
export function refuseBrokenAddress(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  send(request, reply, new HttpError(400, 'This is not an address that can be read. Check the address.'))
}

function answerTo(error: FastifyError | Error, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'the storage is unavailable')
    return new HttpError(
      503,
      'The license service cannot answer right now. Try again in a moment.',
      TRY_AGAIN_SECONDS,
    )
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  const { tooLargeMessage } = request.routeOptions.config
  if (status === TOO_LARGE && tooLargeMessage !== undefined) return new HttpError(status, tooLargeMessage)
  if (status === WRONG_MEDIA_TYPE) return new HttpError(status, 'Send the body as application/json.')
  if (status !== undefined && status < 500) return new HttpError(status, asSentence(error.message))
  const { method, routeOptions } = request
  // SECURITY: the route, not the address, in which an API key may stand.
  request.log.error({ err: error, method, route: routeOptions.url }, 'a request failed')
  return new HttpError(
    500,
    `Something went wrong in the license service. Try again later; if it keeps happening, tell support this number: ${request.id}`,
  )
}

function send(request: FastifyRequest, reply: FastifyReply, error: HttpError): void {
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds)
  void reply.code(error.statusCode).send(bodyOf(error, request.routeOptions.config.audience))
}

const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

function bodyOf({ statusCode, message, challenge }: HttpError, audience: Audience | undefined): unknown {
  if (audience === 'plant-store') return { error: statusCode, message }
  if (audience === undefined) return { success: false, message, challenge }
  const code: RefusalCode = statusCode === 429 ? 'RATE_LIMITED' : 'UNKNOWN_ERROR'
  if (statusCode !== 400) return { code, message }
  // The user can do nothing about it; the detail is for the developer who looks at the answer.
  return {
    code,
    message: `This app sent a request that the license service does not understand. Update the app, or contact its maker. (${message})`,
  }
}
