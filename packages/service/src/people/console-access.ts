import { CONSOLE_PROOF_HEADER, type Endpoint, mayActAs, SELF, type SetUpStep } from '@latchkey/management'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../core/refusal.ts'
import { type GuardOf, limitAddressBy, limitOf, SIGN_IN_NEEDED } from '../core/security/access.ts'
import type { RateLimit } from '../core/security/rate-limit.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { LONGEST_SESSION_SECONDS, setUpOf } from './people.ts'
import { refuse } from './refusals.ts'

interface ConsoleAccessParts {
  readonly sessions: ConsoleSessions
  readonly requestLimit: RateLimit
  /** What every person must set up. */
  readonly setUp: Readonly<Record<SetUpStep, boolean>>
  readonly cookie: SessionCookie
}

/** The guards of the endpoints that the console answers. */
export function createConsoleGuards({ sessions, requestLimit, setUp, cookie }: ConsoleAccessParts): GuardOf {
  const limitAddress = limitAddressBy(requestLimit)

  const checkSession = async (request: FastifyRequest, endpoint: Endpoint): Promise<Refusal | undefined> => {
    const { now, headers } = request
    const token = cookie.tokenOf(request)
    const proof = headers[CONSOLE_PROOF_HEADER]
    const found =
      token === undefined || typeof proof !== 'string' ? undefined : await sessions.find(token, proof, now)
    if (found === undefined) return limitAddress(request) ?? SIGN_IN_NEEDED
    const { person, account } = found
    const limited = limitOf(requestLimit, `person ${person.id}`, now)
    if (limited !== undefined) return limited
    const { leastRole, duringSetUp = false } = endpoint
    if (setUpOf(person, setUp).length > 0 && !duringSetUp) return refuse('set-up-needed')
    // SECURITY: an endpoint without a role stays closed.
    if (leastRole === undefined || !mayActAs(person.role, leastRole)) return refuse('role-too-low')
    const { api_key } = request.params as Readonly<Record<string, string | undefined>>
    if (api_key !== undefined && api_key !== SELF) return refuse('not-self')
    request.account = account
    request.signedIn = found
    return undefined
  }

  return (endpoint) => (request) =>
    endpoint.credentials.kind === 'none'
      ? Promise.resolve(limitAddress(request))
      : checkSession(request, endpoint)
}

/**
 * The cookie of a session.
 * @param isSecure whether browsers reach the console over https
 */
export function createSessionCookie(nameOf: () => string, isSecure: boolean) {
  // SECURITY: with this prefix, browsers accept the cookie only over https, and only from this
  // host.
  const fullName = (): string => (isSecure ? `__Host-${nameOf()}` : nameOf())
  const options = {
    // SECURITY: no script reads it, and no other site sends it.
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    path: '/',
  } as const
  return {
    tokenOf: ({ cookies }: FastifyRequest): string | undefined => cookies[fullName()],
    set(reply: FastifyReply, token: string): void {
      void reply.setCookie(fullName(), token, { ...options, maxAge: LONGEST_SESSION_SECONDS })
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(fullName(), options)
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
