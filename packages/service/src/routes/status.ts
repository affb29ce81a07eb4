import { setTimeout } from 'node:timers/promises'
import { ENDPOINTS } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import type { Storage } from '../storage/storage.ts'
import type { Guard } from './access.ts'
import { registerEndpoint } from './endpoint.ts'

/** Of the API, not of the program: the path prefix `/v3` in full. */
export const API_VERSION = '3.0.0'

/** A database that takes longer to say that it is well is not well. */
const PING_WITHIN_MS = 2_000

/** Source: interface, "Status". */
export function registerStatus(app: FastifyInstance, storage: Pick<Storage, 'ping'>, guard: Guard): void {
  registerEndpoint(app, ENDPOINTS.getStatus, guard, async () => {
    const active = await isWell(storage)
    return {
      version: API_VERSION,
      active,
      message: active ? 'The service is well.' : 'The service cannot reach its database.',
      warning: !active,
      warning_message: active ? '' : 'Requests that need the database are refused for now. Try again later.',
    }
  })
}

export const isWell = (storage: Pick<Storage, 'ping'>): Promise<boolean> =>
  Promise.race([
    storage.ping().then(
      () => true,
      () => false,
    ),
    setTimeout(PING_WITHIN_MS, false, { ref: false }),
  ])
