import {
  CHALLENGE_HEADER,
  type Challenge,
  ENDPOINTS,
  type Endpoint,
  isChallenge,
  problemOfAnswer,
  requestPath,
  solveChallenge,
} from '@latchkey/management'
import type { Failure, Outcome } from './outcome.ts'

export interface SenderParts {
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly plantToken: string | undefined
  readonly userAgent: string
  readonly fetch: typeof globalThis.fetch
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** The types of one endpoint are in `VendorClient`. */
type Send = (endpoint: Endpoint, parts: Parts, timeLimitMs: number) => Promise<Outcome<unknown>>

/** `ParametersOf` without the types of one endpoint. */
export interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly bytes?: Uint8Array<ArrayBuffer>
}

/** An answer with any status. */
interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly retryAfter: string | null
  /** The parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown
}

/**
 * Sends requests and reads answers according to the endpoint table. Repeats a request only once, to
 * answer a challenge.
 */
export function createSender({ baseUrl, apiKey, plantToken, userAgent, fetch, clock }: SenderParts): Send {
  const authorization = ({ credentials }: Endpoint): Record<string, string> => {
    if (credentials.kind === 'api-key' && apiKey !== undefined) return { authorization: apiKey }
    if (credentials.kind === 'plant-token' && plantToken !== undefined) {
      return { authorization: `Bearer ${plantToken}` }
    }
    return {}
  }

  const exchange = async (
    endpoint: Endpoint,
    parts: Parts,
    timeLimitMs: number,
  ): Promise<Answered | { readonly kind: 'failed'; readonly failure: Failure }> => {
    // Outside of the try block: an invalid path is a bug of the caller.
    const url = baseUrl + requestPath(endpoint, parts)
    try {
      const response = await fetch(url, {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(endpoint.body !== undefined && { 'content-type': 'application/json' }),
          ...(endpoint.bytes && { 'content-type': 'application/octet-stream' }),
          ...parts.headers,
          ...authorization(endpoint),
        },
        ...(endpoint.body !== undefined && { body: JSON.stringify(parts.body ?? {}) }),
        ...(parts.bytes !== undefined && { body: parts.bytes }),
        // SECURITY: does not forward the API key. A redirect is an unexpected answer.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeLimitMs),
      })
      const body = parseJson(await response.text())
      return {
        kind: 'answered',
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body,
      }
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error, timeLimitMs) }
    }
  }

  return async (endpoint, parts, timeLimitMs) => {
    let answered = await exchange(endpoint, parts, timeLimitMs)
    let challenge = challengeOf(answered)
    const solved = challenge && solveChallenge(challenge)
    if (solved !== undefined) {
      const headers = { ...parts.headers, [CHALLENGE_HEADER]: solved }
      answered = await exchange(endpoint, { ...parts, headers }, timeLimitMs)
      challenge = challengeOf(answered)
    }
    if (answered.kind === 'failed') return answered
    if (challenge !== undefined) {
      return { kind: 'challenged', message: messageOf(answered.body) ?? '', difficulty: challenge.difficulty }
    }
    return answered.status === 200 ? readSuccess(endpoint, answered.body) : readRefusal(answered, clock())
  }
}

function challengeOf(answered: Answered | { readonly kind: 'failed' }): Challenge | undefined {
  if (answered.kind === 'failed' || answered.status !== 403) return undefined
  const { body } = answered
  return isRecord(body) && isChallenge(body['challenge']) ? body['challenge'] : undefined
}

function readSuccess(endpoint: Endpoint, body: unknown): Outcome<unknown> {
  const invalid = problemOfAnswer(endpoint, body)
  if (invalid !== undefined) {
    const problem = `an answer in which ${invalid}`
    return { kind: 'failed', failure: { kind: 'unexpected-answer', status: 200, problem } }
  }
  // In a progress record `success` belongs to the update. Elsewhere it belongs to the request.
  if (endpoint.id !== ENDPOINTS.getUpdateProgress.id && isRecord(body) && body['success'] === false) {
    return { kind: 'refused', status: 200, message: messageOf(body) ?? '' }
  }
  return { kind: 'ok', value: body }
}

function readRefusal({ status, body, retryAfter }: Answered, nowMs: number): Outcome<never> {
  const message = messageOf(body)
  if (message === undefined) {
    const problem = status >= 300 && status < 400 ? 'a redirect' : 'without a message'
    return { kind: 'failed', failure: { kind: 'unexpected-answer', status, problem } }
  }
  const seconds = retryAfterSeconds(retryAfter, nowMs)
  return { kind: 'refused', status, message, ...(seconds !== undefined && { retryAfterSeconds: seconds }) }
}

/**
 * Reads a `Retry-After` header: a number of seconds, or a date (RFC 9110, 10.2.3).
 * @param nowMs Unix milliseconds
 */
function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const messageOf = (body: unknown): string | undefined =>
  isRecord(body) && typeof body['message'] === 'string' ? body['message'] : undefined

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Errors of name resolution, connecting and TLS occur before the request is sent. */
const BEFORE_SENDING =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/

function failureOf(error: unknown, timeLimitMs: number): Failure {
  if (isRecord(error) && error['name'] === 'TimeoutError') return { kind: 'timed-out', afterMs: timeLimitMs }
  const cause = isRecord(error) ? error['cause'] : undefined
  const code = isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : ''
  return { kind: 'unreachable', code, mayHaveArrived: !BEFORE_SENDING.test(code) }
}
