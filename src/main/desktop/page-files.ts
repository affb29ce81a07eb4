import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CONTENT_SECURITY_POLICY, withStyleHash } from './content-security-policy.ts'
import { damagedFile } from './damaged-file.ts'
import { type PageName, pageOf, WAITING_PRODUCT_FILE } from './pages.ts'

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
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // SECURITY: what was served while licensed must not be there from a cache when it is not.
  'cache-control': 'no-store',
}

/** What Vite writes to `.vite/manifest.json`, as far as it is used here. */
interface Manifest {
  readonly [source: string]: {
    readonly file: string
    readonly imports?: readonly string[]
    readonly dynamicImports?: readonly string[]
    readonly css?: readonly string[]
    readonly assets?: readonly string[]
  }
}

const GATE_HTML = 'gate/index.html'
const PRODUCT_HTML = 'product/index.html'
/** The locked gate, drawn by the build in a language: see `src/renderer/gate/prerender.tsx`. */
const DRAWN_GATE = /^index\.[a-z]{2}\.html$/
const DEFAULT_LANGUAGE = 'en'

/** Every file that the gate page needs. */
export const gateFiles = (manifest: Manifest): ReadonlySet<string> => filesOf(manifest, GATE_HTML)

/** What a page asks for before anybody can have done anything in it. */
const filesAtStart = (manifest: Manifest, page: string): ReadonlySet<string> => filesOf(manifest, page, false)

function filesOf(manifest: Manifest, page: string, withDynamic = true): ReadonlySet<string> {
  const files = new Set([page])
  const seen = new Set<string>()
  const visit = (source: string): void => {
    const chunk = manifest[source]
    if (chunk === undefined || seen.has(source)) return
    seen.add(source)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    const dynamic = withDynamic ? (chunk.dynamicImports ?? []) : []
    for (const next of [...(chunk.imports ?? []), ...dynamic]) visit(next)
  }
  visit(page)
  return files
}

export interface PageFilesParts {
  /** The renderer's build. */
  readonly rendererDir: string
  readonly isLicensed: () => boolean
  /** The system's language, when the gate is plainly locked: its page may then be one that is drawn already. */
  readonly lockedIn?: () => string | undefined
  /** A file that the product's page starts with is missing: it would stay blank. */
  readonly onDamaged?: (path: string) => void
}

/**
 * Answers requests for `app://gate/…` and `app://product/…`. Throws `damagedFile` when the gate is not whole.
 * SECURITY: a file is behind the gate unless the gate page or the page that waits for the product needs it, so a chunk
 * that nobody thought of is refused, not given away. This decides in the main process: a patched renderer gains nothing.
 */
export function createPageFiles({ rendererDir, isLicensed, lockedIn, onDamaged }: PageFilesParts) {
  // Ahead, and at once: a read that waits its turn is done only after the window has asked for the page.
  const manifest = readManifest(rendererDir)
  const open = readOpenFiles(rendererDir, manifest)
  const productStart = filesAtStart(manifest, PRODUCT_HTML)

  async function respond(request: Pick<Request, 'method' | 'url'>): Promise<Response> {
    const page = pageOf(request.url)
    if (page === undefined || request.method !== 'GET') return refuse(404)
    const file = fileName(request.url, page)
    if (file === undefined) return refuse(404)
    if (file === GATE_HTML) {
      const drawn = drawnGate(open.gate, lockedIn?.())
      if (drawn !== undefined) return serve(file, drawn, policyOfDrawn(drawn))
    }
    const openFile = open[page].get(file)
    if (openFile !== undefined) return serve(file, openFile)
    if (page === 'gate' || !isLicensed()) return refuse(403)
    const path = join(rendererDir, file)
    const content = await readFile(path).catch(() => undefined)
    if (productStart.has(file) && !isWhole(file, content)) onDamaged?.(path)
    return content === undefined ? refuse(404) : serve(file, content)
  }

  return { respond, hasWaitingProduct: open.product.size > 0 }
}

type Files = ReadonlyMap<string, Uint8Array>

/** What a locked app may show, on either page. */
function readOpenFiles(rendererDir: string, manifest: Manifest): Record<PageName, Files> {
  const read = (file: string) => [file, readWhole(join(rendererDir, file))] as const
  const drawn = readdirSync(join(rendererDir, 'gate')).filter((name) => DRAWN_GATE.test(name))
  const gate = new Map([...gateFiles(manifest), ...drawn.map((name) => `gate/${name}`)].map(read))
  // Not every product can be waited for: see `waitingProduct` in electron.vite.config.ts.
  const waiting = existsSync(join(rendererDir, WAITING_PRODUCT_FILE))
    ? [...filesOf(manifest, WAITING_PRODUCT_FILE)]
    : []
  return { gate, product: new Map(waiting.map((file) => [file, gate.get(file) ?? read(file)[1]])) }
}

function readManifest(rendererDir: string): Manifest {
  const path = join(rendererDir, '.vite/manifest.json')
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof manifest === 'object' && manifest !== null && GATE_HTML in manifest)
      return manifest as Manifest
  } catch (error) {
    throw damagedFile(path, error)
  }
  throw damagedFile(path, 'It does not name the gate.')
}

/** A disk that was full, or a crash while installing, leaves empty files. */
const isWhole = (path: string, content: Uint8Array | undefined): content is Uint8Array =>
  content !== undefined && (content.length > 0 || !/\.(html|js)$/.test(path))

function readWhole(path: string): Uint8Array {
  let content: Uint8Array
  try {
    content = readFileSync(path)
  } catch (error) {
    throw damagedFile(path, error)
  }
  if (!isWhole(path, content)) throw damagedFile(path, 'It is empty.')
  return content
}

const drawnGate = (files: Files, language: string | undefined): Uint8Array | undefined =>
  language === undefined
    ? undefined
    : (files.get(`gate/index.${language}.html`) ?? files.get(`gate/index.${DEFAULT_LANGUAGE}.html`))

/** A drawn page has its style sheet in it, and names it in its own policy: see `drawnGates` in electron.vite.config.ts. */
function policyOfDrawn(page: Uint8Array): string {
  const hash = /'sha256-[A-Za-z0-9+/]{43}='/.exec(Buffer.from(page).toString().replaceAll('&#39;', "'"))?.[0]
  return hash === undefined ? CONTENT_SECURITY_POLICY : withStyleHash(CONTENT_SECURITY_POLICY, hash)
}

const serve = (file: string, body: Uint8Array, policy = CONTENT_SECURITY_POLICY): Response =>
  new Response(new Uint8Array(body), {
    headers: {
      ...HEADERS,
      'content-security-policy': policy,
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    },
  })

const refuse = (status: 403 | 404): Response =>
  new Response(null, { status, headers: { ...HEADERS, 'content-security-policy': CONTENT_SECURITY_POLICY } })

/** The file below the renderer's build that an address means; undefined when it would lead out of it. */
function fileName(address: string, page: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname).slice(1)
  } catch {
    return undefined
  }
  if (path === '') return `${page}/index.html`
  const segments = path.split('/')
  // The parser has resolved plain dots; encoded ones, backslashes and drive letters arrive here as they are.
  const leadsOut = segments.some(
    (segment) => segment.startsWith('.') || /[\\:\0]/.test(segment) || segment === '',
  )
  return leadsOut ? undefined : path
}
