import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StorageUnavailable } from '../storage/storage.ts'
import { type Refusal, sendRefusal } from './refusals.ts'

const TOO_LARGE = 413
const WRONG_MEDIA_TYPE = 415

/** Turns everything that is thrown into a refusal. Our own refusals are values. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendRefusal(request, reply, refusalOf(error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, { kind: 'no-such-address' }))
}

const STATUS_OF_BROKEN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what never becomes a request: a broken packet, or headers that are too long. SECURITY:
 * Fastify's own handler would log the packet, and with it a key that it may contain.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_OF_BROKEN[error.code ?? ''] ?? '400 Bad Request'
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
  void sendRefusal(request, reply, { kind: 'unreadable-address' })
}

function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'the storage is unavailable')
    return { kind: 'storage-unavailable' }
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  const { tooLarge } = request.routeOptions.config
  if (status === TOO_LARGE && tooLarge !== undefined) return tooLarge
  if (status === WRONG_MEDIA_TYPE) return { kind: 'wrong-media-type' }
  if (status !== undefined && status < 500) return { kind: 'malformed', message: error.message, status }
  const { method, routeOptions } = request
  // SECURITY: the route, not the address, which may contain an API key.
  request.log.error({ err: error, method, route: routeOptions.url }, 'a request failed')
  return { kind: 'internal-error' }
}
