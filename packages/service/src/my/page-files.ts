import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { MyPageData } from '@latchkey/management'
import { escaped } from '../mail/compose.ts'

/**
 * The folder of the page: beside this file in the published package, otherwise where Vite builds it.
 */
const DIRS = ['../customer-page', '../../../customer-page/dist'].map((path) =>
  join(import.meta.dirname, path),
)

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const COMPRESSED = '.br'

export interface PageFile {
  readonly type: string
  readonly content: Buffer
  /** With Brotli, if the build has made it. */
  readonly compressed: Buffer | undefined
}

export interface PageFiles {
  readonly html: string
  /** By their names, which contain a hash. */
  readonly assets: ReadonlyMap<string, PageFile>
}

/** Reads the built page. Undefined: it is not built. */
export function readPageFiles(given: string | undefined): PageFiles | undefined {
  const dir = given ?? DIRS.find((one) => existsSync(join(one, 'index.html')))
  if (dir === undefined) return undefined
  const assets = join(dir, 'assets')
  const names = readdirSync(assets)
  const read = (name: string): Buffer => readFileSync(join(assets, name))
  const files = names.flatMap((name) => {
    const type = TYPES[extname(name)]
    if (type === undefined) return []
    const isCompressed = names.includes(name + COMPRESSED)
    const compressed = isCompressed ? read(name + COMPRESSED) : undefined
    return [[name, { type, content: read(name), compressed }] as const]
  })
  return { html: readFileSync(join(dir, 'index.html'), 'utf8'), assets: new Map(files) }
}

/** The page of a project. SECURITY: no text of a project can end the element with the data. */
export function fillPage(html: string, data: MyPageData): string {
  const values: Readonly<Record<string, string>> = {
    __LANG__: data.language,
    __TITLE__: escaped(data.project),
    '"__PAGE_DATA__"': JSON.stringify(data).replaceAll('<', '\\u003c'),
    // All projects share the files, and so the caches of browsers.
    '"./assets/': '"../assets/',
  }
  return html.replaceAll(/"__PAGE_DATA__"|__[A-Z]+__|"\.\/assets\//g, (found) => values[found] ?? found)
}
