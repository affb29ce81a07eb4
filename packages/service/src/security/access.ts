import { timingSafeEqual } from 'node:crypto'
import { CHALLENGE_HEADER, type Endpoint } from '@latchkey/management'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Account, type ApiAccess, decideApiAccess } from '../domain/accounts.ts'
import { HttpError } from '../http/http-error.ts'
import type { Storage } from '../storage/storage.ts'
import { isOnAllowList } from './allow-list.ts'
import { callerOf } from './caller.ts'
import type { Challenges } from './challenges.ts'
import { hashApiKey } from './credentials.ts'
import type { FailedAuthentications } from './failed-authentications.ts'
import type { RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The second at which the request came: everything about it is decided at that second. */
    now: number
    /** Whose API key it carries; undefined where none is asked for. */
    account: Account | undefined
  }
}

export interface AccessParts {
  readonly storage: Pick<Storage, 'findAccountByApiKey' | 'findOwner'>
  readonly clock: Clock
  /** By account; and by address, for requests that no account answers for. */
  readonly requestLimit: RateLimit
  readonly failures: FailedAuthentications
  readonly challenges: Challenges
  /** Undefined: the plant store is closed. */
  readonly plantToken: string | undefined
}

export type Guard = (request: FastifyRequest) => Promise<void>

/** Counts a request that no account is accountable for. @throws HttpError 429 */
export type LimitAddress = (request: FastifyRequest) => Promise<void>

type ApiKeyCredentials = Extract<Endpoint['credentials'], { readonly kind: 'api-key' }>
type Params = Readonly<Record<string, string | undefined>>

const REFUSALS: Readonly<Record<Exclude<ApiAccess, 'granted'>, string>> = {
  disabled: 'This API key was switched off.',
  expired: 'This API key has expired.',
  'address-not-allowed': 'This API key may not be used from this address.',
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('now', 0)
  app.decorateRequest('account', undefined)
}

type LimitParts = Pick<AccessParts, 'requestLimit' | 'clock'>

export const createAddressLimit =
  ({ requestLimit, clock }: LimitParts): LimitAddress =>
  async ({ ip }) =>
    limit(requestLimit, `address ${callerOf(ip)}`, clock())

function limit(requestLimit: RateLimit, who: string, now: number): void {
  const waitSeconds = requestLimit.take(who, now)
  if (waitSeconds > 0) {
    throw new HttpError(429, `Too many requests. Try again in ${waitSeconds} seconds.`, waitSeconds)
  }
}

/** What must be in order before a request's body is even read. Source: interface, "Authentication". */
export function createGuards(parts: AccessParts, limitAddress: LimitAddress): (endpoint: Endpoint) => Guard {
  const { storage, clock, requestLimit, failures, challenges, plantToken } = parts

  /** SECURITY: before the API key is looked at, or the answer would tell a guesser which one is right. */
  const challengeIfSuspected = async (request: FastifyRequest): Promise<void> => {
    const owner = await ownerOf(request)
    if (owner === undefined || !(await failures.isSuspected(owner, request.now))) return
    const solved = request.headers[CHALLENGE_HEADER]
    if (typeof solved === 'string' && (await challenges.accept(owner, solved, request.now))) return
    throw new HttpError(
      403,
      'Too many requests for this account carried a wrong API key. Solve the challenge, and repeat the request with x-challenge-token.',
      undefined,
      challenges.issue(owner, request.now),
    )
  }

  const ownerOf = async ({ params }: FastifyRequest): Promise<string | undefined> => {
    const { project_id } = params as Params
    return project_id === undefined ? undefined : storage.findOwner(project_id)
  }

  const checkApiKey = async (
    request: FastifyRequest,
    { missing, wrong }: ApiKeyCredentials,
  ): Promise<void> => {
    const { authorization = '' } = request.headers
    if (authorization === '') {
      await limitAddress(request)
      throw new HttpError(missing, 'The API key is missing. Send it in the Authorization header.')
    }
    const hash = hashApiKey(authorization)
    const account = await storage.findAccountByApiKey(hash)
    // SECURITY: found by its hash, of which a caller cannot choose a part; compared once more in constant time.
    if (account === undefined || !timingSafeEqual(account.apiKeyHash, hash)) {
      await limitAddress(request)
      const owner = await ownerOf(request)
      if (owner !== undefined) await failures.add(owner, request.now)
      throw new HttpError(wrong, 'The API key is wrong.')
    }

    const access = decideApiAccess(account, isOnAllowList(request.ip, account.allowList), request.now)
    if (access !== 'granted') {
      await limitAddress(request)
      await failures.add(account.id, request.now)
      throw new HttpError(403, REFUSALS[access])
    }
    limit(requestLimit, `account ${account.id}`, request.now)
    const { api_key } = request.params as Params
    if (api_key !== undefined && !timingSafeEqual(hashApiKey(api_key), hash)) {
      throw new HttpError(wrong, 'The API key in the path is not the one in the Authorization header.')
    }
    request.account = account
  }

  const checkPlantToken = async (request: FastifyRequest): Promise<void> => {
    await limitAddress(request)
    const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (plantToken === undefined || given === undefined) throw unauthorized()
    if (!timingSafeEqual(hashApiKey(given), hashApiKey(plantToken))) throw unauthorized()
  }

  return (endpoint) => async (request) => {
    request.now = clock()
    if (endpoint.challenged === true) await challengeIfSuspected(request)
    if (endpoint.credentials.kind === 'api-key') await checkApiKey(request, endpoint.credentials)
    if (endpoint.credentials.kind === 'plant-token') await checkPlantToken(request)
    if (endpoint.credentials.kind === 'none') await limitAddress(request)
  }
}

const unauthorized = (): HttpError => new HttpError(401, 'The bearer token is missing or wrong.')
