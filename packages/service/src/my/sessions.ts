import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInCustomer } from '../core/customer/customers.ts'
import { readPageCookie, setPageCookie } from '../core/http/own-page.ts'
import { createId, createToken, hashToken } from '../core/security/credentials.ts'
import type { CustomerSession, MyPage, MyStorage } from './storage.ts'

export const SIGN_IN_SECONDS = 15 * 60
/** For so long after a sign-in, acts that need a proof are possible. */
const PROOF_SECONDS = 15 * 60
const IDLE_SECONDS = 24 * 3_600
const LONGEST_SESSION_SECONDS = 7 * 24 * 3_600
/** If the last use of a session was this recent, a further use is not recorded. */
const USED_EVERY_SECONDS = 600

export const provenUntil = ({ provenAt }: Pick<SignedInCustomer, 'provenAt'>): number =>
  provenAt + PROOF_SECONDS

const isOver = ({ createdAt, usedAt }: CustomerSession, now: number): boolean =>
  now >= usedAt + IDLE_SECONDS || now >= createdAt + LONGEST_SESSION_SECONDS

/** Sessions that began before this second have ended. */
export const sessionsOverBefore = (now: number): number => now - LONGEST_SESSION_SECONDS

/** Each project has a cookie of its own, so that pages of other accounts do not get it. */
export const cookieOf = (projectId: string, name: string, maxAge: number) => ({
  name: `latchkey-${name}`,
  path: `my/${encodeURIComponent(projectId)}/`,
  maxAge,
})
const NAME = 'my'

interface SessionParts {
  readonly storage: MyStorage
  readonly publicUrl: () => string
}

/** The sessions of the customer's page. */
export function createCustomerSessions({ storage, publicUrl }: SessionParts) {
  const tokenIn = (request: FastifyRequest): string | undefined =>
    readPageCookie(request, `latchkey-${NAME}`, publicUrl())
  const setCookie = (reply: FastifyReply, token: string, maxAge: number): void => {
    const { project_id } = reply.request.params as { readonly project_id: string }
    setPageCookie(reply, cookieOf(project_id, NAME, maxAge), token, publicUrl())
  }
  const endIn = async (request: FastifyRequest): Promise<void> => {
    const token = tokenIn(request)
    if (token !== undefined) await storage.endCustomerSession(hashToken(token))
  }

  /**
   * SECURITY: each sign-in has a new token, so that nobody can choose the token of another person,
   * and ends the session that the browser had.
   */
  const beginBy = async (
    reply: FastifyReply,
    now: number,
    add: (session: CustomerSession) => Promise<boolean>,
  ): Promise<boolean> => {
    const token = createToken()
    const session = {
      id: createId(randomBytes),
      tokenHash: hashToken(token),
      createdAt: now,
      usedAt: now,
    }
    if (!(await add(session))) return false
    await endIn(reply.request)
    setCookie(reply, token, LONGEST_SESSION_SECONDS)
    return true
  }

  return {
    beginBy,
    /** Begins a session of a customer who has just spent the token of another mail. */
    begin: (
      reply: FastifyReply,
      { customerRow, now }: { readonly customerRow: number; readonly now: number },
    ): Promise<boolean> =>
      beginBy(reply, now, async (session) => {
        await storage.beginCustomerSession(customerRow, session)
        return true
      }),
    async find(request: FastifyRequest, { accountRow }: MyPage): Promise<SignedInCustomer | undefined> {
      const token = tokenIn(request)
      const found = token === undefined ? undefined : await storage.findCustomerSession(hashToken(token))
      // SECURITY: a session is valid only for pages of the account whose customer it has.
      if (found === undefined || found.accountRow !== accountRow) return undefined
      const { session, customer, row } = found
      const { now } = request
      if (isOver(session, now)) return undefined
      if (now - session.usedAt >= USED_EVERY_SECONDS) await storage.useCustomerSession(session.id, now)
      return { customer, row, sessionId: session.id, provenAt: session.createdAt }
    },
    async end(reply: FastifyReply): Promise<void> {
      await endIn(reply.request)
      setCookie(reply, '', 0)
    },
  }
}

export type CustomerSessions = ReturnType<typeof createCustomerSessions>
