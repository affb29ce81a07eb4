import { ENDPOINTS } from '@latchkey/management'
import type { RegisterEndpoint } from '../core/http/endpoint.ts'
import { issueLicense, type OfflineParts } from './issue-license.ts'

/**
 * Registers license files for computers without a network, which are an addition to the interface.
 */
export function registerOffline(register: RegisterEndpoint, parts: OfflineParts): void {
  register(ENDPOINTS.issueLicense, ({ body, now, by, project }) =>
    issueLicense(parts, { project, now, by }, body),
  )
}
