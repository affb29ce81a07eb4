import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ScriptSettings } from '@latchkey/management'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { banned, DEVICE, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { Session } from './javascript/guard.ts'
import { addScript, loadScript, runLoader, updateScript } from './testing/scripts.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ protectInThread: {} })
})
afterAll(() => service.stop())

let ids = 0
let id = ''
let key = ''
beforeEach(async () => {
  ids += 1
  id = await addScript(service, `script-${ids}`)
  key = await service.addLicense()
  service.clock.now = NOW
  vi.spyOn(console, 'warn').mockReturnValue()
  return () => vi.restoreAllMocks()
})

async function push(source: string, settings: ScriptSettings = {}): Promise<void> {
  const { status, body } = await updateScript(service, { script: source, ...settings }, id)
  expect([status, body.message]).toEqual([200, 'The script was updated.'])
}

/** The environment of a script that a test runs without the loader. */
interface Surroundings {
  readonly session?: Partial<Session>
  readonly globals?: Readonly<Record<string, unknown>>
}

/** Runs the delivered script. The test decides when it checks its license. */
function run(text: string, { session, globals = {} }: Surroundings) {
  const looks: (() => void)[] = []
  const printed: string[] = []
  const given = {
    setInterval: (look: () => void) => looks.push(look),
    clearInterval: () => looks.splice(0),
    console: { warn: (line: string) => printed.push(line) },
    ...globals,
  }
  const module = { exports: {} as Record<string, (...words: unknown[]) => unknown> }
  const latchkey = session && {
    expiresAt: -1,
    beat: () => Promise.reject(new Error('Nobody there.')),
    ...session,
  }
  const names = ['module', 'exports', 'require', 'latchkey', ...Object.keys(given)]
  new Function(...names, text)(module, module.exports, undefined, latchkey, ...Object.values(given))
  return { exports: module.exports, look: () => looks.forEach((each) => void each()), printed }
}

async function delivered(): Promise<string> {
  const { body } = await loadScript(service, { script_key: key }, id)
  if (body.script === undefined) throw new Error(body.message)
  return body.script
}

/** A limit for a busy machine. */
const PATIENT = { timeout: 40_000 }

const HELLO = "exports.hello = function (name) { return 'Hello, ' + name }"

