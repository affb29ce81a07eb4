import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { CONSOLE_ENDPOINTS, ENDPOINTS, type Endpoint } from '@latchkey/management'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * `virtual:endpoints`: method, path and least role of each endpoint of the page. The tables themselves have
 * schemas, and would bring TypeBox and `node:crypto` into the page, which needs only their types.
 */
function endpointPaths(): Plugin {
  const id = 'virtual:endpoints'
  const all: readonly Endpoint[] = Object.values({ ...ENDPOINTS, ...CONSOLE_ENDPOINTS })
  const paths = all
    .filter(({ id, leastRole }) => leastRole !== undefined || id in CONSOLE_ENDPOINTS)
    .map(({ id, method, path, leastRole }) => [id, { method, path, leastRole }])
  return {
    name: 'endpoint-paths',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}`
        ? `export const endpointPaths = ${JSON.stringify(Object.fromEntries(paths))}`
        : undefined,
  }
}

/** Writes a compressed copy beside each file: the service does not compress while it answers. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    // This hook runs late enough: Vite completes the code after it was generated.
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)))
        }),
      )
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointPaths(), compressed()],
  build: {
    target: ['chrome130', 'firefox132', 'safari18'],
    // SECURITY: the page's policy allows no inline script and no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Libraries that most pages share are one file: compressed as several files, they are 6 kB
        // larger. Our own small files are 1 kB larger.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 4 },
            { name: 'shared', test: /console.src/, minShareCount: 12 },
          ],
        },
      },
    },
  },
})
