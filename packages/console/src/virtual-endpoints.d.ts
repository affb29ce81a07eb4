declare module 'virtual:endpoints' {
  import type { Method, Role } from '@latchkey/management'

  /** By the ID of the endpoint. Made by vite.config.ts. */
  export const endpointPaths: Readonly<
    Record<string, { readonly method: Method; readonly path: string; readonly leastRole?: Role }>
  >
}
