import { ENDPOINTS } from '@latchkey/management'
import type { RegisterEndpoint } from '../core/http/endpoint.ts'

/**
 * Registers the plant store, which tests a client: nothing is stored. Source: interface, "Sample
 * plant-store endpoint".
 */
export function registerPlantStore(register: RegisterEndpoint): void {
  register(ENDPOINTS.createPlant, async ({ body: { name, tag } }) => ({
    name,
    ...(tag !== undefined && { tag }),
  }))
}
