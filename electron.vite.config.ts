import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'electron-vite'
import { SETTING_NAMES } from './src/main/settings.ts'

/** Runs on the pinned Electron and on the older one that development falls back to. */
const NODE_TARGET = 'node20'
const CHROME_TARGET = 'chrome130'

// Everything is bundled, so the package carries no node_modules. CommonJS: V8 bytecode needs it in the main
// process, and a sandboxed preload knows nothing else.
const bundle = (entry: string) =>
  ({
    externalizeDeps: false,
    target: NODE_TARGET,
    minify: true,
    rollupOptions: {
      input: { index: resolve(import.meta.dirname, entry) },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  }) as const

export default defineConfig(({ mode }) => {
  // From `.env` and the environment, which wins: what the release build of a continuous integration has at hand.
  const environment = loadEnv(mode, import.meta.dirname, 'LATCHKEY_')
  const bakedSettings = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
  return {
    main: {
      build: bundle('src/main/index.ts'),
      // SECURITY: into the main process alone.
      define: { BAKED_SETTINGS: JSON.stringify(bakedSettings) },
    },
    preload: { build: bundle('src/preload/index.ts') },
    renderer: {
      root: 'src/renderer',
      plugins: [react()],
      build: {
        target: CHROME_TARGET,
        minify: true,
        // The main process reads from it which files the gate needs; every other is behind the gate.
        manifest: true,
        // SECURITY: a polyfill or an inlined asset would need a wider Content-Security-Policy.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rollupOptions: {
          input: {
            gate: resolve(import.meta.dirname, 'src/renderer/gate/index.html'),
            product: resolve(import.meta.dirname, 'src/renderer/product/index.html'),
          },
        },
      },
    },
  }
})
