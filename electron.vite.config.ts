import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'electron-vite'
import { build, type Plugin } from 'vite'
import identity from './package.json' with { type: 'json' }
import { META_CONTENT_SECURITY_POLICY } from './src/main/desktop/content-security-policy.ts'
import { SETTING_NAMES } from './src/main/settings.ts'
import type { prerenderGates } from './src/renderer/gate/prerender.tsx'
import type { AppInfo } from './src/shared/ipc-contract.ts'

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

/** In builds alone: the development server's reloading needs more than the policy allows. */
const policyInPages: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: META_CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
}

/** Set by `npm run package`: what a development build has no use for. */
const isRelease = process.env['RELEASE_BUILD'] === '1'

/**
 * The main process's own code as V8 bytecode; SECURITY.md says what that stops and what it does not.
 * Libraries in chunks of their own stay as they are: they are public. Arrow functions stay arrow functions: they
 * are compiled eagerly, and turning them into others fails on private fields.
 */
const BYTECODE = { chunkAlias: 'index', transformArrowFunctions: false }

/** The entry that loads the bytecode has to pass on its exports: the other chunks take helpers from there. */
const exportsOfBytecode: Plugin = {
  name: 'exports-of-bytecode',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(/^require\("[^"]+\.cjsc"\);$/m, 'module.exports = $&')
      }
    },
  },
}

/**
 * electron-store brings Ajv for stores with a schema, a third of the main process. Ours has none: what is read from it
 * is checked with TypeBox, like everything else.
 */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(-formats)?(\/|$)/.test(id) ? '\0without-ajv' : undefined),
  load: (id) =>
    id === '\0without-ajv'
      ? "export class Ajv2020 { constructor() { throw new Error('Ajv is not bundled: see electron.vite.config.ts') } }; export default {}"
      : undefined,
}

/**
 * Draws the locked gate into its page, once for each language, so that the window shows it before any script has run.
 * See docs/decisions/0010-drawn-gate.md.
 */
const drawnGates = (helpTopics: AppInfo['helpTopics']): Plugin => ({
  name: 'drawn-gates',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, output) {
      const page = output['gate/index.html']
      if (page?.type !== 'asset') throw new Error('The gate has no page')
      const [tag = '', script = ''] =
        /<script type="module" crossorigin src="\.\.\/([^"]+)"><\/script>/.exec(String(page.source)) ?? []
      if (tag === '') throw new Error('The gate has no script')
      this.emitFile({ type: 'asset', fileName: 'gate/after-paint.js', source: AFTER_PAINT(script) })
      for (const { language, html } of await drawGates(helpTopics)) {
        this.emitFile({
          type: 'asset',
          fileName: `gate/index.${language}.html`,
          source: String(page.source)
            .replace('<html lang="en">', `<html lang="${language}">`)
            .replace(MODULE_PRELOADS, '')
            .replace(tag, `<script type="module" src="../gate/after-paint.js"></script>`)
            .replace('<div id="root"></div>', `<div id="root">${html}</div>`),
        })
      }
    },
  },
})

/** Read meanwhile, they would hold up the drawing. */
const MODULE_PRELOADS = /<link rel="modulepreload"[^>]*>/g

/** The page's own script is fetched and run once the drawing is on the screen. */
const AFTER_PAINT = (script: string): string =>
  `const run = () => import('../${script}')
requestAnimationFrame(() => setTimeout(run))
// A window that is not painted has no frames.
setTimeout(run, 250)
`

/** Bundles the gate for Node and runs it. The same configuration, so that its class names are the same. */
async function drawGates(helpTopics: AppInfo['helpTopics']): Promise<ReturnType<typeof prerenderGates>> {
  const outDir = resolve(import.meta.dirname, 'node_modules/.cache/latchkey/drawn-gate')
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, 'src/renderer'),
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ssr: resolve(import.meta.dirname, 'src/renderer/gate/prerender.tsx'),
      outDir,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  })
  const drawn = (await import(`${pathToFileURL(resolve(outDir, 'prerender.mjs')).href}?${Date.now()}`)) as {
    prerenderGates: typeof prerenderGates
  }
  const { productName, version } = identity
  return drawn.prerenderGates({ productName, version, platform: 'linux', helpTopics, hasScript: false })
}

export default defineConfig(({ mode }) => {
  // From `.env` and the environment, which wins: what the release build of a continuous integration has at hand.
  const environment = loadEnv(mode, import.meta.dirname, 'LATCHKEY_')
  const bakedSettings = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]))
  const hasSupport = Boolean(environment['LATCHKEY_SUPPORT_URL'])
  return {
    main: {
      build: { ...bundle('src/main/index.ts'), bytecode: isRelease && BYTECODE },
      plugins: [withoutAjv, exportsOfBytecode],
      // SECURITY: into the main process alone.
      define: { BAKED_SETTINGS: JSON.stringify(bakedSettings) },
    },
    preload: { build: bundle('src/preload/index.ts') },
    renderer: {
      root: 'src/renderer',
      plugins: [react(), policyInPages, drawnGates(hasSupport ? ['support'] : [])],
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
