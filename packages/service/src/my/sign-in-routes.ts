import { MY_ENDPOINTS as ENDPOINTS } from '@latchkey/management'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { readPageCookie, setPageCookie } from '../core/http/own-page.ts'
import { callerOf } from '../core/security/caller.ts'
import { createToken, hashToken } from '../core/security/credentials.ts'
import { createCode, hashCode } from './codes.ts'
import type { MyParts } from './parts.ts'
import { refuse } from './refusals.ts'
import { cookieOf, SIGN_IN_SECONDS } from './sessions.ts'

/** The mails that one sender can request in an hour, for all addresses. */
const MAILS_PER_SENDER = 60
const SENDER_SECONDS = 3_600
/** The wrong codes of one browser. Each is one of 20^8. */
const MOST_WRONG_CODES = 5
const BROWSER = 'my-browser'

/** Registers the sign-in by a mail. */
export function registerSignIn(register: RegisterEndpoint, parts: MyParts): void {
  const { storage, customerSessions, publicUrl } = parts

  const countOf = async (name: string, seconds: number, now: number): Promise<number> => {
    const [count = 0] = await storage.addCounts([{ name, more: 1, until: now + seconds - 1 }], now)
    return count
  }
  const browserOf = (request: FastifyRequest): string | undefined =>
    readPageCookie(request, cookieOf('', BROWSER, 0).name, publicUrl())
  const pageOf = async (projectId: string) => {
    const page = await storage.findMyPage(projectId)
    return page ?? refuse('no-such-page')
  }

  // SECURITY: the same work and the same writes for every address. Whether a customer has it is found
  // out after the answer, by `answerSignIn`, so that no text, status, size or time can show it.
  register(ENDPOINTS.requestSignIn, async ({ params, body, now }, reply) => {
    const page = await pageOf(params.project_id)
    if ('kind' in page) return page
    const sender = callerOf(reply.request.ip)
    const sent = await countOf(`customer sign-ins of ${sender}`, SENDER_SECONDS, now)
    // An earlier mail can still be used, so the browser keeps its token.
    const browser = browserOf(reply.request) ?? createToken()
    const code = createCode()
    const request = {
      ...body,
      email: body.email.trim(),
      code,
      codeHash: Buffer.from(hashCode(code, browser)).toString('base64'),
      isOverLimit: sent > MAILS_PER_SENDER,
    }
    await storage.addSignInRequest(page.projectRow, request, now)
    setPageCookie(reply, cookieOf(params.project_id, BROWSER, SIGN_IN_SECONDS), browser, publicUrl())
    return done('If the address has licenses, a mail with a link and a code is on its way.')
  })

  const signIn = async (
    reply: FastifyReply,
    projectRow: number,
    by: Parameters<typeof storage.spendSignIn>[1],
    now: number,
  ): Promise<boolean> =>
    customerSessions.beginBy(
      reply,
      now,
      async (session) => (await storage.spendSignIn(projectRow, by, session, now)) === 'begun',
    )

  register(ENDPOINTS.signInByMailLink, async ({ params, body, now }, reply) => {
    const page = await pageOf(params.project_id)
    if ('kind' in page) return page
    const isIn = await signIn(reply, page.projectRow, { token: hashToken(body.token) }, now)
    return isIn ? done('You are signed in.') : refuse('link-over')
  })

  register(ENDPOINTS.signInByMailCode, async ({ params, body, now }, reply) => {
    const page = await pageOf(params.project_id)
    if ('kind' in page) return page
    const browser = browserOf(reply.request)
    if (browser === undefined) return refuse('other-browser')
    // SECURITY: each try is counted before the code is compared, for requests at the same moment.
    const name = `customer codes of ${Buffer.from(hashToken(browser)).toString('base64')}`
    if ((await countOf(name, SIGN_IN_SECONDS, now)) > MOST_WRONG_CODES) return refuse('code-wrong')
    const isIn = await signIn(reply, page.projectRow, { code: hashCode(body.code, browser) }, now)
    return isIn ? done('You are signed in.') : refuse('code-wrong')
  })

  register(ENDPOINTS.signOutCustomer, async (_received, reply) => {
    await customerSessions.end(reply)
    return done('You are signed out.')
  })
}
