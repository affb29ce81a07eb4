import { CONSOLE_ENDPOINTS, ENDPOINTS, type Endpoint } from '@latchkey/management'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, endpointPaths } from '../page-plugins.ts'

const all: readonly Endpoint[] = Object.values({ ...ENDPOINTS, ...CONSOLE_ENDPOINTS })
const paths = all
  .filter(({ id, leastRole }) => leastRole !== undefined || id in CONSOLE_ENDPOINTS)
  .map(({ id, method, path, leastRole }) => [id, { method, path, leastRole }])

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointPaths(Object.fromEntries(paths)), compressed()],
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
