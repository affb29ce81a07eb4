import { resolve } from 'node:path'
import { SETTING_NAMES } from '@latchkey/electron/settings'
import { builtAt, latchkeyPages } from '@latchkey/electron-tools/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'electron-vite'

const inRoot = (path: string): string => resolve(import.meta.dirname, path)
const PAGES = {
  gate: inRoot('src/renderer/gate/index.html'),
  product: inRoot('src/renderer/product/index.html'),
}
const OUTPUT = { format: 'cjs', entryFileNames: '[name].cjs' } as const

/** Everything is bundled, so that a package carries no node_modules. */
const BUNDLE = { externalizeDeps: false, target: 'node20', minify: true } as const

/** Libraries are apart from the app's code and Latchkey's, which become bytecode: see SECURITY.md. */
const IS_LIBRARY = /node_modules[\\/](?!@latchkey[\\/])/
const LIBRARIES = { groups: [{ name: 'libraries', test: IS_LIBRARY, entriesAware: true }] }
const BYTECODE = { chunkAlias: ['index', 'compose'], transformArrowFunctions: false }

export default defineConfig(({ mode }) => {
  // The environment overrides `.env`.
  const environment = loadEnv(mode, import.meta.dirname, 'LATCHKEY_')
  const bakedSettings = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
  return {
    main: {
      build: {
        ...BUNDLE,
        bytecode: process.env['RELEASE_BUILD'] === '1' && BYTECODE,
        rollupOptions: {
          input: inRoot('src/main/index.ts'),
          // No chunk may import the entry: compiled to bytecode, it has no exports.
          preserveEntrySignatures: 'strict',
          output: { ...OUTPUT, codeSplitting: LIBRARIES },
        },
      },
      // SECURITY: into the main process alone.
      define: { BAKED_SETTINGS: JSON.stringify(bakedSettings), BUILT_AT: builtAt() },
    },
    preload: {
      build: { ...BUNDLE, rollupOptions: { input: inRoot('src/preload/index.ts'), output: OUTPUT } },
    },
    renderer: {
      root: 'src/renderer',
      plugins: [react(), latchkeyPages()],
      build: { target: 'chrome130', minify: true, isolatedEntries: true, rollupOptions: { input: PAGES } },
    },
  }
})
