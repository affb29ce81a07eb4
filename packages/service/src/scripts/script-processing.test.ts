import { describe, expect, test } from 'vitest'
import { createScriptProcessing, type ProcessingParts } from './script-processing.ts'
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

describe('a source that needs too much memory is rejected, and the next one is processed', () => {
  test.each([
    ['Node ends the thread', LARGEST, 48],
    ['V8 ends the process', 'a()', 1],
  ])('%s', async (_who, source, memoryMb) => {
    const processed = await process(job(source), { limitsOf: () => ({ seconds: 300, memoryMb }) })
    expect(processed).toEqual({
      kind: 'rejected',
      message: expect.stringContaining(`more than ${memoryMb} MiB of memory`),
    })
    expect(await process(job('a()'))).toMatchObject({ kind: 'processed' })
  })
})

test('a process that takes too long ends with a message', async () => {
  const processed = await process(job(LARGE), { limitsOf: () => ({ seconds: 0.2, memoryMb: 1_024 }) })
  expect(processed).toEqual({
    kind: 'rejected',
    message: expect.stringContaining('more than 0.2 seconds of processor time'),
  })
})

test('a process ends when the service stops, and none begins afterwards', async () => {
  const stop = new AbortController()
  const { signal } = stop
  const processScript = createScriptProcessing({ beatSecretOf: () => 'secret' })
  const first = processScript(job(LARGE, { signal }), async () => stop.abort(new Error('Stopped.')))
  await expect(first).rejects.toThrow('Stopped.')
  await expect(processScript(job(LARGE, { signal }), async () => {})).rejects.toThrow('Stopped.')
})
