import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOON, type RunOptions, runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handler, refusal, startTableServer, type TableServer } from '../testing/table-server.ts'

const LICENSE = 'aaa.bbb.ccc'
const YEAR = 365 * 86_400

let server: TableServer | undefined
let folder = ''
let request = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  request = join(folder, 'request.txt')
  await writeFile(request, 'the request')
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true })
})

/** Runs `licenses issue` with these answers of the service, one for each request. */
async function issue(answers: readonly ReturnType<Handler>[], line: string[], options: RunOptions = {}) {
  const left = [...answers]
  server = await startTableServer({ issueLicense: () => left.shift() ?? 'drop' })
  const ended = await runLatchkey(server, ['licenses', 'issue', ...line], options)
  return { ...ended, bodies: server.received.map(({ body }) => body) }
}

const issued = () =>
  done({ license: LICENSE, expires_at: NOON / 1_000 + YEAR, user_key: 'abcdefghijklmnopqrstuvwxyzABCDEF' })
const asks = (message: string) => refusal(409, message)

/** A terminal into which this text has been typed. */
function terminal(typed: string): PassThrough & { isTTY: boolean } {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.write(typed)
  return stdin
}

test('writes the license beside the request, and says until when it holds', async () => {
  const { code, stdout, stderr, bodies } = await issue([issued()], [request, '--days', '365'])
  expect(code).toBe(0)
  const file = join(folder, 'request-license.txt')
  expect(stdout).toBe(`${file}\n`)
  expect(stderr).toMatch(/^Done\. It ends: 2027-11-21 .*\n$/)
  expect(await readFile(file, 'utf8')).toBe(`${LICENSE}\n`)
  expect(bodies).toEqual([{ request: 'the request', days: 365 }])
})

test('writes it where --output says, and prints the answer as JSON', async () => {
  const file = join(folder, 'x')
  const { stdout } = await issue([issued()], [request, '--days', '1', '--output', file, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ license: LICENSE, file })
  expect(await readFile(file, 'utf8')).toBe(`${LICENSE}\n`)
})

test('asks at a terminal whether the key moves, and then whether it moves anyway', async () => {
  const yes = await issue([asks('Linked.'), issued()], [request, '--days', '1'], { stdin: terminal('y\n') })
  expect(yes.code).toBe(0)
  expect(yes.stderr).toContain('Linked. Move the key? [y/N] ')
  expect(yes.bodies).toEqual([
    { request: 'the request', days: 1 },
    { request: 'the request', days: 1, move: true },
  ])
  await server?.close()
  const line = [request, '--days', '1', '--move']
  const anyway = await issue([asks('Cooldown.'), issued()], line, { stdin: terminal('yes\n') })
  expect(anyway.stderr).toContain('Cooldown. Move the key anyway? [y/N] ')
  expect(anyway.bodies.at(-1)).toEqual({ request: 'the request', days: 1, move: true, force: true })
})

test.each([
  ['no', () => ({ stdin: terminal('n\n') })],
  ['nothing', () => ({ stdin: terminal('\n') })],
  ['a closed terminal', () => ({ stdin: Object.assign(terminal(''), {}).end() as never })],
  ['no terminal', () => ({})],
])('does not move with the answer %s', async (_, options) => {
  const { code, stderr, bodies } = await issue([asks('Linked.')], [request, '--days', '1'], options())
  expect(code).toBe(1)
  expect(stderr).toContain('Refused (409): Linked.')
  expect(bodies).toHaveLength(1)
})

test('--force moves in any case, and asks nothing', async () => {
  const { bodies } = await issue([issued()], [request, '--days', '1', '--force'])
  expect(bodies).toEqual([{ request: 'the request', days: 1, move: true, force: true }])
})

test('a license that cannot be written is not lost', async () => {
  const file = join(folder, 'no', 'folder')
  const { code, stdout, stderr } = await issue([issued()], [request, '--days', '1', '--output', file])
  expect(code).toBe(1)
  expect(stdout).toBe(`${LICENSE}\n`)
  expect(stderr).toContain('cannot be written')
})

test.each([
  [['--days', '1'], 'REQUEST'],
  [['nowhere.txt', '--days', '1'], 'cannot be read'],
])('refuses %j', async (line, problem) => {
  const { code, stderr, bodies } = await issue([], line)
  expect(code).toBe(2)
  expect(stderr).toContain(problem)
  expect(bodies).toEqual([])
})
