import { ENDPOINTS, type Endpoint, routePath } from '@latchkey/management'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  formatLicenseFields,
  isDeviceName,
  isNonce,
  type LicenseKey,
  type OwnerAskRecord,
  type OwnerUse,
  PUBLIC_KEYS_HEADER,
  REQUEST_USES,
  type RequestUse,
  SIGNATURE_HEADER,
  type UpdateToken,
} from '@latchkey/protocol'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { sendRefusal } from '../core/http/refusals.ts'
import { isRefusal, malformed, type Refusal, tooMany } from '../core/refusal.ts'
import { callerOf } from '../core/security/caller.ts'
import type { ProjectSigners } from '../core/security/signing.ts'
import type { CheckAnswer, CheckAttempt } from './check-key.ts'
import type { CheckParts } from './parts.ts'
import { createSignAnswerOf } from './sign-answers.ts'

const USES = {
  check: ENDPOINTS.checkKey,
  move: ENDPOINTS.moveKey,
  devices: ENDPOINTS.listOwnDevices,
  release: ENDPOINTS.releaseOwnDevice,
  name: ENDPOINTS.nameOwnDevice,
} as const satisfies Record<RequestUse, unknown>

/** A second as decimal text. The rules compare it with the clock. */
const TIME = /^\d{1,10}$/
const FINGERPRINT_SUFFIX = '-fingerprint'

/** The query parameters of all requests. */
interface Query {
  readonly by: string
  readonly key?: string
  readonly device?: string
  readonly name?: string
}

/**
 * A decided check answers 200, with any code. Source: interface, "External key check, step 2". The
 * requests about devices are sent and answered like it.
 */
export function registerKeyCheck(app: FastifyInstance, parts: CheckParts): void {
  for (const use of REQUEST_USES) registerUse(app, parts, use, USES[use], parts.check)
}

type Use = RequestUse | OwnerUse | 'trial' | 'updates'

export interface UseAnswer extends CheckAnswer, Pick<OwnerAskRecord, 'words' | 'until'> {
  /** The key of a trial, while the trial runs. */
  readonly key?: LicenseKey
}

type Decide<OfUse> = (
  attempt: CheckAttempt,
  signers: ProjectSigners,
  request: FastifyRequest<{ Querystring: OfUse }>,
) => Promise<UseAnswer>

/** Adds the route of a request that is decided like a key check, and whose answer is signed. */
export function registerUse<OfUse extends Query>(
  app: FastifyInstance,
  parts: CheckParts,
  use: Use,
  endpoint: Endpoint,
  decide: Decide<OfUse>,
): void {
  const { checkLimit, signing, updateTokens } = parts
  const signAnswerOf = createSignAnswerOf(parts)
  app.route<{ Querystring: OfUse }>({
    method: endpoint.method,
    url: routePath(endpoint),
    config: { endpoint },
    onRequest: limitChecks(checkLimit),
    schema: { querystring: endpoint.query, response: { 200: endpoint.success } },
    async handler(request, reply) {
      // Fastify's types lose what a type parameter extends.
      const attempt = attemptOf(use, request.query as Query, request)
      if (isRefusal(attempt)) return sendRefusal(request, reply, attempt)
      // The keys are read before the check: it must not be decided if its answer cannot be signed.
      const signers = await signing.signersOf(attempt.appName)
      const answer = await decide(attempt, signers, request)
      const { nonce, deviceId } = attempt
      if (deviceId !== '' && !answer.isForUnsigned) {
        const covered = (path: string, query: string) =>
          ({ kind: 'check', use, path, query, nonce, deviceId }) as const
        const key = answer.key ?? attempt.key
        const token = answer.mayUpdate && updateTokens.issue(attempt.appName, key, deviceId, request.now)
        signAnswerOf(reply, signers, covered, fieldsOf(answer, token))
      }
      return answer
    },
  })
}

/** Makes the value of `latchkey-license`. */
const fieldsOf = ({ fields, key }: UseAnswer, token?: UpdateToken): string | undefined =>
  fields === undefined && key === undefined && token === undefined
    ? undefined
    : formatLicenseFields(fields ?? {}, key, token)

/** Requests of all uses count together for the limit of an address. */
export const limitChecks =
  (checkLimit: CheckParts['checkLimit']): onRequestHookHandler =>
  (request, reply, next) => {
    const waitSeconds = checkLimit.take(callerOf(request.ip), request.now)
    if (waitSeconds === 0) next()
    else {
      const what = 'Too many license checks came from this network.'
      void sendRefusal(request, reply, tooMany('too-many-checks', what, waitSeconds))
    }
  }

/**
 * Reads a request. Refuses what is not a key check. A wrong or missing device ID is refused by the
 * rules. Node joins repeated headers; a missing header is empty.
 */
function attemptOf(
  use: Use,
  { by: appName, key = '', device = '', name = '' }: Query,
  { headers, ip: address }: Pick<FastifyRequest, 'headers' | 'ip'>,
): CheckAttempt | Refusal {
  const header = (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const nonce = header(CLIENT_NONCE_HEADER)
  if (!isNonce(nonce)) return WRONG_NONCE
  const time = header(CLIENT_TIME_HEADER)
  if (!TIME.test(time)) return malformed(`${CLIENT_TIME_HEADER} must be the st of /sync`)
  const signature = header(SIGNATURE_HEADER)
  if (signature === '') return malformed(`${SIGNATURE_HEADER} is missing`)

  const fingerprints: Record<string, string> = {}
  for (const name in headers) if (name.endsWith(FINGERPRINT_SUFFIX)) fingerprints[name] = header(name)
  const hasName = use === 'name' || use === 'ask-owner'
  if (hasName && !isDeviceName(name)) return malformed('name is not a name of a device')
  return {
    use,
    appName,
    key,
    ...(use === 'release' && { device }),
    ...(hasName && { name }),
    userAgent: header('user-agent'),
    deviceId: header(CLIENT_DEVICE_HEADER),
    fingerprints,
    nonce,
    time,
    signature,
    address,
    ...(headers[PUBLIC_KEYS_HEADER] === undefined && { isUnsigned: true }),
  }
}

export const WRONG_NONCE = malformed(`${CLIENT_NONCE_HEADER} must be 16 letters and digits`)
