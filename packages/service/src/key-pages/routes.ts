import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Api } from '../core/http/module.ts'
import { isFromOwnPage, readPageCookie, setPageCookie } from '../core/http/own-page.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { refuse, refuseBy, sendRefusal } from '../core/http/refusals.ts'
import { type Refusal, refusals } from '../core/refusal.ts'
import { limitAddressBy } from '../core/security/access.ts'
import { createToken } from '../core/security/credentials.ts'
import type { RateLimit } from '../core/security/rate-limit.ts'
import { languageOf } from '../mail/language.ts'
import type { MailStorage } from '../mail/settings.ts'
import { returnHashOf } from '../orders/delivery-queries.ts'
import type { OrderStorage } from '../orders/storage.ts'
import { adapterOf } from '../shops/adapters.ts'
import { type PageKind, sendPage } from './page.ts'
import type { ReturnAnswer } from './page-script.ts'

export interface KeyPageParts extends HttpParts<OrderStorage & MailStorage> {
  /** The limit for an address of requests with the ID of a purchase. */
  readonly returnLimit: RateLimit
}

const ReturnBody = Type.Object(
  {
    /** The ID that the shop has added to the address. */
    order: Type.String({ minLength: 1, maxLength: 500 }),
    again: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const refuseReturn = refusals({
  'foreign-origin': [403, 'This request comes from a page of another site.'],
})

/** Registers the page after a purchase, and the page that opens the app from a mail. */
export function registerKeyPages({ app }: Api, parts: KeyPageParts): void {
  const { storage, publicUrl, requestLimit, returnLimit } = parts
  const page = { onRequest: refuseBy(limitAddressBy(requestLimit)) }

  const send = async (request: FastifyRequest, reply: FastifyReply, projectId: string, kind: PageKind) => {
    const found = await storage.findMailSettings(projectId)
    if (found === undefined) return sendRefusal(request, reply, refuse('no-such-address'))
    const language = languageOf(request.headers['accept-language'], found.settings.language)
    return sendPage(reply, { kind, language, ...found })
  }

  app.get<{ Params: { project_id: string } }>('/open/:project_id', page, (request, reply) =>
    send(request, reply, request.params.project_id, 'open'),
  )

  const checkOrigin = (request: FastifyRequest): Refusal | undefined =>
    isFromOwnPage(request, publicUrl()) ? undefined : refuseReturn('foreign-origin')

  const browserOf = (request: FastifyRequest): string | undefined =>
    readPageCookie(request, COOKIE.name, publicUrl())
  const addBrowser = (reply: FastifyReply): string => {
    const token = createToken()
    setPageCookie(reply, COOKIE, token, publicUrl())
    return token
  }

  for (const path of ['/thanks/:shop_id/', '/thanks/:shop_id']) {
    app.get<{ Params: { shop_id: string } }>(path, page, async (request, reply) => {
      const shop = await storage.findShop(request.params.shop_id)
      if (shop === undefined) return sendRefusal(request, reply, refuse('no-such-address'))
      const hasId = adapterOf(shop.shop.kind).returnPlaceholder !== undefined
      // A browser that comes from another site sends no cookie of `SameSite=Strict`.
      const mayHaveOne = request.headers['sec-fetch-site'] === 'cross-site'
      if (hasId && !mayHaveOne && browserOf(request) === undefined) addBrowser(reply)
      return send(request, reply, shop.projectId, hasId ? 'return' : 'in-mail')
    })

    app.post<{ Params: { shop_id: string }; Body: Static<typeof ReturnBody> }>(
      path,
      { onRequest: refuseBy(checkOrigin, limitAddressBy(returnLimit)), schema: { body: ReturnBody } },
      async (request, reply): Promise<ReturnAnswer | FastifyReply> => {
        const { params, body, now } = request
        const shop = await storage.findShop(params.shop_id)
        if (shop === undefined) return sendRefusal(request, reply, refuse('no-such-address'))
        const hash = returnHashOf(body.order)
        if (body.again) {
          await storage.sendOrderAgain(shop.row, hash, now)
          return { state: 'in-mail' }
        }
        const browser = browserOf(request) ?? addBrowser(reply)
        const browserHash = createHash('sha256').update(browser).digest('hex')
        const found = await storage.claimReturn(shop.row, hash, browserHash, now)
        return found.kind === 'keys' ? { state: 'keys', keys: found.keys } : { state: found.kind }
      },
    )
  }
}

/** Distinguishes browsers. The first that sends the ID of a purchase gets its keys. */
const COOKIE = { name: 'latchkey-purchase', path: 'thanks/' }
