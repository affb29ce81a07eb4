import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountRecord } from '../testing/records.ts'
import { runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handlers, refusal, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
let directory = ''
let source = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-'))
  source = join(directory, 'main.lua')
  await writeFile(source, 'print("hello")')
})
afterEach(async () => {
  await server?.close()
  await rm(directory, { recursive: true })
})

async function scripts(handlers: Handlers, ...line: string[]) {
  const started = await startTableServer({ getApiKeyDetails: () => ({ body: accountRecord() }), ...handlers })
  server = started
  const ended = await runLatchkey(started, ['scripts', ...line])
  const uploads = started.received.filter(({ id }) => id === 'updateScript').map(({ body }) => body)
  return { ...ended, uploads }
}

test('list shows the scripts of the project', async () => {
  const { code, stdout } = await scripts({}, 'list')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^SCRIPT .+\nscript-1 +main +000001 +no +yes\n$/)
})

test('push sends the current settings back, with what is to change', async () => {
  const { code, uploads } = await scripts(
    { updateScript: () => done() },
    'push',
    'script-1',
    source,
    '--ffa',
    'on',
    '--heartbeat',
    'off',
  )
  expect(code).toBe(0)
  expect(uploads).toEqual([
    {
      script: 'print("hello")',
      script_name: 'main',
      ffa: true,
      silent: true,
      heartbeat: false,
      use_reactor: true,
    },
  ])
})

const PUSHED = { updateScript: () => ({ body: { success: true, track_progress: 'track-9' } }) }

test('push follows the upload with a bar, and needs no script where there is one', async () => {
  const replies = [
    progress('processing', 'obfuscating'),
    progress('completed', 'completed', { success: true, message: 'Version 2.' }),
  ]
  const handlers = { ...PUSHED, getUpdateProgress: () => replies.shift() ?? 'drop' } as const
  const { code, stderr, pausesMs } = await scripts(handlers, 'push', source)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^\[#+\.+\] obfuscating\n\[#+\] completed\nThe script was updated\. Version 2\.\n$/)
  expect(pausesMs).toEqual([2_000])
})

test('in a terminal the bar moves on one line', async () => {
  const replies = [progress('processing', 'parsing'), progress('failed', 'obfuscating')]
  server = await startTableServer({
    getApiKeyDetails: () => ({ body: accountRecord() }),
    ...PUSHED,
    getUpdateProgress: () => replies.shift() ?? 'drop',
  })
  const { code, stderr } = await runLatchkey(server, ['scripts', 'push', source], { isTerminal: true })
  expect(code).toBe(1)
  const line = '\r\u001b[2K'
  expect(stderr.split(line)).toEqual([
    '',
    expect.stringMatching(/parsing$/),
    expect.stringMatching(/obfuscating\nThe update failed\. because\n$/),
  ])
})

test('push in the background prints the track', async () => {
  const { stdout, stderr, uploads } = await scripts(
    { updateScript: () => ({ body: { success: true, track_progress: 'track-9' } }) },
    'push',
    'script-1',
    source,
    '--background',
  )
  expect(uploads).toMatchObject([{ use_reactor: true }])
  expect(stdout).toBe('track-9\n')
  expect(stderr).toContain('scripts progress script-1 track-9')
})

test('push of a script that is too large says so and ends with 1', async () => {
  const { code, stderr } = await scripts(
    { updateScript: () => refusal(413, 'The script is too large for this channel.') },
    'push',
    'script-1',
    source,
  )
  expect([code, stderr]).toEqual([1, 'Refused (413): The script is too large for this channel.\n'])
})

test.each([
  ['push', 'script-1', 'no-such-file.lua'],
  ['settings', 'script-1', '--ffa', 'on'],
  ['settings', 'script-1', '--source', 'main.lua'],
  ['settings', 'script-1', '--ffa', 'yes', '--source', 'main.lua'],
])('refuses %s %s %s %s, and uploads nothing', async (...line) => {
  const { code, uploads } = await scripts(
    { updateScript: () => done() },
    ...line.filter((word) => word !== undefined),
  )
  expect([code, uploads]).toEqual([2, []])
})

test('a script that the project does not have is refused before the upload', async () => {
  const { code, uploads } = await scripts({ updateScript: () => done() }, 'push', 'script-2', source)
  expect([code, uploads]).toEqual([1, []])
})

test('settings shows them, and changes them together with the source', async () => {
  const shown = await scripts({}, 'settings', 'script-1')
  expect(shown.stdout).toMatch(/^Version +000001$/m)
  expect(shown.stdout).toMatch(/^Silent +on$/m)
  await server?.close()
  const changed = await scripts(
    { updateScript: () => done() },
    'settings',
    'script-1',
    '--silent',
    'off',
    '--source',
    source,
  )
  expect(changed.uploads).toMatchObject([{ silent: false, ffa: false, script: 'print("hello")' }])
})

const progress = (status: string, stage: string, result?: object) => ({
  body: { success: true, status, message: 'because', reactor_status: stage, ...(result && { result }) },
})

test('progress tells each stage once, and ends with 0 when the script was updated', async () => {
  const replies = [
    progress('processing', 'parsing'),
    progress('processing', 'parsing'),
    progress('completed', 'completed', { success: true, message: 'Version 2.' }),
  ]
  const { code, stdout, stderr, pausesMs } = await scripts(
    { getUpdateProgress: () => replies.shift() ?? 'drop' },
    'progress',
    'script-1',
    'track-9',
    '--json',
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed' })
  const bars = '[##......................] parsing\n[########################] completed\n'
  expect(stderr).toBe(`${bars}The script was updated. Version 2.\n`)
  expect(pausesMs).toEqual([2_000, 2_000])
})

test.each([
  ['failed', undefined, 'because'],
  ['completed', { success: false, message: 'Line 3.' }, 'Line 3.'],
])('progress ends with 1 when the update %s without success', async (status, result, reason) => {
  const { code, stderr } = await scripts(
    { getUpdateProgress: () => progress(status, 'parsing', result) },
    'progress',
    'script-1',
    'track-9',
  )
  expect(code).toBe(1)
  expect(stderr).toContain(`The update failed. ${reason}`)
})
