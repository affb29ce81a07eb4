import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ConsoleSession, Person, SignedInPerson } from '../core/accounts/people.ts'
import { shortAddress } from '../core/event-log/addresses.ts'
import type { Origin } from '../core/event-log/events.ts'
import { createId, createToken, hashToken } from '../core/security/credentials.ts'
import { hasTotp, isSessionOver, newLink, USED_EVERY_SECONDS } from './people.ts'
import type { PeopleStorage } from './storage.ts'

export const CONSOLE_KEY_BYTES = 32
const LONGEST_USER_AGENT = 200

/** If another node has ended a session, this node accepts it for at most this time. */
const CACHED_SECONDS = 2
/** This is more than the people who use one console at the same time. */
const MOST_CACHED = 1_000

export type SessionStorage = Pick<
  PeopleStorage,
  'signInByLink' | 'beginSession' | 'findSession' | 'useSession' | 'endSessions'
>

/**
 * The sessions of the console. A request needs the token, which is in a cookie, and its proof,
 * which the page sends in a header. SECURITY: browsers send cookies to every port of a machine, so
 * a program of another user on this machine could collect the cookie; the proof is stored for the
 * origin of the page.
 * @param key secret; services that share it accept each other's sessions
 */
export function createConsoleSessions(key: Uint8Array, storage: SessionStorage) {
  const cached = new Map<string, { readonly found: SignedInPerson; readonly readAt: number }>()
  const proofOf = (token: string): Buffer => createHmac('sha256', key).update(`proof ${token}`).digest()

  const isProven = (token: string, proof: string): boolean => {
    const given = Buffer.from(proof, 'base64url')
    const right = proofOf(token)
    return given.length === right.length && timingSafeEqual(given, right)
  }

  const read = async (token: string, now: number): Promise<SignedInPerson | undefined> => {
    const known = cached.get(token)
    if (known !== undefined && Math.abs(now - known.readAt) < CACHED_SECONDS) return known.found
    const found = await storage.findSession(hashToken(token))
    if (cached.size >= MOST_CACHED) cached.clear()
    if (found === undefined) cached.delete(token)
    else cached.set(token, { found, readAt: now })
    return found
  }

  /**
   * A new session has a new token at each sign-in, so that nobody can choose the token of another
   * person.
   */
  const newSession = (
    { now, address, userAgent }: SignInContext,
    byLink: boolean,
  ): { readonly begun: BegunSession; readonly session: ConsoleSession } => {
    const token = createToken()
    const session = {
      id: createId(randomBytes),
      tokenHash: hashToken(token),
      createdAt: now,
      usedAt: now,
      byLink,
      address: shortAddress(address),
      userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    }
    return { begun: { token, proof: proofOf(token).toString('base64url') }, session }
  }

  return {
    /**
     * Uses a one-time link.
     * @returns undefined when it is not valid any more
     */
    async beginByLink(linkToken: string, context: SignInContext): Promise<BegunSession | undefined> {
      const { begun, session } = newSession(context, true)
      const outcome = await storage.signInByLink(hashToken(linkToken), session, context.now)
      return outcome === 'begun' ? begun : undefined
    },

    /**
     * Begins a session.
     * @param person whose password and code were right
     * @returns undefined when these have changed since, or the person was removed
     */
    async begin(person: Person, context: SignInContext): Promise<BegunSession | undefined> {
      const { begun, session } = newSession(context, false)
      const isStill = (known: Person): boolean =>
        known.passwordHash === person.passwordHash && hasTotp(known) === hasTotp(person)
      const outcome = await storage.beginSession(person.id, session, isStill)
      return outcome === 'begun' ? begun : undefined
    },

    /** Finds the owner of a session that has not ended. */
    async find(token: string, proof: string, now: number): Promise<SignedInPerson | undefined> {
      if (!isProven(token, proof)) return undefined
      const found = await read(token, now)
      if (found === undefined || isSessionOver(found.session, now)) return undefined
      if (now - found.session.usedAt >= USED_EVERY_SECONDS) {
        cached.delete(token)
        await storage.useSession(found.session.id, now)
      }
      return found
    },

    /** Ends the session of a browser that signs in again. */
    async replace(token: string): Promise<void> {
      const found = await storage.findSession(hashToken(token))
      if (found !== undefined) await storage.endSessions(found.person.id, { only: found.session.id })
      cached.delete(token)
    },

    /** Called after a change of people or sessions: the next request reads them again. */
    forget(): void {
      cached.clear()
    },
  }
}

export interface BegunSession {
  readonly token: string
  readonly proof: string
}

export interface SignInContext {
  readonly now: number
  readonly address: string
  readonly userAgent: string
}

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

/**
 * Makes a one-time link for a person, which replaces an earlier one. SECURITY: the token is in the
 * fragment, which is not sent to any server, so no preview of the link uses it and no log contains
 * it.
 */
export async function issueSignInLink(
  storage: Pick<PeopleStorage, 'addSignInLink'>,
  { id }: Person,
  consoleUrl: string,
  now: number,
  by?: Origin,
): Promise<{ readonly link: string; readonly until: number }> {
  const token = createToken()
  const link = newLink(hashToken(token), now)
  await storage.addSignInLink(id, link, by)
  return { link: `${consoleUrl}/#/link/${token}`, until: link.until }
}
