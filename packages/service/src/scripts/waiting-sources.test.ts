import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createLicenseKey } from '@latchkey/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import { testAccount, testProject } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { Processed, ProcessScript } from './script-updates.ts'
import { newScript } from './scripts.ts'
import { addScript, progressOfTrack, updateScript } from './testing/scripts.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

const SOURCE_BYTES = 4 * 1_024 * 1_024
const MIB = 1_024 * 1_024

describe.runIf(process.platform === 'linux')('Sources that wait rest in the database, not in memory', () => {
  const uploads = LONG ? 998 : 20
  const warmUp = 6

  test.each([
    ['in the background', true],
    ['with somebody waiting for the answer', false],
  ])('%s', { timeout: uploads * 3_000 }, async (_how, use_reactor) => {
    const dir = mkdtempSync(join(tmpdir(), 'latchkey-waiting-'))
    const program = fileURLToPath(new URL('./testing/held-scripts-process.ts', import.meta.url))
    const child = fork(program, [join(dir, 'test.sqlite')], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
      rmSync(dir, { recursive: true })
    })
    const [origin] = await once(child, 'message')
    const url = `${origin}/v3/projects/project/scripts/script`
    /** Memory of the service after a garbage collection. */
    const residentMib = async (): Promise<number> => {
      child.send('collect garbage')
      const [bytes] = await once(child, 'message')
      return bytes / MIB
    }
    const body = Buffer.from(JSON.stringify({ script: 'x'.repeat(SOURCE_BYTES), use_reactor }))
    const headers = { authorization: 'latchkey_account', 'content-type': 'application/json' }
    const gaveUp = new AbortController()
    onTestFinished(() => gaveUp.abort())
    const upload = async (): Promise<void> => {
      const answer = fetch(url, { method: 'PUT', headers, body, signal: gaveUp.signal })
      if (use_reactor) expect((await answer).status).toBe(200)
      else answer.catch(() => undefined)
    }
    const database = new DatabaseSync(join(dir, 'test.sqlite'), { readOnly: true })
    onTestFinished(() => database.close())
    const counting = database.prepare('select count(*) as count from waiting_sources')
    /**
     * Reads the number from the database, because an upload for which a caller waits has no answer
     * yet.
     */
    const waiting = (): number => Number(counting.get()?.['count'])
    const uploadMany = async (from: number, until: number): Promise<void> => {
      for (let n = from; n < until; n += 1) {
        await upload()
        await expect.poll(waiting, { timeout: 30_000, interval: 25 }).toBe(n + 1)
      }
    }

    await uploadMany(0, warmUp)
    const before = await residentMib()
    await uploadMany(warmUp, uploads)
    // The memory of a leak would never be freed. Here it would be at least 56 MiB.
    await expect.poll(async () => (await residentMib()) - before).toBeLessThan(LONG ? 60 : 50)
  })
})

/** Processing that ends when the test releases it. */
function heldProcessing() {
  const { promise, resolve } = Promise.withResolvers<Processed>()
  const processScript: ProcessScript = () => promise
  return { processScript, release: () => resolve({ kind: 'processed', source: 'done' }) }
}

async function addAccount({ storage }: TestService): Promise<Pick<TestService, 'apiKey' | 'project'>> {
  const project = testProject({ id: 'theirs', accountId: 'other', appName: 'theirs' })
  await storage.createAccount(testAccount({ id: 'other', email: 'other@example.org', ...apiKeyOfOther }))
  await storage.createProject(project)
  await storage.createScript(newScript('theirs', 'theirs', 'Theirs'))
  return { apiKey: 'latchkey_other', project }
}
const { apiKeyHash } = testAccount({ id: 'other' })
const apiKeyOfOther = { apiKeyHash }

test('Beyond what may wait, an upload is refused with 429 and a time to come again', async () => {
  const { processScript, release } = heldProcessing()
  const service = await startTestService({
    settings: {
      waitingScripts: {
        perAccount: { updates: 2, bytes: 100 },
        inAll: { updates: 3, bytes: 100 },
      },
    },
    server: { processScript },
  })
  onTestFinished(() => service.stop())
  await addScript(service)
  const theirs = { url: service.url, storage: service.storage, ...(await addAccount(service)) }
  const body = { script: 'x'.repeat(30), use_reactor: true }

  const { body: first } = await updateScript(service, body)
  await updateScript(service, body)
  const refused = await updateScript(service, body)
  expect(refused).toMatchObject({ status: 429, body: { success: false } })
  expect(refused.body.message).toContain('of this account wait')
  const again = await fetch(`${service.url}/v3/projects/project/scripts/script`, {
    method: 'PUT',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30'])

  // Another account has a separate limit, below the limit for all.
  expect((await updateScript(theirs, { script: 'x'.repeat(41), use_reactor: true }, 'theirs')).status).toBe(
    429,
  )
  expect((await updateScript(theirs, body, 'theirs')).status).toBe(200)
  expect((await updateScript(theirs, { ...body, script: 'x' }, 'theirs')).body.message).toMatch(
    /^Too many scripts wait/,
  )

  release()
  await expect
    .poll(async () => (await progressOfTrack(service, first.track_progress ?? '')).body.status)
    .toBe('completed')
  await expect.poll(async () => (await updateScript(service, body)).status).toBe(200)
})

test('A small script is answered while another account’s large ones wait', {
  timeout: 120_000,
}, async () => {
  const service = await startTestService({ server: { answerScriptWithinMs: 60_000 } })
  onTestFinished(() => service.stop())
  await addScript(service)
  const theirs = { url: service.url, storage: service.storage, ...(await addAccount(service)) }
  const large = Array.from({ length: 24_000 }, (_, n) => `var declared${n} = ${n};`).join('\n')
  expect(large.length).toBeLessThan(SOURCE_BYTES)
  const { body } = await updateScript(service, { script: large, use_reactor: true })
  const track = body.track_progress ?? ''
  for (let n = 0; n < 2; n += 1) await updateScript(service, { script: large, use_reactor: true })
  await expect
    .poll(async () => (await progressOfTrack(service, track)).body, { timeout: 60_000 })
    .toMatchObject({ reactor_status: 'obfuscating' })

  const key = createLicenseKey()
  for (let round = 0; round < (LONG ? 2 : 1); round += 1) {
    const answered = await updateScript(theirs, { script: `f('${key}')` }, 'theirs')
    expect([answered.status, answered.body.message]).toEqual([200, 'The script was updated.'])
  }
  expect((await progressOfTrack(service, track)).body).toMatchObject({ status: 'processing' })
})

test('What may wait is bounded as the service comes', () => {
  const { perAccount, inAll } = DEFAULT_SETTINGS.waitingScripts
  expect(perAccount.bytes).toBeLessThanOrEqual(64 * MIB)
  expect(inAll.bytes).toBeLessThanOrEqual(512 * MIB)
  expect(perAccount.updates).toBeLessThan(inAll.updates)
})
