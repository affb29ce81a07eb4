import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScriptProgress, ScriptUpdated } from '@latchkey/management'
import { createNonce, type LoadedScript } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStorage } from '../modules.ts'
import { DEVICE } from '../testing/records.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startTestService } from '../testing/test-service.ts'

const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 10 : 1

let dir: string
let database: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
  database = `sqlite:${join(dir, 'test.sqlite')}`
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A source that needs a worker for seconds. */
const LARGE = Array.from({ length: 12_000 }, (_, n) => `function f${n}(a) { return a + 'text ${n}' }`).join(
  '\n',
)

type Demo = Pick<ServiceProcess['demo'], 'url' | 'apiKey' | 'project' | 'script' | 'keys'>

async function ask<Body>(url: string, method: string, apiKey: string, body?: object): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: { authorization: apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Body
}

const scriptUrl = ({ url, project, script }: Demo): string =>
  `${url}/v3/projects/${project}/scripts/${script}`

const push = (demo: Demo, script: string, background: boolean): Promise<ScriptUpdated> =>
  ask(scriptUrl(demo), 'PUT', demo.apiKey, { script, is_v4_loader: false, use_reactor: background })

const progress = (demo: Demo, track: string): Promise<ScriptProgress> =>
  ask(`${scriptUrl(demo)}/progress/${track}`, 'GET', demo.apiKey)

async function served(demo: Demo): Promise<string | undefined> {
  const body = { script_key: demo.keys.valid, hwid: DEVICE, nonce: createNonce() }
  const loaded = await ask<LoadedScript>(`${demo.url}/v3/scripts/${demo.script}/load`, 'POST', '', body)
  if (loaded.script === undefined) throw new Error(loaded.message)
  return loaded.script
}

test(`kill -9 in the middle of updates leaves failures, and the old version in service, ${ROUNDS} times`, {
  timeout: ROUNDS * 120_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startServiceProcess(['--database', database])
    const { demo } = service
    // The service first uploads the demo's own script.
    const loader = () => fetch(`${demo.url}/v3/scripts/${demo.script}/loader.js`)
    await expect.poll(async () => (await loader()).status, POLLING).toBe(200)
    expect(await push(demo, `module.exports = 'version ${round}'`, false)).toMatchObject({ success: true })
    const before = await served(demo)

    // One of the two updates is being processed, and the other one waits for its turn.
    const updates = [await push(demo, LARGE, true), await push(demo, LARGE, true)]
    const [first = '', second = ''] = updates.map(({ track_progress }) => track_progress)
    await expect.poll(() => progress(demo, first), POLLING).toMatchObject({ reactor_status: 'obfuscating' })
    expect(await progress(demo, second)).toMatchObject({ status: 'processing' })
    service.process.kill('SIGKILL')
    await service.finished()

    // The next service finds what is left, half a minute later by its clock.
    const { storage } = await openStorage(database, {})
    const next = await startTestService({ storage })
    next.clock.now = Math.floor(Date.now() / 1_000) + 31
    const again = { ...demo, url: next.url }
    for (const track of [first, second]) {
      const message = expect.stringContaining('stopped while it processed the script')
      expect(await progress(again, track)).toMatchObject({ success: false, status: 'failed', message })
      await expect.poll(() => storage.findWaitingSource(track)).toBeUndefined()
    }
    expect(await served(again)).toBe(before)
    expect(await push(again, 'module.exports = 1', false)).toMatchObject({ success: true })
    await next.stop()
  }
})

const POLLING = { timeout: 60_000 }
