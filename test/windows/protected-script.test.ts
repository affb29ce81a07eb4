import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { callRaw } from '../support/raw-ipc.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

let service: ServiceUnderTest
let vendor: VendorClient
let userDataDir: string
let app: AppUnderTest
let copy: RepositoryCopy

const openApp = (): Promise<AppUnderTest> =>
  launchApp({
    appDir: copy.dir,
    userDataDir,
    env: { ...service.appEnv, EXAMPLE_SCRIPT_ID: service.script },
  })

async function start(): Promise<void> {
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-script-'))
  app = await openApp()
}
async function stop(): Promise<void> {
  await app?.close()
  await service?.close()
  await rm(userDataDir, { recursive: true, force: true })
}
beforeAll(async () => {
  copy = await copyRepository()
  await rm(join(copy.dir, 'src/renderer/product'), { recursive: true })
  await cp(join(copy.dir, 'examples/protected-script/src'), join(copy.dir, 'src'), { recursive: true })
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(join(copy.dir, 'node_modules/.bin', command), args, {
      cwd: copy.dir,
      env: toolsEnv(),
      shell: process.platform === 'win32',
    })
  await run('tsc')
  await run('electron-vite', 'build', '--logLevel', 'warn')
  await start()
})
afterAll(async () => {
  await stop()
  await copy?.remove()
})

const executions = async (): Promise<number> => {
  const users = await vendor.getUsers({ query: { user_key: service.keys.valid } })
  return users.kind === 'ok' ? (users.value.users[0]?.total_executions ?? -1) : -1
}

async function lookOver(text: string): Promise<string> {
  await app.window.getByRole('textbox', { name: 'Text' }).fill(text)
  await app.window.getByRole('button', { name: 'Read the text' }).click()
  const status = app.window.getByTestId('report')
  await expect.poll(() => status.innerText(), { timeout: 30_000 }).not.toMatch(/^(Reading…)?$/)
  return status.innerText()
}

/** Replaces the script of the demo. */
async function push(script: string): Promise<void> {
  const updated = await vendor.updateScript({ params: { script_id: service.script }, body: { script } })
  expect(updated.kind).toBe('ok')
}

/** Enters the key, unless the product is open already. */
async function open(): Promise<void> {
  await app.window.getByRole('textbox', { name: 'License key' }).fill(service.keys.valid)
  await app.window.getByRole('button', { name: 'Activate' }).click()
  await app.window.getByRole('textbox', { name: 'Text' }).waitFor()
}

/** A script that reports what it can use in its environment. */
const PROBE = `
exports.look = async () => {
  const found = []
  const attempt = async (name, work) => { try { if (await work()) found.push(name) } catch {} }
  await attempt('require', () => typeof require !== 'undefined')
  await attempt('process', () => typeof process !== 'undefined')
  await attempt('Buffer', () => typeof Buffer !== 'undefined')
  await attempt('the bridge', () => 'latchkey' in globalThis)
  await attempt('eval', () => (0, eval)('true'))
  await attempt('the network', async () => (await fetch(${'`URL`'})) !== undefined)
  await attempt('the product page', async () => (await fetch('app://product/')).ok)
  await attempt('storage', () => localStorage !== undefined)
  await attempt('a window', () => open('app://product/') !== null)
  await attempt('calls from page to page', async () => {
    const call = new RTCPeerConnection({ iceServers: [] })
    call.createDataChannel('x')
    await call.setLocalDescription(await call.createOffer())
    await new Promise((resolve, reject) => {
      call.onicecandidate = ({ candidate }) => (candidate ? resolve() : reject())
      setTimeout(reject, 1000)
    })
    return true
  })
  await attempt('its session', () => latchkey !== undefined)
  // The heartbeat needs this function, so it must be there.
  const digests = typeof crypto.subtle.digest
  return { readingSeconds: 0, sentences: found.length, longestWord: [digests, ...found].join(', ') }
}`

test('a protected script runs for the license in use, fetched once, and without the powers of Node', async () => {
  // The demo's own script is uploaded when the service starts.
  await expect
    .poll(async () => (await fetch(`${service.url}/v3/scripts/${service.script}/loader.js`)).status, {
      timeout: 30_000,
    })
    .toBe(200)
  await open()
  expect(await executions()).toBe(1)
  expect(await lookOver('Short. But here is extraordinary prose!')).toBe(
    '2 sentences, 2 s to read, longest word: extraordinary',
  )
  expect(await lookOver('One word')).toBe('1 sentence, 1 s to read, longest word: word')
  // The executions are the check and one load of the script for both calls.
  expect(await executions()).toBe(2)
})

test('where it runs there is no Node, no bridge, no network, no storage, no window and no session', async () => {
  // A script that has failed is loaded again, in the version that the vendor has uploaded
  // meanwhile.
  await push(`exports.look = () => { throw new Error('Gone wrong on purpose.') }`)
  await restart()
  expect(await lookOver('x')).toBe('Gone wrong on purpose.')
  await push(PROBE.replace('URL', `${service.url}/status`))
  expect(await lookOver('x')).toBe('0 sentences, 0 s to read, longest word: function')
})

test('an answer that is not what the product asked for goes no further', async () => {
  await push(`exports.look = () => ({ sentences: 'many' })`)
  await restart()
  expect(await lookOver('x')).toBe('The script could not be run.')
})

test('a script says why it is not delivered, and a locked app asks for none', async () => {
  await push(`exports.look = () => ({ readingSeconds: 1, sentences: 1, longestWord: 'a' })`)
  await restart()
  const banned = await vendor.blacklistUser({
    body: {
      user_key: service.keys.valid,
      ban_reason: 'Refunded',
    },
  })
  expect(banned.kind).toBe('ok')
  expect(await lookOver('x')).toMatch(/This license key is blocked\. Reason: Refunded\./)
  const before = await executions()
  await app.window.getByRole('button', { name: 'Check again' }).click()
  await app.window.getByRole('textbox', { name: 'License key' }).waitFor()
  // The call comes from the product's origin, so only the lock can refuse it.
  const refused = await callRaw(app.electron, 'app://product/waiting/index.html', 'own.readText', 'x')
  expect(refused).toContain('refused, because the app is locked')
  expect(await executions()).toBe(before + 1)
})

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

test.runIf(LONG)(
  'a running script stops at the first heartbeat after a ban',
  { timeout: 180_000 },
  async () => {
    // The earlier test has banned this device, so this test needs another service and another
    // user-data folder.
    await stop()
    await start()
    await push(`exports.look = function () { return { readingSeconds: 1, sentences: 1, longestWord: 'a' } }`)
    await open()
    expect(await lookOver('x')).toContain('1 sentence')
    expect((await vendor.blacklistUser({ body: { user_key: service.keys.valid } })).kind).toBe('ok')
    // The script sends a heartbeat every minute, and runs until the next one.
    await expect
      .poll(() => lookOver('x'), { timeout: 120_000, interval: 1_000 })
      .toMatch(/has stopped: This license key is blocked/)
  },
)

/** Starts the app again with the same data. A running script ends. */
async function restart(): Promise<void> {
  await app.close()
  app = await openApp()
  // The check of the launch has ended, so a ban concerns only what follows.
  await app.window.getByText('Confirmed by the license service').waitFor()
}
