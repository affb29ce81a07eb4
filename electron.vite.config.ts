import { resolve } from 'node:path'
import { SETTING_NAMES } from '@latchkey/electron/build'
import { latchkeyPages } from '@latchkey/electron/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'electron-vite'

const inRoot = (path: string): string => resolve(import.meta.dirname, path)

// Everything is bundled, so that a package carries no node_modules. CommonJS: V8 bytecode and a sandboxed preload need it.
const bundle = (entry: string) =>
  ({
    externalizeDeps: false,
    // Also the oldest Electron that the app is developed on.
    target: 'node20',
    minify: true,
    rollupOptions: {
      input: { index: inRoot(entry) },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  }) as const

export default defineConfig(({ mode }) => {
  // From `.env` and from the environment, which wins.
  const environment = loadEnv(mode, import.meta.dirname, 'LATCHKEY_')
  const bakedSettings = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
  return {
    main: {
      // `npm run package` compiles the main process to bytecode; SECURITY.md says what that stops and what not.
      build: { ...bundle('src/main/index.ts'), bytecode: process.env['RELEASE_BUILD'] === '1' },
      // SECURITY: into the main process alone.
      define: { BAKED_SETTINGS: JSON.stringify(bakedSettings) },
    },
    preload: { build: bundle('src/preload/index.ts') },
    renderer: {
      root: 'src/renderer',
      plugins: [react(), latchkeyPages()],
      build: {
        target: 'chrome130',
        minify: true,
        isolatedEntries: true,
        // SECURITY: a polyfill or an inlined asset would need a wider Content-Security-Policy.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rollupOptions: {
          input: {
            gate: inRoot('src/renderer/gate/index.html'),
            product: inRoot('src/renderer/product/index.html'),
          },
        },
      },
    },
  }
})
