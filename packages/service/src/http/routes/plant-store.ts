import { ENDPOINTS } from '@latchkey/management'
import type { RegisterEndpoint } from '../endpoint.ts'

/**
 * Source: interface, "Sample plant-store endpoint". A sample to test a client with: nothing is
 * stored.
 */
export function registerPlantStore(register: RegisterEndpoint): void {
  register(ENDPOINTS.createPlant, async ({ body: { name, tag } }) => ({
    name,
    ...(tag !== undefined && { tag }),
  }))
}
