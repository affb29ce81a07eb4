import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { PageName } from '../../ipc/schema.ts'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'
import { pageOf } from './pages.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // SECURITY: a file that was served while licensed must not come from a cache when the app is locked.
  'cache-control': 'no-store',
}

export interface PageFilesParts {
  /** The renderer's build: a folder for each page. */
  readonly rendererDir: string
  readonly isLicensed: () => boolean
}

/**
 * Answers requests for `app://gate/…` and `app://product/…`, each from its own folder of the build.
 * SECURITY: the gate's folder is open; every other file is locked until a license was verified. The main process
 * decides, so a patched page gains nothing.
 */
export function createPageFiles({ rendererDir, isLicensed }: PageFilesParts) {
  return async function respond(request: Pick<Request, 'method' | 'url'>): Promise<Response> {
    const page = pageOf(request.url)
    if (page === undefined || request.method !== 'GET') return refuse(404)
    const file = fileName(request.url, page)
    if (file === undefined) return refuse(404)
    const isInFolder = (folder: PageName): boolean => file.startsWith(`${folder}/`)
    if (!isInFolder('gate') && !isLicensed()) return refuse(403)
    if (!isInFolder(page)) return refuse(404)
    try {
      const body = new Uint8Array(await readFile(join(rendererDir, file)))
      const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
      return new Response(body, { headers: { ...HEADERS, 'content-type': type } })
    } catch {
      return refuse(404)
    }
  }
}

const refuse = (status: 403 | 404): Response => new Response(null, { status, headers: HEADERS })

/** The file below the renderer's build that an address names; undefined when it would lead out of it. */
function fileName(address: string, page: PageName): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname).slice(1)
  } catch {
    return undefined
  }
  if (path === '') return `${page}/index.html`
  // The URL parser has resolved plain dots; encoded ones, backslashes and drive letters arrive here unchanged.
  const leadsOut = path
    .split('/')
    .some((segment) => segment.startsWith('.') || /[\\:\0]/.test(segment) || segment === '')
  return leadsOut ? undefined : path
}
