import { MY_ENDPOINTS } from '@latchkey/management'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, endpointPaths } from '../page-plugins.ts'

/** Paths are relative to the page, so that a public address may have a path of its own. */
const paths = Object.values(MY_ENDPOINTS).map(({ id, method, path }) => [
  id,
  { method, path: path.replace('/my/{project_id}/', './') },
])

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), endpointPaths(Object.fromEntries(paths)), compressed()],
  build: {
    target: ['chrome130', 'firefox132', 'safari18'],
    // SECURITY: the page's policy allows no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
