import { CONSOLE_ENDPOINTS, ENDPOINTS, LEAST_ROLES } from '@latchkey/management'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * `virtual:endpoints`: method, path and least role of each endpoint. The tables themselves have schemas, and would
 * bring TypeBox and `node:crypto` into the page, which needs only their types.
 */
function endpointPaths(): Plugin {
  const id = 'virtual:endpoints'
  const leastRoles: Readonly<Record<string, string>> = LEAST_ROLES
  const paths = Object.values({ ...ENDPOINTS, ...CONSOLE_ENDPOINTS }).map(({ id, method, path }) => [
    id,
    { method, path, leastRole: leastRoles[id] },
  ])
  return {
    name: 'endpoint-paths',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}`
        ? `export const endpointPaths = ${JSON.stringify(Object.fromEntries(paths))}`
        : undefined,
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointPaths()],
  build: {
    target: ['chrome130', 'firefox132', 'safari18'],
    // SECURITY: the page's policy allows no inline script and no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
