import { ENDPOINTS } from '@latchkey/management'
import type { RegisterEndpoint } from '../http/endpoint.ts'
import type { HttpParts } from '../http/parts.ts'
import type { DatabaseHealth } from './readiness.ts'

/** The version of the API, not of the program. The path prefix is `/v3`. */
export const API_VERSION = '3.0.0'

const MESSAGES: Readonly<Record<DatabaseHealth, { readonly message: string; readonly warning: string }>> = {
  well: { message: 'The service is well.', warning: '' },
  'read-only': {
    message: 'The service is degraded: it cannot write to its database.',
    warning: 'Key checks and changes are refused for now. Try again later.',
  },
  replaced: {
    message: 'The service has lost the file of its database.',
    warning: 'Requests that need the database are refused until an operator restores it.',
  },
  unreachable: {
    message: 'The service cannot reach its database.',
    warning: 'Requests that need the database are refused for now. Try again later.',
  },
}

/** Source: interface, "Status". */
export function registerStatus(register: RegisterEndpoint, { readiness }: HttpParts): void {
  register(ENDPOINTS.getStatus, async () => {
    const health = await readiness.health()
    const { message, warning } = MESSAGES[health]
    return {
      version: API_VERSION,
      active: health === 'well',
      message,
      warning: health !== 'well',
      warning_message: warning,
    }
  })
}
