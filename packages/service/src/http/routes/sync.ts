import { SYNC_PATH, SyncRecord } from '@latchkey/protocol'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'

export interface SyncParts {
  readonly clock: Clock
  readonly region: string
  /** Base URLs of the nodes to check keys with, each ending in a slash. */
  readonly nodes: () => readonly string[]
}

/**
 * Not limited: every client starts with it, and a refusal would cost the service as much as the
 * answer.
 * Source: interface, "External key check, step 1: sync".
 */
export function registerSync(app: FastifyInstance, { clock, region, nodes }: SyncParts): void {
  app.get(
    `/${SYNC_PATH}`,
    { config: { audience: 'app-user' }, schema: { response: { 200: SyncRecord } } },
    () => ({ st: clock(), cf: region, nodes: nodes() }),
  )
}
