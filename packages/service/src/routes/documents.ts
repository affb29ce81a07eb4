import { createHash } from 'node:crypto'
import { ENDPOINTS, toOpenApi } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import { REFERENCE_STYLE, renderReference } from './reference-page.ts'
import { API_VERSION } from './status.ts'

export interface DocumentParts {
  /** Where clients reach the service, ending in a slash. */
  readonly publicUrl: () => string
}

const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64')

// SECURITY: the page has no script, no picture and no form, so nothing but its own style is let in.
const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** What the interface is, for programs and for people, both made from the endpoint table. */
export function registerDocuments(app: FastifyInstance, { publicUrl }: DocumentParts): void {
  const settings = () => ({ baseUrl: publicUrl().replace(/\/$/, ''), version: API_VERSION })

  app.get('/openapi.json', async (_request, reply) =>
    reply.header('x-content-type-options', 'nosniff').send(toOpenApi(ENDPOINTS, settings())),
  )
  app.get('/reference', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', REFERENCE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(renderReference(Object.values(ENDPOINTS), settings())),
  )
}
