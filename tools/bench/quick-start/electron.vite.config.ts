import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { cacheDir } from '../../set-up/places.js'

const inMain = (name: string): string => join(import.meta.dirname, 'src', 'main', `${name}.ts`)

// As in the quick-start, but minified like the measured app.
export default defineConfig({
  main: {
    // The published entry, which ../licensing.ts builds.
    resolve: { alias: { '@latchkey/electron': join(cacheDir, 'licensing', 'licensing.mjs') } },
    build: { rollupOptions: { input: { index: inMain('index'), licensed: inMain('licensed') } } },
  },
  preload: {},
  renderer: { plugins: [react()], build: { minify: true } },
})
