import { randomUUID } from 'node:crypto'
import { session, type WebContents, WebContentsView } from 'electron'
import { APP_SCHEME } from '../main/pages/pages.ts'
import { HARDENED_PREFERENCES, hardenSession } from '../main/window/security.ts'
import type { StartIsolation } from './protected-scripts.ts'
import { withTimeout } from './with-timeout.ts'

const SCRIPT_URL = `${APP_SCHEME}://script/`
const START_MS = 15_000
const CALL_MS = 10_000

// SECURITY: the page may load nothing. The main process injects the script.
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "webrtc 'block'",
  'sandbox allow-scripts',
].join('; ')

const PAGE = {
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
}

/** References that prevent garbage collection, which would destroy the pages. */
const views = new Set<WebContentsView>()

/**
 * Runs a script in a hidden page.
 * SECURITY: the page has its own sandboxed process, no preload script and so no bridge, and its own
 * session without stored data, in which only the page's empty address exists. The page cannot send
 * requests to the main process, except heartbeats.
 */
export const startScriptPage: StartIsolation = async (script, beat) => {
  // The session is in memory, and not shared with another script.
  const own = session.fromPartition(`latchkey-script-${randomUUID()}`, { cache: false })
  await hardenSession(own, (url) => url === SCRIPT_URL)
  own.protocol.handle(APP_SCHEME, ({ url }) =>
    url === SCRIPT_URL
      ? new Response('<!doctype html><title>Script</title>', PAGE)
      : new Response(null, { status: 404 }),
  )
  const view = new WebContentsView({
    webPreferences: {
      session: own,
      // SECURITY: no preload script.
      ...HARDENED_PREFERENCES,
      devTools: false,
      // The page is hidden, but its heartbeat timer must not be throttled.
      backgroundThrottling: false,
    },
  })
  const contents = view.webContents
  views.add(view)
  contents.once('destroyed', () => views.delete(view))
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  const close = (): void => {
    ended.reject(new Error('The script was closed.'))
    if (!contents.isDestroyed()) contents.close()
  }
  contents.once('render-process-gone', () => {
    ended.reject(new Error('The script’s process ended.'))
    close()
  })
  /** @throws Error with the script's error message */
  const run = async (code: string, limitMs: number): Promise<string> => {
    const answer = await withTimeout(limitMs, Promise.race([ended.promise, evaluate(contents, code)]), close)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value ?? 'null'
  }

  try {
    await contents.loadURL(SCRIPT_URL)
    const body = `function (module, exports, require, latchkey) {${script.text}\n}`
    await run(`(${HOST})(${body}, ${JSON.stringify(script.expiresAt)})`, START_MS)
  } catch (error) {
    close()
    throw error
  }
  void answerHeartbeats()
  return {
    call: (name, parameters) => run(`latchkeyHost.call(${JSON.stringify(name)}, ${parameters})`, CALL_MS),
    close,
  }

  async function answerHeartbeats(): Promise<void> {
    while (!contents.isDestroyed()) {
      const request = await Promise.race([
        ended.promise,
        evaluate(contents, 'latchkeyHost.nextBeat()'),
      ]).catch(() => undefined)
      if (request?.value === undefined) return
      const { id, nonce } = JSON.parse(request.value) as { id: number; nonce: string }
      const answer = await beat(nonce).catch(() => null)
      if (contents.isDestroyed()) return
      await evaluate(contents, `latchkeyHost.answerBeat(${Number(id)}, ${JSON.stringify(answer)})`).catch(
        () => undefined,
      )
    }
  }
}

interface Evaluated {
  readonly value?: string
  readonly error?: string
}

/** `executeJavaScript` works although the page's policy forbids `eval`. */
const evaluate = async (contents: WebContents, code: string): Promise<Evaluated> =>
  (await contents.executeJavaScript(
    `(async () => { try { return { value: JSON.stringify((await (${code})) ?? null) } } catch (error) { return { error: String(error?.message ?? error) } } })()`,
  )) as Evaluated

/** Runs in the page: calls the script's functions and queues its heartbeats. */
const HOST = `(run, expiresAt) => {
  const beats = new Map()
  const pending = []
  let count = 0
  let resolveNext
  const module = { exports: {} }
  const latchkey = {
    expiresAt,
    beat: (nonce) => new Promise((resolve, reject) => {
      count += 1
      beats.set(count, { resolve, reject })
      pending.push({ id: count, nonce })
      if (resolveNext) resolveNext(pending.shift())
      resolveNext = undefined
    }),
  }
  globalThis.latchkeyHost = {
    call: (name, parameters) => module.exports[name](...parameters),
    nextBeat: () => pending.length > 0 ? pending.shift() : new Promise((resolve) => { resolveNext = resolve }),
    answerBeat(id, answer) {
      const beat = beats.get(id)
      beats.delete(id)
      if (answer === null) beat?.reject(new Error('No answer.'))
      else beat?.resolve(answer)
    },
  }
  run.call(module.exports, module, module.exports, undefined, latchkey)
}`
