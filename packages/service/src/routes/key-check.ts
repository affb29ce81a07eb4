import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  isNonce,
  KEY_CHECK_PATH,
  KeyCheckRecord,
  SIGNATURE_HEADER,
} from '@latchkey/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../clock.ts'
import type { RateLimit } from '../domain/rate-limit.ts'
import { HttpError } from '../http-error.ts'
import type { CheckAttempt } from '../storage/storage.ts'
import { callerOf } from './caller.ts'

const Query = Type.Object({ by: Type.String(), key: Type.String() })
type Query = Type.Static<typeof Query>

/** Decimal text, as much as a second needs. Its distance from now is for the domain to judge. */
const TIME = /^\d{1,10}$/
const FINGERPRINT_SUFFIX = '-fingerprint'

export interface KeyCheckParts {
  readonly check: (attempt: CheckAttempt) => Promise<KeyCheckRecord>
  readonly checkLimit: RateLimit
  readonly clock: Clock
}

/** Source: interface, "External key check, step 2: check". A decided check answers 200, whatever its code. */
export function registerKeyCheck(app: FastifyInstance, { check, checkLimit, clock }: KeyCheckParts): void {
  app.get<{ Querystring: Query }>(
    `/${KEY_CHECK_PATH}`,
    {
      config: { audience: 'app-user' },
      onRequest(request, _reply, next) {
        const waitSeconds = checkLimit.take(callerOf(request.ip), clock())
        next(waitSeconds === 0 ? undefined : tooMany(waitSeconds))
      },
      schema: { querystring: Query, response: { 200: KeyCheckRecord } },
    },
    (request) => check(parseAttempt(request)),
  )
}

type HeaderReader = (name: string) => string

/** A header that came twice is joined by Node; what is missing is empty. */
const headersOf = (request: FastifyRequest): HeaderReader => {
  const { headers } = request
  return (name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
}

/** @throws HttpError when it is not a key check at all; a wrong or missing device ID is for the domain to refuse. */
function parseAttempt(request: FastifyRequest<{ Querystring: Query }>): CheckAttempt {
  const header = headersOf(request)
  const nonce = header(CLIENT_NONCE_HEADER)
  if (!isNonce(nonce)) throw malformed(`${CLIENT_NONCE_HEADER} must be 16 letters and digits`)
  const time = header(CLIENT_TIME_HEADER)
  if (!TIME.test(time)) throw malformed(`${CLIENT_TIME_HEADER} must be the st of /sync`)
  const signature = header(SIGNATURE_HEADER)
  if (signature === '') throw malformed(`${SIGNATURE_HEADER} is missing`)

  const fingerprints: Record<string, string> = {}
  for (const name of Object.keys(request.headers)) {
    if (name.endsWith(FINGERPRINT_SUFFIX)) fingerprints[name] = header(name)
  }
  return {
    appName: request.query.by,
    key: request.query.key,
    userAgent: header('user-agent'),
    deviceId: header(CLIENT_DEVICE_HEADER),
    fingerprints,
    nonce,
    time,
    signature,
  }
}

const tooMany = (waitSeconds: number): HttpError =>
  new HttpError(
    429,
    `Too many license checks came from this network. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )

const malformed = (detail: string): HttpError => new HttpError(400, `${detail}.`)
