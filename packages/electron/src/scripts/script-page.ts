import { randomUUID } from 'node:crypto'
import { session, type WebContents, WebContentsView } from 'electron'
import { APP_SCHEME } from '../main/pages/pages.ts'
import { HARDENED_PREFERENCES, hardenSession } from '../main/window/security.ts'
import type { StartIsolation } from './protected-scripts.ts'
import { withinMs } from './within-ms.ts'

const SCRIPT_URL = `${APP_SCHEME}://script/`
const START_MS = 15_000
const CALL_MS = 10_000

// SECURITY: the page may load nothing at all. What runs in it was put there by the main process.
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

/** A view that nothing refers to is collected as garbage, and its page is destroyed with it. */
const views = new Set<WebContentsView>()

/**
 * Runs a script in a page that nobody sees: a sandboxed process of its own, without a preload, so that there is no
 * bridge to be misused; in a session of its own, so that there is nothing stored, and no address but its own empty
 * one. The main process asks the page; the page cannot ask the main process for anything but its heartbeat.
 */
export const startScriptPage: StartIsolation = async (script, beat) => {
  // In memory, and shared with nobody.
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
      // SECURITY: no preload at all.
      ...HARDENED_PREFERENCES,
      devTools: false,
      // Nobody sees the page, and its heartbeat must go on.
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
  /** @throws Error with the script's words */
  const ask = async (code: string, limitMs: number): Promise<string> => {
    const answer = await withinMs(limitMs, Promise.race([ended.promise, evaluate(contents, code)]), close)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value ?? 'null'
  }

  try {
    await contents.loadURL(SCRIPT_URL)
    const body = `function (module, exports, require, latchkey) {${script.text}\n}`
    await ask(`(${HOST})(${body}, ${JSON.stringify(script.expiresAt)})`, START_MS)
  } catch (error) {
    close()
    throw error
  }
  void answerHeartbeats()
  return {
    call: (name, parameters) => ask(`latchkeyHost.call(${JSON.stringify(name)}, ${parameters})`, CALL_MS),
    close,
  }

  async function answerHeartbeats(): Promise<void> {
    while (!contents.isDestroyed()) {
      const asked = await Promise.race([ended.promise, evaluate(contents, 'latchkeyHost.nextBeat()')]).catch(
        () => undefined,
      )
      if (asked?.value === undefined) return
      const { id, nonce } = JSON.parse(asked.value) as { id: number; nonce: string }
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

/** Not by eval in the page, which its policy forbids: the main process may, the page may not. */
const evaluate = async (contents: WebContents, code: string): Promise<Evaluated> =>
  (await contents.executeJavaScript(
    `(async () => { try { return { value: JSON.stringify((await (${code})) ?? null) } } catch (error) { return { error: String(error?.message ?? error) } } })()`,
  )) as Evaluated

/** The side of the script, in the page. Results are JSON texts, so that nothing else comes out of it. */
const HOST = `(run, expiresAt) => {
  const beats = new Map()
  const unasked = []
  let count = 0
  let tellNext
  const module = { exports: {} }
  const latchkey = {
    expiresAt,
    beat: (nonce) => new Promise((resolve, reject) => {
      count += 1
      beats.set(count, { resolve, reject })
      unasked.push({ id: count, nonce })
      if (tellNext) tellNext(unasked.shift())
      tellNext = undefined
    }),
  }
  globalThis.latchkeyHost = {
    call: (name, parameters) => module.exports[name](...parameters),
    nextBeat: () => unasked.length > 0 ? unasked.shift() : new Promise((resolve) => { tellNext = resolve }),
    answerBeat(id, answer) {
      const beat = beats.get(id)
      beats.delete(id)
      if (answer === null) beat?.reject(new Error('No answer.'))
      else beat?.resolve(answer)
    },
  }
  run.call(module.exports, module, module.exports, undefined, latchkey)
}`
