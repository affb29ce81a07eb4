import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'electron-vite'
import { build, type Plugin, type Rolldown } from 'vite'
import identity from './package.json' with { type: 'json' }
import { productBehindGate } from './scripts/release/product-behind-gate.ts'
import { META_CONTENT_SECURITY_POLICY, withStyleHash } from './src/main/desktop/content-security-policy.ts'
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
 * The main process's own code as V8 bytecode; SECURITY.md says what that stops and what it does not. It lies in two
 * chunks, which `release:check` knows by name.
 * Libraries in chunks of their own stay as they are: they are public. Arrow functions stay arrow functions: they
 * are compiled eagerly, and turning them into others fails on private fields.
 */
const BYTECODE = { chunkAlias: ['index', 'compose'], transformArrowFunctions: false }

/**
 * The entry opens the window and loads the rest behind it (docs/decisions/0012-window-first.md). Rolldown keeps its
 * helpers with the rest and makes the entry load that first, though it uses none of them.
 */
const windowFirst: Plugin = {
  name: 'window-first',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const entry = bundle['index.cjs']
      if (entry?.type !== 'chunk') throw new Error('The main process has no entry')
      entry.code = entry.code.replace(/require\("\.\/chunks\/compose-[^"]+"\);/, 'void 0;')
      if (entry.code.split('require("./chunks/').length !== 2) {
        throw new Error('The entry loads more before the window than it should')
      }
    },
  },
}

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
 * One character beyond Latin-1 makes V8 keep a whole file with two bytes for each: half a megabyte for a typographic
 * quote. Written as `\\u2019` it means the same.
 */
const oneByteSource: Plugin = {
  name: 'one-byte-source',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\xff]/g, escapeUnit)
      }
    },
  },
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

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
      const page = String(assetOf(output, 'gate/index.html').source)
      const [tag = '', script = ''] =
        /<script type="module" crossorigin src="\.\.\/([^"]+)"><\/script>/.exec(page) ?? []
      if (tag === '') throw new Error('The gate has no script')
      for (const { language, html } of await drawGates(helpTopics)) {
        this.emitFile({
          type: 'asset',
          fileName: `gate/index.${language}.html`,
          source: withStyles(page, (file) => String(assetOf(output, file).source))
            .replace('<html lang="en">', `<html lang="${language}">`)
            .replace(MODULE_PRELOADS, '')
            // The preload fetches it once the drawing is on the screen: asked for earlier, it would hold that up.
            .replace(tag, '')
            .replace('<div id="root"></div>', `<div id="root" data-after-paint="/${script}">${html}</div>`),
        })
      }
    },
  },
})

const STYLE_SHEETS = /\s*<link rel="stylesheet" crossorigin href="\.\.\/([^"]+)">/g

/** Puts the style sheets into the page: each would be one more question to the main process before the first paint. */
function withStyles(html: string, read: (file: string) => string): string {
  const style = [...html.matchAll(STYLE_SHEETS)].map(([, file = '']) => read(file).trim()).join('')
  // An address in it would be read from another folder than before, and a `</` could end it.
  if (/url\(|<\//.test(style)) throw new Error('The gate has a style sheet that cannot be put into its page')
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  const [policy, wider] = [META_CONTENT_SECURITY_POLICY, withStyleHash(META_CONTENT_SECURITY_POLICY, hash)]
  return html
    .replace(inAttribute(policy), inAttribute(wider))
    .replace(STYLE_SHEETS, '')
    .replace('</head>', `<style>${style}</style></head>`)
}

const inAttribute = (text: string): string => text.replaceAll("'", '&#39;')

/**
 * Tells the page that waits for the product (src/renderer/waiting/) what to load when the license is there. A product
 * whose page is not like that one cannot be waited for: it is opened as a page of its own.
 * See docs/decisions/0011-waiting-product.md.
 */
const waitingProduct: Plugin = {
  name: 'waiting-product',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, output) {
      const waiting = assetOf(output, 'waiting/index.html')
      const waitingHtml = String(waiting.source)
      const productHtml = String(assetOf(output, 'product/index.html').source)
      const open = new Set(waitingHtml.match(ASSET_TAGS))
      const own = (productHtml.match(ASSET_TAGS) ?? []).filter((tag) => !open.has(tag))
      const addresses = (kind: string): string[] =>
        own.filter((tag) => tag.includes(kind)).flatMap((tag) => ADDRESS.exec(tag)?.[1] ?? [])
      const [entry, ...others] = addresses('<script')
      const isAlike = withoutTags(productHtml) === withoutTags(waitingHtml)
      if (!isAlike || entry === undefined || others.length > 0) {
        this.warn(
          'The product has another page than src/renderer/waiting/, so it is not prepared while a key is checked.',
        )
        delete output['waiting/index.html']
        return
      }
      const preloads = addresses('rel="modulepreload"').join(' ')
      const styles = addresses('rel="stylesheet"').join(' ')
      waiting.source = waitingHtml.replace(
        '<script ',
        `<script data-entry="${entry}" data-preloads="${preloads}" data-styles="${styles}" `,
      )
    },
  },
}

const ASSET_TAGS = /<(?:script|link)\b[^>]*\b(?:src|href)="\.\.\/assets\/[^>]*>(?:<\/script>)?/g
const ADDRESS = /(?:src|href)="\.\.(\/[^"]+)"/
const withoutTags = (html: string): string => html.replace(ASSET_TAGS, '').replace(/\s+/g, ' ')

/** Read meanwhile, they would hold up the drawing. */
const MODULE_PRELOADS = /<link rel="modulepreload"[^>]*>/g

function assetOf(output: Rolldown.OutputBundle, file: string): Rolldown.OutputAsset {
  const asset = output[file]
  if (asset?.type !== 'asset') throw new Error(`The build has no ${file}`)
  return asset
}

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
      plugins: [withoutAjv, windowFirst, oneByteSource, exportsOfBytecode],
      // SECURITY: into the main process alone.
      define: { BAKED_SETTINGS: JSON.stringify(bakedSettings) },
    },
    preload: { build: bundle('src/preload/index.ts') },
    renderer: {
      root: 'src/renderer',
      plugins: [
        react(),
        policyInPages,
        productBehindGate(),
        oneByteSource,
        waitingProduct,
        drawnGates(hasSupport ? ['support'] : []),
      ],
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
            waiting: resolve(import.meta.dirname, 'src/renderer/waiting/index.html'),
          },
        },
      },
    },
  }
})
