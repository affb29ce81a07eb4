import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { cacheDir } from '../../set-up/places.js'

/** The published entry, which ../quick-start.ts builds. */
const LICENSING = join(cacheDir, 'licensing', 'licensing.cjs')
const inMain = (name: string): string => join(import.meta.dirname, 'src', 'main', `${name}.ts`)

// The settings of the quick-start, with code that is minified like the measured app.
export default defineConfig({
  main: {
    resolve: { alias: { '@latchkey/electron': LICENSING } },
    build: {
      rollupOptions: {
        input: { index: inMain('index'), licensed: inMain('licensed') },
        // By electron-vite's default, dependencies stay in node_modules.
        external: [LICENSING],
      },
    },
  },
  preload: {},
  renderer: { plugins: [react()], build: { minify: true } },
})
