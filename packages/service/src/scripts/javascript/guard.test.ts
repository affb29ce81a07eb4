import { createHash } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from './guard.ts'
import { parseScript } from './parse.ts'
import { protectScript } from './protect.ts'

const SECRET = 'the secret of this script'
const LOOK_EVERY_SECONDS = 60

interface Started {
  /** Checks the license once, as the timer does. */
  look(): void
  hello(): string
  readonly printed: readonly string[]
}

/** Runs a protected program in a context, whose built-ins it may change. */
function start(program: string, beat: Session['beat'], expiresAt = -1): Started {
  const parsed = parseScript(`exports.hello = function () { return 'Hello' }\n${program}`)
  if (parsed.kind === 'rejected') throw new Error(parsed.message)
  const result = protectScript(parsed, {
    name: 'Main',
    silent: false,
    lightning: false,
    heartbeat: { secret: SECRET, mostMissed: 3 },
    lookEverySeconds: LOOK_EVERY_SECONDS,
  })
  if (result.kind === 'rejected') throw new Error(result.message)
  const looks: (() => void)[] = []
  const printed: string[] = []
  const context = createContext({
    console: { warn: (line: string) => printed.push(line) },
    setInterval: (look: () => void) => looks.push(look),
    clearInterval: () => looks.splice(0),
    setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    crypto: {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
      subtle: { digest: (name: string, bytes: BufferSource) => crypto.subtle.digest(name, bytes) },
    },
    TextEncoder: class {
      encode(text: string): Uint8Array {
        return Buffer.from(text)
      }
    },
  })
  const module = { exports: {} as { hello: () => string } }
  const run = runInContext(`(function (module, exports, require, latchkey) {${result.source}\n})`, context)
  run(module, module.exports, undefined, { expiresAt, beat })
  return {
    look: () => {
      for (const each of looks) each()
    },
    hello: () => module.exports.hello(),
    printed,
  }
}

const genuine: Session['beat'] = async (nonce) => ({
  code: 'KEY_VALID',
  message: '',
  proof: createHash('sha256')
    .update(SECRET + nonce)
    .digest('hex'),
})

/** Replaces all built-ins, except for those that `await` and the program itself need. */
const WRECK = `
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name]
    if (typeof value !== 'function' || name === 'Promise' || name === 'Object' || name === 'Function') continue
    for (const owner of [value, value.prototype ?? {}])
      for (const key of Object.getOwnPropertyNames(owner))
        if (key !== 'constructor') try { owner[key] = () => { throw 'wrecked ' + key } } catch {}
  }
  for (const name of ['console', 'crypto', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout',
    'TextEncoder', 'Uint8Array', 'Array', 'String', 'Number', 'Date', 'JSON', 'Math', 'Error']) globalThis[name] = null`

describe('A program that changes every built-in neither breaks nor fools its guard', () => {
  test.each([
    ['goes on while the license holds', 'KEY_VALID', undefined],
    ['stops when it does not', 'KEY_BANNED', 'Main has stopped: Blocked.'],
  ])('%s', async (_, code, why) => {
    const beat = vi.fn<Session['beat']>(async (nonce) => ({
      ...(await genuine(nonce)),
      code,
      message: 'Blocked.',
    }))
    const { look, hello, printed } = start(WRECK, beat)
    for (let beats = 1; beats <= 5; beats += 1) {
      look()
      await expect.poll(() => beat.mock.settledResults.length).toBe(why === undefined ? beats : 1)
    }
    const told = ['[latchkey] Main is licensed, and runs.']
    if (why === undefined) expect([hello(), printed]).toEqual(['Hello', told])
    else {
      await vi.waitFor(() => expect(() => hello()).toThrow(why), { timeout: 15_000 })
      expect(printed).toEqual([...told, `[latchkey] ${why}`])
    }
  })

  test('stops when the license ends, by the clock that it started with', () => {
    const { look, hello } = start('Date.now = () => 0', genuine, 1)
    look()
    expect(() => hello()).toThrow('the license has ended')
  })

  test('does not end a license early', () => {
    const { look, hello } = start('Date.now = () => 1e15', genuine, Math.floor(Date.now() / 1_000) + 3_600)
    look()
    expect(hello()).toBe('Hello')
  })
})

describe('A heartbeat that is never answered counts as a missed one', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('after half a minute each', async () => {
    const { look, hello } = start('', () => new Promise(() => {}))
    for (let missed = 1; missed <= 4; missed += 1) {
      expect(hello()).toBe('Hello')
      look()
      vi.advanceTimersByTime(30_000)
    }
    expect(() => hello()).toThrow('could not be reached')
  })
})
