import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountRecord, userRecord } from './testing/records.ts'
import { API_KEY, refusal, startTableServer, type TableServer } from './testing/table-server.ts'

/** Starting a program takes its time on a machine that is busy. */
vi.setConfig({ testTimeout: 30_000 })

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))

let server: TableServer
beforeEach(async () => {
  const users = Array.from({ length: 1_000 }, () => userRecord({ note: 'x'.repeat(1_000) }))
  server = await startTableServer({
    getApiKeyDetails: () => ({ body: accountRecord() }),
    getUsers: () => ({ body: { success: true, message: '', users } }),
    deleteUser: () => refusal(404, 'The project has no such key.'),
  })
})
afterEach(() => server.close())

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  LATCHKEY_URL: server.url,
  ...more,
})

async function ended(child: ChildProcess) {
  const written = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    written.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number, ...written }
}

const latchkey = (...line: string[]) =>
  ended(spawn(process.execPath, [CLI, ...line], { env: environment({ LATCHKEY_API_KEY: API_KEY }) }))

test('as a program it gives data on one stream, talk on the other, and an exit code', async () => {
  const [account, refused, misused] = await Promise.all([
    latchkey('account', '--json'),
    latchkey('users', 'delete', 'k'),
    latchkey('account', '--nope'),
  ])
  expect(account).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(account.stdout)).toMatchObject({ email: 'vendor@shop.example' })
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'Refused (404): The project has no such key.\n' })
  expect(misused).toMatchObject({ code: 2, stdout: '' })
  expect(server.received[0]?.headers['user-agent']).toMatch(/^latchkey\/\d/)
})

test('a reader that goes away early, as head does, is no fault', async () => {
  const child = spawn(process.execPath, [CLI, 'users', 'list', '--json'], {
    env: environment({ LATCHKEY_API_KEY: API_KEY }),
  })
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' })
})

// `script` of util-linux gives the program a real terminal.
test.skipIf(process.platform !== 'linux')(
  'on a real terminal the API key is asked for and never shown',
  async () => {
    const child = spawn('script', ['-qec', `"${process.execPath}" "${CLI}" account`, '/dev/null'], {
      env: environment({ SHELL: '/bin/sh' }),
    })
    let isAnswered = false
    child.stdout.on('data', (chunk) => {
      if (isAnswered || !String(chunk).includes('API key: ')) return
      isAnswered = true
      child.stdin.write(`${API_KEY}\r`)
    })
    const { code, stdout } = await ended(child)
    expect(code).toBe(0)
    expect(stdout).toContain('vendor@shop.example')
    expect(stdout).not.toContain(API_KEY)
    expect(server.received[0]?.headers.authorization).toBe(API_KEY)
  },
)