describe('the loader', () => {
  test('runs the script of a licensed user, and hides its source', async () => {
    await push(HELLO)
    const exports = await runLoader(service, { key, id })
    expect((exports as { hello: (name: string) => string }).hello('you')).toBe('Hello, you')
    expect(await delivered()).not.toContain('Hello')
  })

  const refused = (changes: { key?: string; deviceId?: string }) =>
    expect(runLoader(service, { key, id, ...changes })).rejects

  test('gives nothing without a key, with one that nobody has, or with none at all', async () => {
    await push(HELLO)
    await refused({ key: '' }).toThrow('Set script_key to your license key at the top of the loader')
    await refused({ key: 'x' }).toThrow('This is not a license key.')
    await refused({ key: 'x'.repeat(32) }).toThrow('This license key is not known.')
    await refused({ deviceId: 'short' }).toThrow('This device could not be identified.')
  })

  test.each([
    ['banned', banned(), /is blocked\. Reason: Shared in public/, 'KEY_BANNED'],
    ['stopped', { stopped: 'refunded' }, /was refunded/, 'KEY_BANNED'],
    ['expired', { authExpire: NOW - 1 }, /ran out on/, 'KEY_EXPIRED'],
    ['in use elsewhere', { identifier: OTHER_DEVICE, status: 'active' }, /another device/, 'KEY_HWID_LOCKED'],
  ] as const)(
    'gives nothing for a key that is %s, says why, and counts it',
    async (_, license, why, code) => {
      await push(HELLO)
      key = await service.addLicense(license)
      await refused({}).toThrow(why)
      const { status, body } = await loadScript(service, { script_key: key }, id)
      expect([status, body]).toEqual([
        200,
        { code, message: expect.stringMatching(why), data: expect.anything() },
      ])
      expect((await service.license(key)).totalExecutions).toBe(2)
    },
  )

  test('gives nothing on a device that is banned', async () => {
    await push(HELLO)
    await service.addLicense({ ...banned(), identifier: 'b'.repeat(64), status: 'active' })
    await refused({ deviceId: 'b'.repeat(64) }).toThrow('blocked')
  })

  test('links an unassigned key to the first device, starts its days and counts', async () => {
    await push(HELLO)
    key = await service.addLicense({ keyDays: 2, authExpire: 0 })
    const before = (await service.totals()).executions
    await runLoader(service, { key, id })
    const claimed = { identifier: DEVICE, status: 'active', authExpire: NOW + 172_800, totalExecutions: 1 }
    expect(await service.license(key)).toMatchObject(claimed)
    expect((await service.totals()).executions).toBe(before + 1)
    await refused({ deviceId: OTHER_DEVICE }).toThrow('another device')
  })

  test('gives a script that is free for all to anyone, and counts it for the project', async () => {
    await push(HELLO, { ffa: true })
    const before = (await service.totals()).executions
    for (const wrong of ['', 'x', await service.addLicense(banned())])
      await runLoader(service, { key: wrong, id })
    expect((await service.totals()).executions).toBe(before + 3)
    await push(HELLO, { ffa: false })
    await refused({ key: '' }).toThrow('Set script_key')
  })

  test('says that there is no such script, or that it has no source yet', async () => {
    const { status, body } = await loadScript(service, { script_key: key }, id)
    expect([status, body.code, body.script]).toEqual([404, 'UNKNOWN_ERROR', undefined])
    await refused({ id: 'nobody' } as object).toThrow()
    expect((await service.license(key)).totalExecutions).toBe(0)
  })
})

describe('is_v4_loader', () => {
  test('delivers a script sealed to the run that asked for it', async () => {
    await push(HELLO, { is_v4_loader: true })
    const exports = await runLoader(service, { key, id })
    expect((exports as { hello: (name: string) => string }).hello('you')).toBe('Hello, you')
    const before = (await service.license(key)).totalExecutions
    const { status, body } = await loadScript(service, { script_key: key }, id)
    expect([status, body.script]).toEqual([400, undefined])
    expect(body.message).toContain('needs the v4 loader')
    expect((await service.license(key)).totalExecutions).toBe(before)
  })

  test('is off for a script that never asked for it', async () => {
    await push(HELLO)
    expect((await fetch(`${service.url}/v3/scripts/${id}/loader.js`)).headers.get('content-type')).toContain(
      'text/javascript',
    )
    expect(await delivered()).toBeTypeOf('string')
  })
})

describe('silent', () => {
  test.each([
    [
      false,
      ['[latchkey] Main is licensed, and runs.', '[latchkey] Main has stopped: the license has ended.'],
    ],
    [true, []],
  ])('%s', async (silent, lines) => {
    await push(HELLO, { silent })
    const { look, printed, exports } = run(await delivered(), { session: { expiresAt: 1 } })
    look()
    expect(printed).toEqual(lines)
    expect(() => exports['hello']?.('you')).toThrow('Main has stopped: the license has ended.')
  })
})

