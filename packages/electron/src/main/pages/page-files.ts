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
  /** A page, or a script at its start, is missing or empty: the window would stay blank. */
  readonly onDamaged: (path: string) => void
}

/**
 * Answers requests for `app://gate/…` and `app://product/…`, each from its own folder of the build.
 * SECURITY: the gate's folder is open; every other file is locked until a license was verified. The main process
 * decides, so a patched page gains nothing.
 */
export function createPageFiles({ rendererDir, isLicensed, onDamaged }: PageFilesParts) {
  return async function respond(request: Pick<Request, 'method' | 'url'>): Promise<Response> {
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
    return new Response(new Uint8Array(content), { headers: { ...HEADERS, 'content-type': type } })
  }
}

/** A page, or its own script: a full disk or a crash during the installation leaves missing and empty files. */
const isDamaged = (file: string, content: Uint8Array | undefined): boolean =>
  /^(gate|product)\/(index\.html|(gate|product)-[^/]+\.js)$/.test(file) &&
  (content === undefined || content.length === 0)

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
