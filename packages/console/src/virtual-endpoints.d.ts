declare module 'virtual:endpoints' {
  import type { Method, Role } from '@latchkey/management'

  /** The endpoints by ID. vite.config.ts makes this module. */
  export const endpointPaths: Readonly<
    Record<string, { readonly method: Method; readonly path: string; readonly leastRole?: Role }>
  >
}