describe('heartbeat', () => {
  const session = (answer: Awaited<ReturnType<Session['beat']>>) => ({ beat: vi.fn(async () => answer) })
  const goesOn = ({ exports }: ReturnType<typeof run>) => exports['hello']?.('you')

  test('off: a script asks nobody while it runs', async () => {
    await push(HELLO, { heartbeat: false })
    const { beat } = session({ code: 'KEY_BANNED', message: 'Blocked.' })
    const script = run(await delivered(), { session: { beat } })
    script.look()
    expect(beat).not.toHaveBeenCalled()
    expect(goesOn(script)).toBe('Hello, you')
  })

  test('on: a script stops when the license no longer holds', async () => {
    await push(HELLO, { heartbeat: true })
    const script = run(await delivered(), { session: session({ code: 'KEY_BANNED', message: 'Blocked.' }) })
    expect(goesOn(script)).toBe('Hello, you')
    script.look()
    await vi.waitFor(() => expect(() => goesOn(script)).toThrow('Main has stopped: Blocked.'), PATIENT)
  })

  test('on: a script believes no answer but the service’s', async () => {
    await push(HELLO)
    const proof = createHash('sha256').update('a guess').digest('hex')
    const script = run(await delivered(), { session: session({ code: 'KEY_VALID', message: '', proof }) })
    script.look()
    await vi.waitFor(() => expect(() => goesOn(script)).toThrow('not genuine'), PATIENT)
  })

  test('on: a script goes on without an answer for a while, and no longer', async () => {
    await push(HELLO)
    const beat = vi.fn((): ReturnType<Session['beat']> => Promise.reject(new Error('Nobody there.')))
    const script = run(await delivered(), { session: { beat } })
    for (let missed = 1; missed <= 3; missed += 1) {
      script.look()
      await expect.poll(() => beat.mock.settledResults.length).toBe(missed)
      await setImmediate()
    }
    expect(goesOn(script)).toBe('Hello, you')
    script.look()
    await vi.waitFor(() => expect(() => goesOn(script)).toThrow('could not be reached'), PATIENT)
  })

  test('on: a script stops soon after its key was banned, with the loader and the service at work', async () => {
    const quick = await startTestService({ server: { scriptLimits: { beatEverySeconds: 0.05 } } })
    try {
      await addScript(quick)
      await updateScript(quick, { script: HELLO, silent: true })
      const beating = await quick.addLicense()
      const script = (await runLoader(quick, { key: beating })) as { hello: (name: string) => string }
      const executions = () => quick.license(beating).then(({ totalExecutions }) => totalExecutions)
      expect([script.hello('you'), await executions()]).toEqual(['Hello, you', 1])
      await quick.storage.changeLicense('project', beating, (license) => ({
        outcome: 'banned',
        license: { ...license, ...banned() },
      }))
      await vi.waitFor(
        () => expect(() => script.hello('you')).toThrow(/Main has stopped: This license key is blocked/),
        PATIENT,
      )
      expect(await executions()).toBe(1)
    } finally {
      await quick.stop()
    }
  })
})

describe('lightning', () => {
  const LOOP = 'exports.work = async function (step) { for (;;) { if (await step()) return "done" } }'

  test.each([
    [false, 'rejects'],
    [true, 'resolves'],
  ] as const)('%s: a loop that runs when the license ends', async (lightning, outcome) => {
    await push(LOOP, { lightning, silent: true })
    const { exports, look } = run(await delivered(), { session: { expiresAt: 1 } })
    let steps = 0
    const work = exports['work']?.(async () => {
      steps += 1
      if (steps === 2) look()
      return steps === 4
    }) as Promise<string>
    if (outcome === 'resolves') expect(await work).toBe('done')
    else await expect(work).rejects.toThrow('Main has stopped')
    expect(steps).toBe(lightning ? 4 : 2)
    // In both cases nothing new begins.
    await expect(exports['work']?.(async () => true)).rejects.toThrow('Main has stopped')
  })
})

test('a protected script does not run without its loader', async () => {
  await push(HELLO)
  const text = await delivered()
  expect(() => run(text, {})).toThrow('runs through its loader alone')
})

test('what an update says is what the script is protected with, and what is left out stays', async () => {
  await push(HELLO, { silent: true, script_name: 'Other' })
  await push(HELLO)
  const { look, printed, exports } = run(await delivered(), { session: { expiresAt: 1 } })
  look()
  expect(printed).toEqual([])
  expect(() => exports['hello']?.('you')).toThrow('Other has stopped')
})
