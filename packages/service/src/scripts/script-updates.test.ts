import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { NOW, testAccount, testProject } from '../testing/records.ts'
import {
  createScriptUpdates,
  type ProcessScript,
  type ScriptUpdateRequest,
  type ScriptUpdatesParts,
} from './script-updates.ts'
import { newScript } from './scripts.ts'

let storage: Storage
beforeEach(async () => {
  storage = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  await storage.createScript(newScript('script', 'project', 'Main'))
  return () => storage.close()
})

const updatesWith = (
  process: ProcessScript,
  answerWithinMs = 10_000,
  parts: Partial<ScriptUpdatesParts> = {},
) =>
  createScriptUpdates({
    storage,
    clock: () => NOW,
    log: pino({ level: 'silent' }),
    process,
    answerWithinMs,
    waiting: DEFAULT_SETTINGS.waitingScripts,
    ...parts,
  })

const request = (changes: Partial<ScriptUpdateRequest> = {}): ScriptUpdateRequest => ({
  trackId: 'track',
  accountId: 'account',
  projectId: 'project',
  scriptId: 'script',
  source: 'source',
  settings: { ffa: true },
  inBackground: false,
  mostObfuscations: 1,
  by: { at: NOW, actor: 'api-key', address: '', fields: [] },
  ...changes,
})

const track = () => storage.findScriptUpdate('project', 'script', 'track')

/** Processing that waits until the test releases it. */
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
  // A failed update is not counted.
  expect(await updatesWith(heldAndReleased()).update(request({ trackId: 'again' }))).toEqual({
    kind: 'updated',
  })
})

test('a bug in the processing is a failure on record, and an error for the caller', async () => {
  const bug = new Error('A bug')
  const updates = updatesWith(() => Promise.reject(bug))
  await expect(updates.update(request())).rejects.toBe(bug)
  expect(await track()).toMatchObject({ state: 'broken', message: expect.stringContaining('Send it again') })
  expect(await updates.update(request({ trackId: 'b', inBackground: true }))).toEqual({ kind: 'tracked' })
  await updates.settled()
})

test('the allowance and the script are checked first', async () => {
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

test('of two updates at once the later one is what remains, and with its settings', async () => {
  const held = new Map<string, () => void>()
  const process: ProcessScript = async ({ source, script }) => {
    await new Promise<void>((resolve) => held.set(source, resolve))
    return { kind: 'processed', source: `${source}, silent: ${script.silent}` }
  }
  const updates = updatesWith(process)
  const most = { mostObfuscations: 10 }
  const older = updates.update(
    request({ ...most, trackId: 'a', source: 'older', settings: { silent: true } }),
  )
  const newer = updates.update(request({ ...most, trackId: 'b', source: 'newer', settings: {} }))
  await expect.poll(() => [...held.keys()]).toEqual(['older'])
  expect(await storage.findScriptUpdate('project', 'script', 'b')).toMatchObject({ state: 'processing' })
  held.get('older')?.()
  await expect.poll(() => [...held.keys()]).toEqual(['older', 'newer'])
  expect(await storage.findSource('project', 'script')).toBe('older, silent: true')
  held.get('newer')?.()
  expect(await Promise.all([older, newer])).toEqual([{ kind: 'updated' }, { kind: 'updated' }])
  expect(await storage.findSource('project', 'script')).toBe('newer, silent: true')
  expect(await storage.findScript('project', 'script')).toMatchObject({ version: '0002', silent: true })
})

test('a service that stops ends all updates, and records the reason', async () => {
  const process: ProcessScript = (_job, _reach) => new Promise(() => {})
  const untilAborted: ProcessScript = ({ signal, ...job }, reach) =>
    Promise.race([
      process({ signal, ...job }, reach),
      new Promise<never>((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    ])
  const updates = updatesWith(untilAborted)
  const answers = ['a', 'b'].map((trackId) => updates.update(request({ trackId, mostObfuscations: 10 })))
  await expect.poll(() => storage.findScriptUpdate('project', 'script', 'b')).toBeDefined()
  await updates.stop()
  expect(await Promise.all(answers)).toEqual([{ kind: 'stopped' }, { kind: 'stopped' }])
  for (const trackId of ['a', 'b']) {
    const why = expect.stringContaining('The service stopped while')
    const update = await storage.findScriptUpdate('project', 'script', trackId)
    expect(update).toMatchObject({ state: 'broken', message: why })
  }
})

test('an update that its readers had to give up changes nothing any more', async () => {
  let now = NOW
  const updates = createScriptUpdates({
    storage,
    clock: () => now,
    log: pino({ level: 'silent' }),
    process: async () => {
      now += 31
      return { kind: 'processed', source: 'late' }
    },
    answerWithinMs: 10_000,
    waiting: DEFAULT_SETTINGS.waitingScripts,
  })
  await expect(updates.update(request())).rejects.toThrow('already ended')
  expect(await track()).toMatchObject({ state: 'broken' })
  expect(await storage.findSource('project', 'script')).toBeUndefined()
})

test('what a killed process left behind is ended by another one, and its source deleted', async () => {
  const never: ProcessScript = () => new Promise(() => {})
  const killed = updatesWith(never)
  for (const trackId of ['a', 'b']) {
    await killed.update(request({ trackId, inBackground: true, mostObfuscations: 10 }))
  }
  expect(await storage.findWaitingSource('b')).toBe('source')
  const another = updatesWith(never, 10_000, { clock: () => NOW + 31 })
  another.begin()
  for (const trackId of ['a', 'b']) {
    await expect
      .poll(() => storage.findScriptUpdate('project', 'script', trackId))
      .toMatchObject({ state: 'broken', message: expect.stringContaining('The service stopped while') })
    expect(await storage.findWaitingSource(trackId)).toBeUndefined()
  }
  await another.stop()
})

test('an update that another process ended changes nothing, and is no success', async () => {
  const { process, release } = heldWork()
  const update = updatesWith(process).update(request())
  await expect.poll(track).toMatchObject({ stage: 'obfuscating' })
  await storage.breakOffUpdates(['track'], 'Why')
  release()
  await expect(update).rejects.toThrow('already ended')
  expect(await track()).toMatchObject({ state: 'broken', message: 'Why' })
  expect(await storage.findSource('project', 'script')).toBeUndefined()
})

test('an update that arrives while the service stops is refused, and leaves no source', async () => {
  const updates = updatesWith(heldAndReleased())
  await updates.stop()
  expect(await updates.update(request())).toEqual({ kind: 'stopped' })
  expect(await updates.update(request({ trackId: 'b', inBackground: true }))).toEqual({ kind: 'stopped' })
  for (const trackId of ['track', 'b']) {
    expect(await storage.findScriptUpdate('project', 'script', trackId)).toMatchObject({ state: 'broken' })
    expect(await storage.findWaitingSource(trackId)).toBeUndefined()
  }
})
