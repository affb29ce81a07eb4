import { ENDPOINTS, routePath } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../core/http/parts.ts'

/**
 * The sync has no limit: every client starts with it, and a refusal would cost as much as the
 * answer. Source: interface, "External key check, step 1: sync".
 */
export function registerSync(app: FastifyInstance, { settings: { region }, nodes }: HttpParts): void {
  const endpoint = ENDPOINTS.sync
  app.get(
    routePath(endpoint),
    { config: { endpoint }, schema: { response: { 200: endpoint.success } } },
    ({ now }) => ({ st: now, cf: region, nodes: nodes() }),
  )
}
