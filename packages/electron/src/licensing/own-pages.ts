import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { channelOf, type Group, type Handlers, latchkeySchema, type SendEvent } from '@latchkey/client/bridge'
import { type Session, session } from 'electron'
import { refuseUnlessAllowed } from '../main/ipc/register-handlers.ts'
import type { LicenseStatus } from '../main/license-status.ts'
import { contentSecurityPolicy } from '../main/pages/content-security-policy.ts'
import { CONTENT_TYPES, HEADERS } from '../main/pages/page-files.ts'
import { hardenSession } from '../main/window/security.ts'
import type { Brand } from './options.ts'

/** Replaced by the built pages when the package is built: tools/packages/licensing.ts. */
declare const LATCHKEY_PAGES: Readonly<Record<string, string>>

/** The built pages, by path. Used once, because each use is replaced by a copy. */
const builtPages = (): Readonly<Record<string, string>> => LATCHKEY_PAGES

/** The two pages of Latchkey in an app that has pages of its own. */
export type OwnPage = 'gate' | 'panel'

const PAGE_HEADERS = { ...HEADERS, 'content-security-policy': contentSecurityPolicy('gate', []) }

/** A reserved name (RFC 2606), so no request for it can leave this computer. */
const ORIGIN = 'https://gate.latchkey.invalid'

export const ownPageUrl = (page: OwnPage): string => `${ORIGIN}/${page}`

export interface OwnPagesParts {
  readonly brand: Brand
  readonly handlers: Handlers<typeof latchkeySchema>
  readonly status: LicenseStatus
}

export interface OwnPages {
  readonly session: Session
  readonly send: SendEvent<typeof latchkeySchema>
  /** Fulfilled when pages may be loaded. */
  readonly isReady: Promise<void>
  /** The window of this page is closed. */
  forget(page: OwnPage): void
}

/**
 * Serves the pages in a session of their own, and answers their calls as requests. They need no
 * scheme, since an app can register schemes only once; no preload script, which would be a file that
 * a bundler must find; and no IPC channel, which the app's own windows could call.
 */
export function createOwnPages({ brand, handlers, status }: OwnPagesParts): OwnPages {
  // SECURITY: the name cannot be guessed, so no page of the app can open a <webview> in this session.
  // Without `persist:` it is in memory.
  const pagesSession = session.fromPartition(`latchkey-${randomUUID()}`, { cache: false })
  const isReady = hardenSession(pagesSession, (url) => url.startsWith(`${ORIGIN}/`))
  const pages = builtPages()
  const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>()

  async function respond(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    const [folder = '', name = ''] = pathname.slice(1).split('/')
    if (origin !== ORIGIN) return refuse(404)
    if (request.method === 'POST' && folder === 'calls') return answerCall(name, await request.text())
    if (request.method !== 'GET') return refuse(404)
    if (folder === 'events') return openStream(name)
    if (folder === 'brand') return json({ ...brand.page, hasIcon: brand.iconPath !== undefined })
    if (folder === 'icon' && brand.iconPath !== undefined) {
      const icon = await readFile(brand.iconPath).catch(() => undefined)
      return icon === undefined ? refuse(404) : file(new Uint8Array(icon), brand.iconPath)
    }
    const path = folder === 'gate' || folder === 'panel' ? 'index.html' : pathname.slice(1)
    const content = Object.hasOwn(pages, path) ? pages[path] : undefined
    return content === undefined ? refuse(404) : file(content, path)
  }

  /** SECURITY: as for calls by IPC, parameters are checked with the schema before the handler runs. */
  async function answerCall(channel: string, body: string): Promise<Response> {
    const [groupName = '', name = ''] = channel.split('.')
    const groups: Readonly<Record<string, Group>> = latchkeySchema
    const group = Object.hasOwn(groups, groupName) ? groups[groupName] : undefined
    const line = group !== undefined && Object.hasOwn(group, name) ? group[name] : undefined
    if (line?.kind !== 'call' || line.from === 'product') return refuse(404)
    const ofGroup = handlers[groupName as keyof typeof latchkeySchema] as Readonly<
      Record<string, (...parameters: unknown[]) => unknown>
    >
    try {
      const parameters: unknown = JSON.parse(body)
      if (!Array.isArray(parameters)) return refuse(400)
      refuseUnlessAllowed(channel, line, parameters, status)
      return json((await ofGroup[name]?.(...parameters)) ?? null)
    } catch (error) {
      return new Response(error instanceof Error ? error.message : '', { status: 400, headers: PAGE_HEADERS })
    }
  }

  function openStream(page: string): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        // A page that was loaded again.
        close(page)
        streams.set(page, controller)
      },
      cancel: () => void streams.delete(page),
    })
    return new Response(body, { headers: { ...PAGE_HEADERS, 'content-type': 'application/x-ndjson' } })
  }

  function close(page: string): void {
    const stream = streams.get(page)
    streams.delete(page)
    try {
      stream?.close()
    } catch {
      // The page has closed it.
    }
  }

  pagesSession.protocol.handle('https', async (request) => {
    await isReady
    return respond(request)
  })

  return {
    session: pagesSession,
    isReady,
    forget: close,
    send(group, name, value) {
      const line = `${JSON.stringify([channelOf(group, name), value])}\n`
      for (const stream of streams.values()) stream.enqueue(new TextEncoder().encode(line))
    },
  }
}

const refuse = (status: 400 | 404): Response => new Response(null, { status, headers: PAGE_HEADERS })

const json = (value: unknown): Response =>
  new Response(JSON.stringify(value), { headers: { ...PAGE_HEADERS, 'content-type': 'application/json' } })

const file = (content: string | Uint8Array<ArrayBuffer>, path: string): Response =>
  new Response(content, {
    headers: { ...PAGE_HEADERS, 'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' },
  })
