import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// As in the quick-start, but minified like the measured app.
export default defineConfig({
  main: {},
  preload: {},
  renderer: { plugins: [react()], build: { minify: true } },
})
