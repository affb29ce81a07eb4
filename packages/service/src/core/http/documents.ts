import { createHash } from 'node:crypto'
import { ENDPOINTS, toOpenApi } from '@latchkey/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_VERSION } from '../operations/status.ts'
import type { LimitAddress } from '../security/access.ts'
import type { HttpParts } from './parts.ts'
import { REFERENCE_STYLE, renderReference } from './reference-page.ts'
import { refuseBy } from './refusals.ts'

const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64')

// SECURITY: the page has no scripts, images or forms, so only its style is allowed.
const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface StoredDocument {
  readonly body: Buffer
  readonly etag: string
}

/** The interface for programs and for people, both made from the endpoint table. */
export function registerDocuments(
  app: FastifyInstance,
  { publicUrl }: HttpParts,
  limitAddress: LimitAddress,
): void {
  const version = API_VERSION
  const baseUrl = () => publicUrl().replace(/\/$/, '')
  const openApi = createOnce(() => JSON.stringify(toOpenApi(ENDPOINTS, { baseUrl: baseUrl(), version })))
  const reference = createOnce(() => renderReference(Object.values(ENDPOINTS), baseUrl(), version))

  app.get('/openapi.json', { onRequest: refuseBy(limitAddress) }, (request, reply) => {
    void reply.type('application/json; charset=utf-8').header('x-content-type-options', 'nosniff')
    return sendDocument(request, reply, openApi())
  })
  app.get('/reference', { onRequest: refuseBy(limitAddress) }, (request, reply) => {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', REFERENCE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
    return sendDocument(request, reply, reference())
  })
}

/** Makes a document once, because it takes milliseconds of the thread that answers key checks. */
function createOnce(make: () => string): () => StoredDocument {
  let made: StoredDocument | undefined
  return () => {
    if (made === undefined) {
      const body = Buffer.from(make())
      made = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
    }
    return made
  }
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, { body, etag }: StoredDocument) {
  // Caches may store the document, and ask with its ETag whether it is still current.
  void reply.header('etag', etag).header('cache-control', 'no-cache')
  return isCurrent(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}

/**
 * The comparison is weak, because a proxy may have compressed the document (RFC 9110, section
 * 13.1.2).
 */
const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag) ?? false
