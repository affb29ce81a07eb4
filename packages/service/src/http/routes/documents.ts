import { createHash } from 'node:crypto'
import { ENDPOINTS, toOpenApi } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LimitAddress } from '../../security/access.ts'
import { REFERENCE_STYLE, renderReference } from '../reference-page.ts'
import { refuseBy } from '../refusals.ts'
import { API_VERSION } from './status.ts'

export interface DocumentParts {
  /** Where clients reach the service, ending in a slash. */
  readonly publicUrl: () => string
}

const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64')

// SECURITY: the page has no scripts, images or forms, so only its style is allowed.
const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface Settings {
  readonly baseUrl: string
  readonly version: string
}

interface StoredDocument {
  readonly body: Buffer
  readonly etag: string
}

/** The interface for programs and for people, both made from the endpoint table. */
export function registerDocuments(
  app: FastifyInstance,
  { publicUrl }: DocumentParts,
  limitAddress: LimitAddress,
): void {
  const settings = () => ({ baseUrl: publicUrl().replace(/\/$/, ''), version: API_VERSION })
  const openApi = createOnce((its) => JSON.stringify(toOpenApi(ENDPOINTS, its)))
  const reference = createOnce((its) => renderReference(Object.values(ENDPOINTS), its))

  app.get('/openapi.json', { onRequest: refuseBy(limitAddress) }, (request, reply) => {
    void reply.type('application/json; charset=utf-8').header('x-content-type-options', 'nosniff')
    return sendDocument(request, reply, openApi(settings()))
  })
  app.get('/reference', { onRequest: refuseBy(limitAddress) }, (request, reply) => {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', REFERENCE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
    return sendDocument(request, reply, reference(settings()))
  })
}

/** Makes a document once, because it takes milliseconds of the thread that answers key checks. */
function createOnce(make: (settings: Settings) => string): (settings: Settings) => StoredDocument {
  let made: { readonly baseUrl: string; readonly document: StoredDocument } | undefined
  return (settings) => {
    // The public address is known only when the service listens.
    if (made?.baseUrl !== settings.baseUrl) {
      const body = Buffer.from(make(settings))
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      made = { baseUrl: settings.baseUrl, document: { body, etag } }
    }
    return made.document
  }
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, { body, etag }: StoredDocument) {
  // Caches may store the document, and ask with its ETag whether it is still current.
  void reply.header('etag', etag).header('cache-control', 'no-cache')
  return isCurrent(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}

/**
 * Source: RFC 9110, section 13.1.2. The comparison is weak, because a proxy may have compressed it.
 */
const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag) ?? false
