import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { activate, confirmed, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'
import { type PassingHeaders, startTamperingNode, type TamperingNode } from '../support/tampering-node.ts'

/** No program listens on this port. */
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

let service: ServiceUnderTest
let vendor: VendorClient
/** A node that sends its answers only when `release` is called. The service has decided by then. */
let node: TamperingNode
let held: Promise<void>
let release: () => void
let dataDir: string
let key: string

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

beforeAll(async () => {
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  node = await startTamperingNode(service.url, (answer) => held.then(() => answer))
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-at-once-'))
  const outcome = await vendor.createUser({ body: {} })
  if (outcome.kind !== 'ok') throw new Error(`The service created no key: ${JSON.stringify(outcome)}`)
  key = outcome.value.user_key
  await run(launch('activated'), async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
})
afterAll(async () => {
  await node.close()
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function launch(name: string, env: Record<string, string> = {}): Promise<AppUnderTest> {
  const userDataDir = join(dataDir, name)
  await mkdir(userDataDir, { recursive: true })
  return launchApp({ userDataDir, env: { ...service.appEnv, ...env } })
}

async function run(
  app: Promise<AppUnderTest>,
  use: (app: AppUnderTest, checksBefore: number) => Promise<void>,
): Promise<void> {
  const checksBefore = node.checks.length
  const running = await app
  try {
    await use(running, checksBefore)
  } finally {
    await running.close()
  }
}

/** Starts the app while all answers of the service are delayed. */
function launchHeld(name: string, env: Record<string, string> = {}): Promise<AppUnderTest> {
  held = new Promise((resolve) => {
    release = resolve
  })
  return launch(name, { LATCHKEY_SYNC_URL: node.url, ...env })
}

/** Creates a user-data folder with the stored license of the key. */
async function activated(name: string): Promise<void> {
  await mkdir(join(dataDir, name))
  for (const file of ['device.json', 'license.json'])
    await copyFile(join(dataDir, 'activated', file), join(dataDir, name, file))
}

async function readUser() {
  const outcome = await vendor.getUsers({ query: { user_key: key } })
  const user = outcome.kind === 'ok' ? outcome.value.users[0] : undefined
  if (user === undefined) throw new Error(`The service has no such key: ${JSON.stringify(outcome)}`)
  return user
}

/**
 * Bans the key. A ban is valid for this device with every key, so the returned function lifts it.
 */
async function ban(): Promise<() => Promise<void>> {
  await vendor.blacklistUser({ body: { user_key: key, ban_reason: 'The card was stolen' } })
  const { unban_token } = await readUser()
  return async () => {
    const outcome = await vendor.unbanUser({ body: { unban_token } })
    expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
  }
}

const viewOf = (app: AppUnderTest) => app.window.evaluate(() => window.latchkey.license.view())
const heldCheck = (checksBefore: number): Promise<void> =>
  expect.poll(() => node.checks.length).toBe(checksBefore + 1)

test('opens with the stored license while the answer is held back, for one check', async () => {
  await activated('open')
  const before = (await readUser()).total_executions
  await run(launchHeld('open'), async (app, checksBefore) => {
    await licensePanel(app).getByText('Checking').waitFor()
    await heldCheck(checksBefore)
    expect(await viewOf(app)).toMatchObject({ kind: 'licensed', source: 'stored', isChecking: true })
    expect(app.window.url()).toBe('app://product/')
    release()
    await confirmed(app)
    await licensePanel(app).getByText('Checking').waitFor({ state: 'detached' })
    expect(node.checks).toHaveLength(checksBefore + 1)
  })
  expect((await readUser()).total_executions).toBe(before + 1)
})

test('a refusal lets the open product save, then shows the gate with the reason', async () => {
  await activated('refused')
  const unban = await ban()
  await run(launchHeld('refused'), async (app) => {
    await licensePanel(app).waitFor()
    await app.window.evaluate(() => {
      window.latchkey.product.onClosing(() => localStorage.setItem('saved-at-closing', 'yes'))
    })
    release()
    expect(await outcomeAtGate(app)).toBe('KEY_BANNED')
    expect(await app.window.getByRole('alert').innerText()).toContain('The card was stolen')
    await unban()
    // The call is not awaited in the page, because the app leaves the page.
    await app.window.evaluate(() => void window.latchkey.license.checkAgain())
    await licensePanel(app).waitFor()
    expect(await app.window.evaluate(() => localStorage.getItem('saved-at-closing'))).toBe('yes')
  })
})

test('is locked at the next start when it is killed while the product saves', async () => {
  await activated('killed')
  const unban = await ban()
  const app = await launchHeld('killed')
  await licensePanel(app).waitFor()
  await app.window.evaluate(() => {
    window.latchkey.product.onClosing(() => {
      document.title = 'saving'
      return new Promise(() => {})
    })
  })
  release()
  await expect.poll(() => app.window.title()).toBe('saving')
  const exited = new Promise((resolve) => app.electron.process().once('exit', resolve))
  app.electron.process().kill('SIGKILL')
  await exited

  await run(launch('killed', UNREACHABLE), async (next) => {
    expect(await outcomeAtGate(next)).toBe('connection-refused')
  })
  await unban()
})

/**
 * Changes that an attacker between the app and the service can make to a request without a secret.
 */
const SPOILED: Readonly<Record<string, (headers: PassingHeaders, path: string) => Promise<PassingHeaders>>> =
  {
    SECURITY_ERROR: async (headers) => ({ ...headers, externalsignature: '0'.repeat(40) }),
    USER_AGENT_NOT_ALLOWED: async (headers) => ({ ...headers, 'user-agent': 'curl/8' }),
    TIME_ERROR: async (headers) => ({ ...headers, clienttime: '1800000000' }),
    INVALID_EXECUTOR: async (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name.endsWith('-fingerprint') ? 'f'.repeat(64) : value,
        ]),
      ),
    // The request is sent twice, and the service refuses the second one.
    'SECURITY_ERROR of a repeated request': async (headers, path) => {
      await fetch(new URL(path, service.url), { headers })
      return headers
    },
  }

test('a request that was changed on its way ends no grace, although the service signs the refusal', async () => {
  await activated('spoiled')
  let spoiling: string | undefined
  const between = await startTamperingNode(
    service.url,
    (answer) => answer,
    (headers, path) => SPOILED[spoiling ?? '']?.(headers, path) ?? headers,
  )
  onTestFinished(() => between.close())
  await run(launch('spoiled', { LATCHKEY_SYNC_URL: between.url }), async (app) => {
    await confirmed(app)
    for (spoiling of Object.keys(SPOILED)) {
      const before = between.checks.length
      await app.window.evaluate(() => window.latchkey.license.checkAgain())
      await expect
        .poll(() => viewOf(app), { message: spoiling })
        .toMatchObject({
          ...{ kind: 'licensed', source: 'grace', isChecking: false },
          notice: { kind: 'refused', code: spoiling.split(' ')[0] },
        })
      expect(between.checks).toHaveLength(before + 1)
      expect(app.window.url()).toBe('app://product/')
    }
  })
  await run(launch('spoiled', UNREACHABLE), async (app) => {
    await licensePanel(app).waitFor()
    await expect.poll(() => viewOf(app)).toMatchObject({ kind: 'licensed', source: 'grace' })
  })
})

/** Starts in which the gate waits for the answer before the product opens. */
const CHECK_FIRST: Record<string, { env?: Record<string, string>; before?: () => Promise<void> }> = {
  'a setting requires it': { env: { LATCHKEY_CHECK_FIRST: 'yes' } },
  'there is no grace period': { env: { LATCHKEY_GRACE_HOURS: '0' } },
  'the clock was set back': {
    // The clock is a day ahead during this run, and right again at the next start.
    before: () =>
      run(launch('the clock was set back'), async (app) => {
        await confirmed(app)
        const file = join(dataDir, 'the clock was set back', 'license.json')
        const stored = await readFile(file, 'utf8')
        await app.electron.evaluate(({ powerMonitor }) => {
          powerMonitor.emit('suspend')
          const realNow = Date.now
          Date.now = () => realNow() + 20 * 3_600_000
          powerMonitor.emit('resume')
        })
        await expect.poll(() => readFile(file, 'utf8')).not.toBe(stored)
      }),
  },
}

/** Short runs only test a setting. gate-at-once.test.ts tests all of them without a window. */
const CHECKED_FIRST = Object.entries(CHECK_FIRST).slice(0, isLong ? undefined : 1)

test.each(CHECKED_FIRST)('stays at the gate until the answer when %s', async (name, start) => {
  await activated(name)
  await start.before?.()
  await run(launchHeld(name, start.env), async (app, checksBefore) => {
    await heldCheck(checksBefore)
    expect(await viewOf(app)).toMatchObject({ kind: 'checking' })
    expect(app.window.url()).toBe('app://gate/')
    release()
    await licensePanel(app).waitFor()
    expect(node.checks).toHaveLength(checksBefore + 1)
  })
})
