import { readFileSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import type { Plugin } from 'vite'
import { META_CONTENT_SECURITY_POLICY } from './main/pages/content-security-policy.ts'

/**
 * Vite plugin for the renderer. Writes the files of each page to a folder of their own, because the
 * app serves the product's folder only while licensed. Requires `build.isolatedEntries`, so that
 * the pages share no chunk. Adds the Content-Security-Policy to the pages, and the product's
 * name as their title if they have none. Fails the build if the gate imports a file of the product.
 */
export function latchkeyPages(): Plugin {
  let page: string | undefined
  let productDir = ''
  return {
    name: 'latchkey-pages',
    // The policy would block hot reloading in the development server.
    apply: 'build',
    config: () => ({
      build: {
        // SECURITY: the polyfill and inlined assets would require a weaker Content-Security-Policy.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
      },
    }),
    configResolved({ root }) {
      productDir = normalize(join(root, 'product/'))
    },
    options({ input }) {
      const names = typeof input === 'object' && !Array.isArray(input) ? Object.keys(input) : []
      page = names.length === 1 ? names[0] : undefined
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
    transformIndexHtml: (html) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: META_CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
      ...(html.includes('<title>')
        ? []
        : [{ tag: 'title', children: escapeHtml(productName()), injectTo: 'head' as const }]),
    ],
    buildEnd() {
      if (page !== 'gate') return
      const isOfProduct = (path: string): boolean => normalize(path).startsWith(productDir)
      const shown = (path: string): string => relative(process.cwd(), path).replaceAll('\\', '/')
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

const productName = (): string => JSON.parse(readFileSync('package.json', 'utf8')).productName

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
