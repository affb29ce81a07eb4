import type { CONSOLE_ENDPOINTS, ENDPOINTS } from '@latchkey/management'

/** The endpoints that the page may use. Their methods and paths are in `virtual:endpoints`. */
export type Endpoints = typeof ENDPOINTS & typeof CONSOLE_ENDPOINTS

/** The ID of an endpoint, such as `getUsers`. */
export type EndpointId = keyof Endpoints
