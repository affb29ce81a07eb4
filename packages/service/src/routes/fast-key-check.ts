import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { KEY_CHECK_PATH, type KeyCheckRecord } from '@latchkey/protocol'
import type { FastifyInstance } from 'fastify'
import { isAmbiguous } from './ambiguous-request.ts'
import { callerOf } from './caller.ts'
import { attemptOf, type KeyCheckParts } from './key-check.ts'

/** A query that needs no decoding, in the order in which apps send it. Any other takes the ordinary way. */
const PLAIN_URL = new RegExp(`^/${KEY_CHECK_PATH}\\?by=([\\w.~-]+)&key=([\\w.~-]+)$`)

const HEAD = [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  'content-length',
]

export interface FastKeyCheckParts extends KeyCheckParts {
  /** Requests that could not be answered, with what went wrong: the ordinary way makes the answer of it. */
  readonly failures: WeakMap<IncomingMessage, unknown>
  readonly isStopping: () => boolean
  readonly trustedProxies: readonly string[]
}

/**
 * Answers the key checks that are as apps send them without Fastify, which costs half of what node:http does. It is a
 * short cut and nothing else: whatever is not decided here, a refusal of the request among it, goes the
 * ordinary way.
 */
export function addFastKeyCheck(app: FastifyInstance, parts: FastKeyCheckParts): void {
  const { check, checkLimit, clock, failures, isStopping, trustedProxies } = parts
  const [ordinary] = app.server.listeners('request') as RequestListener[]
  if (ordinary === undefined) throw new Error('Fastify does not listen.')

  /** @returns whether the answer is on its way */
  const tryFast = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || isAmbiguous(request)) return false
    const [, appName, key] = PLAIN_URL.exec(request.url ?? '') ?? []
    if (appName === undefined || key === undefined) return false
    // Who is calling is then for Fastify to find out.
    if (trustedProxies.length > 0 && request.headers['x-forwarded-for'] !== undefined) return false
    const attempt = attemptOf(appName, key, request.headers)
    if (typeof attempt === 'string') return false
    if (checkLimit.take(callerOf(request.socket.remoteAddress ?? ''), clock()) > 0) return false

    check(attempt).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        failures.set(request, error)
        ordinary(request, response as Parameters<RequestListener>[1])
      },
    )
    return true
  }

  const send = (response: ServerResponse, answer: KeyCheckRecord): void => {
    const body = JSON.stringify(answer)
    const head = [...HEAD, String(Buffer.byteLength(body))]
    response.writeHead(200, isStopping() ? [...head, 'connection', 'close'] : head)
    response.end(body)
  }

  app.server.removeListener('request', ordinary)
  app.server.on('request', (request, response) => {
    if (!tryFast(request, response)) ordinary(request, response)
  })
}
