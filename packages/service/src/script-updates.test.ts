import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { newScript } from './provision.ts'
import { createScriptUpdates, type ProcessScript, type ScriptUpdateRequest } from './script-updates.ts'
import { createServiceKey } from './seal.ts'
import { createSqliteStorage } from './storage/sqlite/storage.ts'
import type { Storage } from './storage/storage.ts'
import { NOW, testAccount, testProject } from './testing/records.ts'

let storage: Storage
beforeEach(async () => {
  storage = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  await storage.createScript(newScript('script', 'project', 'Main'))
  return () => storage.close()
})

const updatesWith = (process: ProcessScript, answerWithinMs = 10_000) =>
  createScriptUpdates({
    storage,
    clock: () => NOW,
    log: pino({ level: 'silent' }),
    process,
    answerWithinMs,
  })

const request = (changes: Partial<ScriptUpdateRequest> = {}): ScriptUpdateRequest => ({
  trackId: 'track',
  projectId: 'project',
  platform: 'desktop',
  scriptId: 'script',
  source: 'source',
  settings: { ffa: true },
  inBackground: false,
  mostObfuscations: 1,
  audit: { at: NOW, actor: 'api-key', address: '', action: 'updateScript', subject: 'script', fields: [] },
  ...changes,
})

const track = () => storage.findScriptUpdate('project', 'script', 'track')

/** Work that the test lets go on. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const process: ProcessScript = async ({ source }, reach) => {
    await reach('obfuscating')
    await promise
    return { kind: 'processed', source: `processed ${source}` }
  }
  return { process, release: resolve }
}

test('an update that is waited for is answered when it is done, with what was made of the source', async () => {
  const { process, release } = heldWork()
  release()
  expect(await updatesWith(process).update(request())).toEqual({ kind: 'updated' })
  expect(await storage.findSource('project', 'script')).toBe('processed source')
  expect(await storage.findScript('project', 'script')).toMatchObject({ version: '0001', ffa: true })
})

test('an update in the background is answered at once, and its record follows it', async () => {
  const { process, release } = heldWork()
  const updates = updatesWith(process)
  expect(await updates.update(request({ inBackground: true }))).toEqual({ kind: 'tracked' })
  await expect.poll(track).toMatchObject({ state: 'processing', stage: 'obfuscating' })
  expect(await storage.findScript('project', 'script')).toMatchObject({ version: '0000' })
  release()
  await updates.settled()
  expect(await track()).toMatchObject({ state: 'succeeded', stage: 'completed' })
  expect(await storage.findScript('project', 'script')).toMatchObject({ version: '0001' })
})

test('an update that takes too long goes on behind the answer', async () => {
  const { process, release } = heldWork()
  const updates = updatesWith(process, 1)
  expect(await updates.update(request())).toEqual({ kind: 'too-long' })
  release()
  await updates.settled()
  expect(await track()).toMatchObject({ state: 'succeeded' })
})

test('a source that cannot be processed changes nothing but its record', async () => {
  const updates = updatesWith(async () => ({ kind: 'rejected', message: 'Line 1' }))
  expect(await updates.update(request())).toEqual({ kind: 'rejected', message: 'Line 1' })
  expect(await track()).toMatchObject({ state: 'rejected', message: 'Line 1' })
  expect(await storage.findScript('project', 'script')).toMatchObject({ version: '0000', ffa: false })
  // What failed is not charged.
  expect(await updatesWith(heldAndReleased()).update(request({ trackId: 'again' }))).toEqual({
    kind: 'updated',
  })
})

test('a bug in the processing is a failure on record, and an error for whoever waits', async () => {
  const bug = new Error('A bug')
  const updates = updatesWith(() => Promise.reject(bug))
  await expect(updates.update(request())).rejects.toBe(bug)
  expect(await track()).toMatchObject({ state: 'broken', message: expect.stringContaining('Send it again') })
  expect(await updates.update(request({ trackId: 'b', inBackground: true }))).toEqual({ kind: 'tracked' })
  await updates.settled()
})

test('the allowance and the script are looked at first', async () => {
  const updates = updatesWith(heldAndReleased())
  expect(await updates.update(request({ scriptId: 'nobody' }))).toEqual({ kind: 'no-such-script' })
  await updates.update(request())
  expect(await updates.update(request({ trackId: 'b' }))).toEqual({ kind: 'allowance-used-up' })
})

function heldAndReleased(): ProcessScript {
  const { process, release } = heldWork()
  release()
  return process
}
