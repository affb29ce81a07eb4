import type { CONSOLE_ENDPOINTS, ConsoleEndpointId, ENDPOINTS } from '@latchkey/management'

/** The endpoints that the page may use. Their methods and paths are in `virtual:endpoints`. */
export type Endpoints = typeof ENDPOINTS & typeof CONSOLE_ENDPOINTS

/** The ID of an endpoint, such as `getUsers`: one that a session opens, or that begins one. */
export type EndpointId =
  | ConsoleEndpointId
  | {
      [Id in keyof typeof ENDPOINTS]: (typeof ENDPOINTS)[Id] extends { leastRole: string } ? Id : never
    }[keyof typeof ENDPOINTS]
