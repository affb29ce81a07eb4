import { ENDPOINTS } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import type { Guard } from '../../security/access.ts'
import { registerEndpoint } from '../endpoint.ts'

/**
 * Source: interface, "Sample plant-store endpoint". A sample to test a client with: nothing is
 * stored.
 */
export function registerPlantStore(app: FastifyInstance, guard: Guard): void {
  registerEndpoint(app, ENDPOINTS.createPlant, guard, async ({ body: { name, tag } }) => ({
    name,
    ...(tag !== undefined && { tag }),
  }))
}
