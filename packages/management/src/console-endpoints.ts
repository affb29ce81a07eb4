import { PEOPLE_ENDPOINTS } from './console.ts'
import { SECRET_ENDPOINTS } from './console-secrets.ts'
import { SERVICE_ENDPOINTS } from './console-service.ts'
import { withIds } from './endpoint.ts'

/** The endpoints of the console by ID. */
export const CONSOLE_ENDPOINTS = withIds({ ...PEOPLE_ENDPOINTS, ...SECRET_ENDPOINTS, ...SERVICE_ENDPOINTS })

/** The ID of an endpoint of the console. */
export type ConsoleEndpointId = keyof typeof CONSOLE_ENDPOINTS
