import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { PageName } from '@latchkey/client/bridge'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { CONTENT_TYPES } from './content-types.ts'
import { pageOf } from './pages.ts'

// There is no `cross-origin-opener-policy`: no page has an opener or can open a window
// (window/security.ts), and with it Chromium discards the process that it has started for the page.
const HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // SECURITY: a file that was served while licensed must not come from a cache while locked.
  'cache-control': 'no-store',
}

const REFUSAL_HEADERS = { ...HEADERS, 'content-security-policy': contentSecurityPolicy('gate', []) }

export interface PageFilesParts {
  /** The renderer's build output, with one folder per page. */
  readonly rendererDir: string
  readonly isLicensed: () => boolean
  /** The setting `productMay` of app.json. */
  readonly productMay?: readonly string[]
  /** Called when a file is missing or empty without which a page does not work. */
  readonly onDamaged: (path: string) => void
}

/** For `protocol.registerBufferProtocol`. */
export interface PageResponse {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly data: Buffer
}

/**
 * Answers requests for `app://gate/…` and `app://product/…` from the folder of each page.
 * SECURITY: only the gate's folder is served without a license. The main process enforces this, so
 * a modified page cannot load the product.
 */
export function createPageFiles({ rendererDir, isLicensed, productMay = [], onDamaged }: PageFilesParts) {
  return async function respond(request: { method: string; url: string }): Promise<PageResponse> {
    const page = pageOf(request.url)
    if (page === undefined || request.method !== 'GET') return refuse(404)
    const file = fileName(request.url, page)
    if (file === undefined) return refuse(404)
    const isInFolder = (folder: PageName): boolean => file.startsWith(`${folder}/`)
    if (!isInFolder('gate') && !isLicensed()) return refuse(403)
    if (!isInFolder(page)) return refuse(404)
    const path = join(rendererDir, file)
    const content = await readFile(path).catch(() => undefined)
    const isBroken = isDamaged(file, content)
    if (isBroken) onDamaged(path)
    if (isBroken || content === undefined) return refuse(404)
    const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
    const policy = { 'content-security-policy': contentSecurityPolicy(page, productMay) }
    return { statusCode: 200, headers: { ...HEADERS, ...policy, 'content-type': type }, data: content }
  }
}

/**
 * Whether a page, its entry script or another script of the gate is missing or empty, as after a
 * failed installation. The product may handle other scripts itself.
 */
const isDamaged = (file: string, content: Uint8Array | undefined): boolean =>
  /^(gate|product)\/index\.html$|^gate\/[^/]+\.js$|^product\/product-[^/]+\.js$/.test(file) &&
  (content === undefined || content.length === 0)

const refuse = (statusCode: 403 | 404): PageResponse => ({
  statusCode,
  headers: REFUSAL_HEADERS,
  data: Buffer.alloc(0),
})

/** The path of the requested file in `rendererDir`; undefined for a path that could leave it. */
function fileName(address: string, page: PageName): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname).slice(1)
  } catch {
    return undefined
  }
  if (path === '') return `${page}/index.html`
  // The URL parser resolves plain dot segments, but not encoded ones, backslashes or drive letters.
  const isUnsafe = path
    .split('/')
    .some((segment) => segment.startsWith('.') || /[\\:\0]/.test(segment) || segment === '')
  return isUnsafe ? undefined : path
}

export { CONTENT_TYPES, HEADERS }
