import { existsSync, readFileSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import {
  CONTENT_TYPES,
  isPageAsset,
  metaContentSecurityPolicy,
  type PageName,
  PRODUCT_MAY,
} from '@latchkey/electron/pages'
import type { Plugin } from 'vite'
import type { AppSettings } from './cli/project.ts'
import { readCoveredSince } from './covered-since.ts'

/** The date of this build, for `startLatchkey`: Unix seconds. See `LATCHKEY_COVERED_SINCE`. */
export function builtAt(): number {
  const date = readCoveredSince()
  if (typeof date === 'string') throw new Error(date)
  return date
}

/**
 * Vite plugin for the renderer. Writes the files of each page to a folder of their own, because the
 * app serves the product's folder only while licensed. Requires `build.isolatedEntries`, so that
 * the pages share no chunk. Adds the Content-Security-Policy to the pages, and the product's
 * name as their title if they have none. Fails the build if the gate imports a file of the product,
 * or if a page contains something that the app or a release would refuse.
 */
export function latchkeyPages(): Plugin {
  let page: PageName | undefined
  let productDir = ''
  const isOfProduct = (path: string): boolean => normalize(path).startsWith(productDir)
  let productMay: readonly string[] = []
  /** Sources with an address that is not a file. A bundled style sheet does not name its sources. */
  const remoteStyles = new Set<string>()
  return {
    name: 'latchkey-pages',
    // The policy would block hot reloading in the development server.
    apply: 'build',
    config: () => ({
      build: {
        // SECURITY: the polyfill and inlined assets would require a weaker Content-Security-Policy.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // The build would warn about slow plugins, which says nothing about the product.
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    }),
    configResolved({ root, publicDir }) {
      productDir = normalize(join(root, 'product/'))
      if (publicDir !== '' && existsSync(publicDir)) {
        throw new Error(
          `${shown(publicDir)} is not served. Import its files in the product: import chart from './chart.svg'`,
        )
      }
      productMay = readProductMay()
    },
    options({ input }) {
      const names = typeof input === 'object' && !Array.isArray(input) ? Object.keys(input) : []
      page = names.length === 1 ? (names[0] as PageName) : undefined
    },
    outputOptions(options) {
      if (page === undefined) return options
      return {
        ...options,
        entryFileNames: `${page}/[name]-[hash].js`,
        chunkFileNames: `${page}/[name]-[hash].js`,
        assetFileNames: `${page}/[name]-[hash][extname]`,
      }
    },
    transform(code, id) {
      const [path = ''] = id.split('?')
      // The style sheets of a library may not be files.
      if (path.endsWith('.css') && existsSync(path) && REMOTE_CSS.test(readFileSync(path, 'utf8')))
        remoteStyles.add(shown(path))
      if (!isOfProduct(path)) return
      for (const [pattern, reason] of BLOCKED_CODE) {
        if (pattern.test(code)) this.warn(`${shown(path)}: ${reason} ${SEE}`)
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => {
        const name = path.startsWith('/gate/') ? 'gate' : 'product'
        for (const [pattern, reason] of REFUSED_HTML) {
          const [found] = pattern.exec(html) ?? []
          if (found !== undefined) throw new Error(`src/renderer${path}: ${reason} (${found}). ${SEE}`)
        }
        return [
          {
            tag: 'meta',
            attrs: {
              'http-equiv': 'Content-Security-Policy',
              content: metaContentSecurityPolicy(name, productMay),
            },
            injectTo: 'head-prepend' as const,
          },
          ...(html.includes('<title>')
            ? []
            : [{ tag: 'title', children: escapeHtml(productName()), injectTo: 'head' as const }]),
        ]
      },
    },
    generateBundle(_options, bundle) {
      let bytes = 0
      for (const [name, file] of Object.entries(bundle)) {
        const content = file.type === 'chunk' ? file.code : file.source
        if (page === 'product') bytes += Buffer.byteLength(content)
        if (name.endsWith('.html')) continue
        const from = file.type === 'asset' ? (file.originalFileNames[0] ?? name) : name
        if (!isPageAsset(name)) {
          throw new Error(
            `${from}: the app serves no files of this type, only ${Object.keys(CONTENT_TYPES).join(' ')}. ${SEE}`,
          )
        }
        const [address] = (name.endsWith('.css') && REMOTE_CSS.exec(String(content))) || []
        if (address === undefined) continue
        const style = [...remoteStyles].join(', ') || name
        if (!/data:/.test(address)) {
          throw new Error(`${style} loads ${address}: the page may load only files of the app. ${SEE}`)
        }
        if (page !== 'product' || !productMay.includes('data-urls')) {
          throw new Error(
            `${style} has a data: address, which productMay in app.json does not list: "data-urls". ${SEE}`,
          )
        }
      }
      if (bytes > LARGE_PRODUCT_BYTES && readApp().maxAddedMegabytes === undefined) {
        this.warn(
          `The product has ${(bytes / 1e6).toFixed(1)} MB. release:check accepts an addition of 1 % to Electron, ` +
            `about ${LARGE_PRODUCT_BYTES / 1e6} MB, unless app.json sets maxAddedMegabytes. ${SEE}`,
        )
      }
    },
    buildEnd() {
      if (page !== 'gate') return
      for (const id of [...this.getModuleIds()].filter(isOfProduct)) {
        const importer = this.getModuleInfo(id)?.importers.find((path) => !isOfProduct(path))
        if (importer === undefined) continue
        throw new Error(
          `${shown(importer)} imports ${shown(id)}, which would be served while the app is locked. Put what both pages need into a folder beside them.`,
        )
      }
    },
  }
}

const SEE = 'See src/renderer/product/README.md.'

/** Above this size the build warns: 1 % of the smallest Electron distribution. */
const LARGE_PRODUCT_BYTES = 2e6

/** Inline code and addresses in a page, which the policy of the page blocks. */
const REFUSED_HTML: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/<script(?![^>]*\ssrc=)[^>]*>/i, 'inline code is blocked; put it into a file'],
  [/<style\b|\sstyle=/i, 'inline styles are blocked; put them into a file'],
  [/\son\w+="/i, 'inline handlers are blocked; use addEventListener'],
  [
    /<(?:script|link|img|source|video|audio|iframe)\b[^>]*\s(?:src|href)="https?:[^"]*"/i,
    'only files of the app may be loaded',
  ],
]
const REMOTE_CSS = /(?:url\(\s*|@import\s+)["']?(?:https?:\/\/[^"')\s]+|data:)/i

/** Code that fails in the page. It causes only warnings, because it may never run. */
const BLOCKED_CODE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /\b(?:fetch|EventSource|WebSocket)\(\s*["'`](?:https?|wss?):/,
    'requests to other addresses are blocked. Send them in a call to the main process.',
  ],
  [
    /\bwindow\.open\(|href=["']https?:|href: ["']https?:/,
    'links do nothing. Open them in a call to the main process.',
  ],
  [/\beval\(|\bnew Function\(/, 'code from texts is blocked.'],
]

const shown = (path: string): string => relative(process.cwd(), path).replaceAll('\\', '/')

/** Reads a file of the project. A build runs in the folder of the project. */
const readJson = (name: string) => {
  const path = join(process.cwd(), name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
const readApp = (): Partial<AppSettings> => readJson('app.json')

function readProductMay(): readonly string[] {
  const { productMay = [] } = readApp()
  const unknown = productMay.filter((name) => !PRODUCT_MAY.includes(name))
  if (unknown.length === 0) return productMay
  throw new Error(
    `app.json: productMay has ${unknown.join(', ')}, and can list only ${PRODUCT_MAY.join(', ')}.`,
  )
}

const productName = (): string => readJson('package.json').productName

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
