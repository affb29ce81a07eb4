import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import { createScriptProcessing, type ProcessingParts } from './process-in-worker.ts'
import type { ScriptJob } from './script-updates.ts'
import { newScript } from './scripts.ts'

const job = (source: string, changes: Partial<ScriptJob> = {}): ScriptJob => ({
  source,
  script: newScript('script', 'project', 'Main'),
  signal: new AbortController().signal,
  ...changes,
})

const process = (work: ScriptJob, limits: Partial<ProcessingParts> = {}, stages: string[] = []) =>
  createScriptProcessing({ beatSecretOf: () => 'secret', ...limits })(work, async (stage) => {
    stages.push(stage)
  })

const functions = (length: number): string =>
  Array.from({ length }, (_, n) => `function f${n}(a) { return a + 'text ${n}' }`).join('\n')

/** Protecting this source takes a second. */
const LARGE = functions(6_000)
/** Protecting this source takes much memory. */
const LARGEST = functions(20_000)

test('a source is parsed, then obfuscated', async () => {
  const stages: string[] = []
  const processed = await process(job("console.log('a text of its own')"), {}, stages)
  expect(stages).toEqual(['obfuscating'])
  expect(processed).toMatchObject({ kind: 'processed', source: expect.not.stringContaining('of its own') })
})

describe('a source that cannot be read is rejected, with line and column', () => {
  test.each([
    ['let a = 1\n  let b = = 2', 'Line 2, column 11: Unexpected token.'],
    ['a(\n\n', 'Line 3, column 1: Unexpected token.'],
    ["x = 'open", 'Line 1, column 5: Unterminated string constant.'],
    ["import a from 'a'", /^Line 1, column 1: this is a module\. Bundle/],
    ['\n export default 1', /^Line 2, column 2: this is a module\. Bundle/],
    ['await a', /^Line 1, column 7: /],
    [' \n ', 'The source is empty.'],
    ['('.repeat(300_000), /^Line 1, column \d+: The source is nested too deeply/],
  ])('%#', async (source, message) => {
    const stages: string[] = []
    expect(await process(job(source), {}, stages)).toEqual({
      kind: 'rejected',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(stages).toEqual([])
  })
})

test('a source whose tree is too deep for the obfuscator is rejected', async () => {
  const processed = await process(job(`x = 1${' + 1'.repeat(90_000)}`))
  expect(processed.kind === 'rejected' && processed.message).toContain('nested too deeply')
})

test('a worker that runs out of memory ends with a message, and the next one works', async () => {
  const processed = await process(job(LARGEST), { limitsOf: () => ({ seconds: 300, memoryMb: 48 }) })
  expect(processed).toEqual({
    kind: 'rejected',
    message: expect.stringContaining('more than 48 MiB of memory'),
  })
  expect(await process(job('a()'))).toMatchObject({ kind: 'processed' })
})

test('a worker that takes too long ends with a message', async () => {
  const processed = await process(job(LARGE), { limitsOf: () => ({ seconds: 0.2, memoryMb: 1_024 }) })
  expect(processed).toEqual({
    kind: 'rejected',
    message: expect.stringContaining('more than 0.2 seconds of processor time'),
  })
})

test('a worker ends when the service stops, and none begins afterwards', async () => {
  const stop = new AbortController()
  const { signal } = stop
  const processScript = createScriptProcessing({ beatSecretOf: () => 'secret' })
  const first = processScript(job(LARGE, { signal }), async () => stop.abort(new Error('Stopped.')))
  await expect(first).rejects.toThrow('Stopped.')
  await expect(processScript(job(LARGE, { signal }), async () => {})).rejects.toThrow('Stopped.')
})

test('a worker that reports while it is ended leaves no timer, which would delay a stop', async () => {
  const { terminate } = Worker.prototype
  vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    this.emit('message', { kind: 'parsing' })
    return terminate.call(this)
  })
  const timers = () => globalThis.process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timers().length
  const stop = new AbortController()
  const stopped = process(job('a()', { signal: stop.signal }))
  stop.abort(new Error('Stopped.'))
  await expect(stopped).rejects.toThrow('Stopped.')
  vi.restoreAllMocks()
  expect(timers().length).toBeLessThanOrEqual(before)
})
