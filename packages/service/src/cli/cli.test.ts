import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createNonce } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE } from '../testing/records.ts'
import { runCli, startServiceProcess } from '../testing/service-process.ts'
import { sendCheck } from '../testing/test-service.ts'
import { runCommandLine } from './command-line.ts'

let dir: string
let database: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  database = `sqlite:${join(dir, 'test.sqlite')}`
})
afterEach(() => rmSync(dir, { recursive: true }))

const PROJECT =
  'project create --account vendor@example.org --name App --app-name my-app --executor MyApp --user-agent MyApp/*'.split(
    ' ',
  )

describe('the command line', () => {
  test('takes a vendor from nothing to a key that opens an app, while the service runs', async () => {
    const on = ['--database', database]
    const account = await runCli(['account', 'create', '--email', 'vendor@example.org', ...on])
    expect(account).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(account.stdout)).toEqual({
      account: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: 'vendor@example.org',
      apiKey: expect.stringMatching(/^latchkey_[\w-]{43}$/),
    })

    const service = await startServiceProcess(on)
    const project = JSON.parse((await runCli([...PROJECT, ...on])).stdout)
    expect(project).toMatchObject({ appName: 'my-app', executor: 'myapp', userAgents: ['MyApp/*'] })
    expect(new Set(project.secrets).size).toBe(3)

    const made = await fetch(`${service.demo.url}/v3/projects/${project.project}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: JSON.parse(account.stdout).apiKey },
      body: JSON.stringify({ note: 'Gold' }),
    })
    const { user_key: key } = (await made.json()) as { user_key: string }
    const { body } = await sendCheck(service.demo.url, project, { key, userAgent: 'MyApp/1.0' })
    expect(body).toMatchObject({ code: 'KEY_VALID', data: { note: 'Gold', total_executions: 1 } })
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  })

  test.each([[[]], [['--demo']]])(
    'ends with exit code 1 when the link to the console cannot be made, with %j',
    async (options) => {
      const words = ['account', 'create', '--email', 'vendor@example.org', '--database', database]
      await runCommandLine(words, { environment: {}, print: () => {} })
      const raw = new DatabaseSync(join(dir, 'test.sqlite'))
      raw.exec('pragma foreign_keys = off; drop table people')
      raw.close()
      const { code, stderr } = await runCli(['serve', '--port', '0', '--database', database, ...options])
      expect(code).toBe(1)
      expect(stderr).toContain('no such table: people')
    },
  )

  test('prints one line when it listens, and the same demo at a second start', async () => {
    const first = await startServiceProcess(['--database', database])
    const { stdout } = await first.stop('SIGINT')
    const { url, consoleUrl, ...demo } = JSON.parse(stdout)
    expect(stdout.match(/\n/g)).toHaveLength(1)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/link\/[\w-]{43}$/)
    expect(Object.keys(demo)).toEqual([
      'apiKey',
      'project',
      'script',
      'appName',
      'executor',
      'userAgent',
      'secrets',
      'publicKeys',
      'plantToken',
      'keys',
    ])

    const second = await startServiceProcess(['--database', database])
    expect(second.demo).toEqual({ ...demo, url: expect.any(String), consoleUrl: expect.any(String) })
    expect(second.demo.consoleUrl).not.toBe(consoleUrl)
    await second.stop('SIGTERM')
  })

  test('writes no key, signature, device ID or secret to its log, even at its most talkative', async () => {
    const service = await startServiceProcess(['--database', database, '--log-level', 'trace'])
    const { demo } = service
    const base = { key: demo.keys.valid, userAgent: demo.userAgent }
    const nonce = createNonce()
    await sendCheck(demo.url, demo, { ...base, nonce })
    await sendCheck(demo.url, demo, { ...base, nonce })
    await sendCheck(demo.url, demo, { ...base, nonce: null })
    await sendCheck(demo.url, demo, { ...base, userAgent: 'curl' })
    await fetch(`${demo.url}/nothing?key=${demo.keys.valid}`)
    await fetch(`${demo.url}/%zz?key=${demo.keys.valid}`)
    await fetch(`${demo.url}/external_check_key?key=${demo.keys.valid}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"key": "${demo.keys.valid}"`,
    })
    await sendRaw(demo.url, `GET /external_check_key?key=${demo.keys.valid} HTTP/1.1\r\nbroken\r\n\r\n`)
    await sendRaw(
      demo.url,
      `GET /?key=${demo.keys.valid} HTTP/1.1\r\nclienthwid: ${DEVICE.repeat(500)}\r\n\r\n`,
    )
    const { code, stderr } = await service.stop('SIGTERM')
    expect(code, stderr.split('\n').slice(-6).join('\n')).toBe(0)
    expect(stderr).toContain('listening')
    for (const hidden of [demo.keys.valid, DEVICE, nonce, demo.apiKey, demo.plantToken, ...demo.secrets]) {
      expect(stderr.includes(hidden)).toBe(false)
    }
    expect(stderr).not.toMatch(/\b[0-9a-f]{40}\b/)
    for (const line of stderr.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  test.skipIf(process.platform === 'win32')('stops when npm was killed and left it behind', async () => {
    const cliPath = fileURLToPath(new URL('../cli.ts', import.meta.url))
    const line = `"${process.execPath}" "${cliPath}" serve --port 0 --database "${database}"; true`
    const shell = spawn('sh', ['-c', line], {
      env: { ...process.env, npm_lifecycle_event: 'service' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [started] = await once(shell.stdout, 'data')
    const { url } = JSON.parse(String(started))
    expect((await fetch(`${url}/sync`)).status).toBe(200)
    shell.kill('SIGKILL')
    // The output closes when the last process that holds it has ended.
    await once(shell.stdout.resume(), 'close')
    await expect(fetch(`${url}/sync`)).rejects.toThrow()
  })

  test('names the Node that it needs, where an older one starts it', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } })"
    const cliPath = fileURLToPath(new URL('../cli.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${older}`, cliPath, 'serve'])
    const chunks: Buffer[] = []
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    expect(await once(child, 'close')).toEqual([1, null])
    const errors = String(Buffer.concat(chunks))
    expect(errors).toMatch(
      /^latchkey-service needs Node 24 or newer, and this is Node 22\.1\.0\. Install it /,
    )
  })

  test('tells people what to put right, without a stack trace', async () => {
    const misused = await runCli(['serve', '--colour', 'red'])
    expect(misused).toMatchObject({ code: 2, stdout: '', stderr: "Unknown option '--colour'. See --help.\n" })
    const failed = await runCli(['project', 'update', '--app-name', 'nobody', '--database', database])
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no project.*\n$/),
    })
  })
})

/** Sends bytes that an HTTP client would never send. */
async function sendRaw(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket
      .on('close', () => resolve())
      .on('error', () => resolve())
      .resume()
  })
}
