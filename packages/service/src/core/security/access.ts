import { timingSafeEqual } from 'node:crypto'
import { CHALLENGE_HEADER, type Endpoint } from '@latchkey/management'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Account, decideApiAccess } from '../accounts/accounts.ts'
import type { SignedInPerson } from '../accounts/people.ts'
import type { Clock } from '../clock.ts'
import type { SignedInCustomer } from '../customer/customers.ts'
import { type Refusal, refusals, tooMany } from '../refusal.ts'
import type { CoreStorage } from '../storage/storage.ts'
import { isOnAllowList } from './allow-list.ts'
import { callerOf } from './caller.ts'
import type { Challenges } from './challenges.ts'
import { hashApiKey } from './credentials.ts'
import type { FailedAuthentications } from './failed-authentications.ts'
import type { RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The second at which the request arrived. It is decided for that second. */
    now: number
    /** The owner of the API key; undefined for endpoints without one. */
    account: Account | undefined
    /** The person who is signed in to the console; undefined at the API. */
    signedIn: SignedInPerson | undefined
    customer: SignedInCustomer | undefined
  }
}

export interface AccessParts {
  readonly storage: Pick<CoreStorage, 'findAccountByApiKey' | 'findOwner'>
  readonly clock: Clock
  /** The limit for an address: of checks, and of requests by which keys can be guessed. */
  readonly checkLimit: RateLimit
  /** The limit for an account, and for the address of requests without an account. */
  readonly requestLimit: RateLimit
  readonly failures: FailedAuthentications
  readonly challenges: Challenges
  /** The token of the plant store. Undefined: the plant store is closed. */
  readonly plantToken: string | undefined
}

const refuse = refusals({
  'address-not-allowed': [403, 'This API key may not be used from this address.'],
  'api-key-disabled': [403, 'This API key was switched off.'],
  'api-key-expired': [403, 'This API key has expired.'],
  // For some endpoints, the interface has another status for these three.
  'api-key-mismatch': [403, 'The API key in the path is not the one in the Authorization header.'],
  'api-key-missing': [403, 'The API key is missing. Send it in the Authorization header.'],
  'api-key-wrong': [403, 'The API key is wrong.'],
  'bearer-token-wrong': [401, 'The bearer token is missing or wrong.'],
  challenged: [
    403,
    'Too many requests for this account had a wrong API key. Solve the challenge, and repeat the request with x-challenge-token.',
  ],
  'sign-in-needed': [
    401,
    'Nobody is signed in, or the session has ended. Sign in.',
    { code: 'SIGN_IN_NEEDED' },
  ],
})

export const SIGN_IN_NEEDED = refuse('sign-in-needed')

type Guard = (request: FastifyRequest) => Promise<Refusal | undefined>
export type GuardOf = (endpoint: Endpoint) => Guard

type ApiKeyCredentials = Extract<Endpoint['credentials'], { readonly kind: 'api-key' }>
type Params = Readonly<Record<string, string | undefined>>

export function decorateRequests(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest('now', 0)
  app.decorateRequest('account', undefined)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('customer', undefined)
  app.addHook('onRequest', (request, _reply, next) => {
    request.now = clock()
    next()
  })
}

/** Counts one request of `who`. */
export function limitOf(limit: RateLimit, who: string, now: number): Refusal | undefined {
  const waitSeconds = limit.take(who, now)
  return waitSeconds > 0 ? tooMany('rate-limited', 'Too many requests.', waitSeconds) : undefined
}

/** Counts a request that belongs to no account. */
export const limitAddressBy =
  (requestLimit: RateLimit) =>
  ({ ip, now }: FastifyRequest): Refusal | undefined =>
    limitOf(requestLimit, `address ${callerOf(ip)}`, now)

/**
 * The checks that run before the body of a request is read. Source: interface, "Authentication".
 */
export function createGuards(parts: AccessParts) {
  const { storage, checkLimit, requestLimit, failures, challenges, plantToken } = parts

  const limitAddress = limitAddressBy(requestLimit)

  const ownerOf = async ({ params }: FastifyRequest): Promise<string | undefined> => {
    const { project_id } = params as Params
    return project_id === undefined ? undefined : storage.findOwner(project_id)
  }

  /**
   * SECURITY: runs before the API key is checked, or the answer would show which API key is right.
   */
  const challengeIfSuspected: Guard = async (request) => {
    const owner = await ownerOf(request)
    if (owner === undefined || !(await failures.isSuspected(owner, request.now))) return undefined
    const solved = request.headers[CHALLENGE_HEADER]
    if (typeof solved === 'string' && (await challenges.accept(owner, solved, request.now))) return undefined
    return refuse('challenged', { challenge: challenges.issue(owner, request.now) })
  }

  const checkApiKey = async (
    request: FastifyRequest,
    { missing, wrong }: ApiKeyCredentials,
  ): Promise<Refusal | undefined> => {
    const { headers, params, ip, now } = request
    const { authorization = '' } = headers
    if (authorization === '') {
      return limitAddress(request) ?? { ...refuse('api-key-missing'), status: missing }
    }
    const hash = hashApiKey(authorization)
    /** Counts the failure for the address, and for the account, which may be under attack. */
    const fail = async (refusal: Refusal, accountId?: string): Promise<Refusal> => {
      const limited = limitAddress(request)
      if (limited !== undefined) return limited
      const attacked = accountId ?? (await ownerOf(request))
      if (attacked !== undefined) await failures.add(attacked, now)
      return refusal
    }
    const account = await storage.findAccountByApiKey(hash)
    // SECURITY: the account is found by a hash, which nobody can choose, and compared again in
    // constant time.
    if (account === undefined || !timingSafeEqual(account.apiKeyHash, hash)) {
      return fail({ ...refuse('api-key-wrong'), status: wrong })
    }
    const access = decideApiAccess(account, isOnAllowList(ip, account.allowList), now)
    if (access !== 'granted') return fail(refuse(access), account.id)
    const limited = limitOf(requestLimit, `account ${account.id}`, now)
    if (limited !== undefined) return limited
    const { api_key } = params as Params
    if (api_key !== undefined && !timingSafeEqual(hashApiKey(api_key), hash)) {
      return { ...refuse('api-key-mismatch'), status: wrong }
    }
    request.account = account
    return undefined
  }

  const checkPlantToken = ({ headers }: FastifyRequest): Refusal | undefined => {
    const given = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
    const isRight =
      plantToken !== undefined &&
      given !== undefined &&
      timingSafeEqual(hashApiKey(given), hashApiKey(plantToken))
    return isRight ? undefined : refuse('bearer-token-wrong')
  }

  const guardOf: GuardOf = (endpoint) => async (request) => {
    const challenged = endpoint.challenged === true ? await challengeIfSuspected(request) : undefined
    if (challenged !== undefined) return challenged
    switch (endpoint.credentials.kind) {
      case 'api-key':
        return checkApiKey(request, endpoint.credentials)
      case 'plant-token':
        return limitAddress(request) ?? checkPlantToken(request)
      case 'none':
        return limitAddress(request)
      case 'in-body':
        return limitOf(checkLimit, callerOf(request.ip), request.now)
      case 'session':
      case 'customer':
        return SIGN_IN_NEEDED
      case 'shared-secrets':
        return undefined
    }
  }
  return { guardOf, limitAddress }
}

export type LimitAddress = ReturnType<typeof limitAddressBy>
