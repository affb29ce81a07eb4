import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFactsHere, writeFilesOfAnotherComputer } from '../support/another-computer.ts'
import { activate, confirmed, keyField, licensePanel, outcomeAtGate, press } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** No program listens here, and none may without being root. */
const NOBODY_THERE = 'http://127.0.0.1:9/'
const SECONDS_A_DAY = 86_400

let service: ServiceUnderTest
let vendor: VendorClient
let dataDir: string

beforeAll(async () => {
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey })
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-lifecycle-'))
})
afterAll(async () => {
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function createKey(body: Parameters<VendorClient['users']['create']>[1] = {}): Promise<string> {
  const outcome = await vendor.users.create(service.project, body)
  if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
  return outcome.value.user_key
}

async function readUser(key: string) {
  const outcome = await vendor.users.list(service.project, { user_key: key })
  const user = outcome.kind === 'ok' ? outcome.value.users[0] : undefined
  if (user === undefined) throw new Error(`The service knows no such key: ${JSON.stringify(outcome)}`)
  return user
}

async function ban(key: string, reason = ''): Promise<void> {
  const outcome = await vendor.users.ban(service.project, { user_key: key, ban_reason: reason })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

/** A ban refuses the device with every key, so a test that bans has to take it back. */
async function unban(key: string): Promise<void> {
  const outcome = await vendor.users.unban(service.project, (await readUser(key)).unban_token)
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

const executionsOf = async (key: string): Promise<number> => (await readUser(key)).total_executions

interface Start {
  readonly name: string
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
}

/** One run of the app. The same name is the same user-data folder. */
async function run({ name, env, args }: Start, use: (app: AppUnderTest) => Promise<void>): Promise<void> {
  const userDataDir = join(dataDir, name)
  await mkdir(userDataDir, { recursive: true })
  const app = await launchApp({ userDataDir, env: { ...service.appEnv, ...env }, args: args ?? [] })
  try {
    await use(app)
  } finally {
    await app.close()
  }
}

/** Moves the main process's wall clock, as a user who sets the date does. */
const shiftClock = ({ electron }: AppUnderTest, seconds: number): Promise<void> =>
  electron.evaluate((_electron, shift) => {
    const realNow = Date.now
    Date.now = () => realNow() + shift * 1000
  }, seconds)

/** What the operating system tells the app when the lid was closed for a while. */
async function sleep(app: AppUnderTest, seconds: number): Promise<void> {
  await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await shiftClock(app, seconds)
  await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

test('a launch with a stored key counts one execution, and so does every check that is asked for', async () => {
  const key = await createKey({ auth_expire: Math.floor(Date.now() / 1000) + 2.5 * SECONDS_A_DAY })
  const reminder = ({ window }: AppUnderTest) => window.getByText(/^This license ends in/)
  await run({ name: 'counting' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
    await reminder(app).waitFor()
  })
  expect(await executionsOf(key)).toBe(1)
  await run({ name: 'counting' }, async (app) => {
    await licensePanel(app).waitFor()
    await confirmed(app)
    expect(await executionsOf(key)).toBe(2)
    // Of three days, this was said.
    expect(await reminder(app).count()).toBe(0)
    await app.window.getByRole('button', { name: 'Check again' }).click()
    await expect.poll(() => executionsOf(key)).toBe(3)
  })
  expect(await executionsOf(key)).toBe(3)
})

test('a license that runs out while the product is open is checked once, and the gate says so', async () => {
  let key = ''
  await run({ name: 'expiring' }, async (app) => {
    key = await createKey({ auth_expire: Math.floor(Date.now() / 1000) + 5, identifier: '' })
    await activate(app, key)
    await licensePanel(app).waitFor()
    expect(await outcomeAtGate(app)).toBe('KEY_EXPIRED')
  })
  expect(await executionsOf(key)).toBe(2)
})

test('a ban shows its reason at the next check, and the product could save before it went', async () => {
  const key = await createKey()
  await run({ name: 'banned' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
    await app.window.evaluate(() => {
      window.latchkey.product.onClosing(() => localStorage.setItem('saved-at-closing', 'yes'))
    })
    await ban(key, 'The card was stolen')
    await app.window.getByRole('button', { name: 'Check again' }).click()
    expect(await outcomeAtGate(app)).toBe('KEY_BANNED')
    expect(await app.window.getByRole('alert').innerText()).toContain('The card was stolen')
  })
  await unban(key)
  await run({ name: 'banned' }, async (app) => {
    await licensePanel(app).waitFor()
    await confirmed(app)
    expect(await app.window.evaluate(() => localStorage.getItem('saved-at-closing'))).toBe('yes')
  })
  expect(await executionsOf(key)).toBe(3)
})

test('a service that is away leaves the product usable in its grace, and closed without one', async () => {
  const key = await createKey()
  await run({ name: 'grace' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  const away = { LATCHKEY_SYNC_URL: NOBODY_THERE }
  await run({ name: 'grace', env: away }, async (app) => {
    await licensePanel(app).waitFor()
    await app.window.getByText('You can go on working until').waitFor()
    const view = await app.window.evaluate(() => window.latchkey.license.view())
    expect(view).toMatchObject({ kind: 'licensed', source: 'grace' })
  })
  await run({ name: 'grace', env: { ...away, LATCHKEY_GRACE_HOURS: '0' } }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
  await run({ name: 'grace', env: away }, async (app) => {
    await app.window.getByText('You can go on working until').waitFor()
    await shiftClock(app, -2 * SECONDS_A_DAY)
    await app.window.getByRole('button', { name: 'Check again' }).click()
    expect(await outcomeAtGate(app)).toBe('clock')
  })
  expect(await executionsOf(key)).toBe(1)
})

test('a grace that ended stays ended at the next start, whose date is earlier', async () => {
  const key = await createKey()
  await run({ name: 'ended-grace' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  const away = { LATCHKEY_SYNC_URL: NOBODY_THERE }
  await run({ name: 'ended-grace', env: away }, async (app) => {
    await app.window.getByText('You can go on working until').waitFor()
    await sleep(app, 4 * SECONDS_A_DAY)
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
  await run({ name: 'ended-grace', env: away }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
})

test('a refusal ends the grace and is not forgotten when the service goes away again', async () => {
  const key = await createKey()
  await run({ name: 'refused-grace' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  await ban(key)
  await run({ name: 'refused-grace' }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('KEY_BANNED')
  })
  await unban(key)
  await run({ name: 'refused-grace', env: { LATCHKEY_SYNC_URL: NOBODY_THERE } }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
})

test('a sleep of more than a day is worth one check, a night is worth none', async () => {
  const key = await createKey()
  await run({ name: 'sleep' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
    await sleep(app, 10 * 3600)
    await sleep(app, 2 * SECONDS_A_DAY)
    await expect.poll(() => executionsOf(key), { timeout: 15_000 }).toBe(2)
    await licensePanel(app).waitFor()
  })
  expect(await executionsOf(key)).toBe(2)
})

test('forgetting the key asks for it at the next start, and leaves no trace of it', async () => {
  const key = await createKey()
  await run({ name: 'forget' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
    await press(app, 'Remove key')
    const dialog = app.window.getByRole('dialog')
    for (const said of ['asks for a key', 'stays linked to this device', 'cannot be shown again']) {
      await dialog.getByText(said).waitFor()
    }
    await dialog.getByRole('button', { name: 'Remove key' }).click()
    await keyField(app).waitFor()
  })
  await run({ name: 'forget' }, async (app) => {
    await keyField(app).waitFor()
    expect(await app.window.evaluate(() => window.latchkey.license.view())).toEqual({ kind: 'locked' })
  })
  expect(await executionsOf(key)).toBe(1)
})

/** Ways in which a file gets damaged, or is damaged on purpose. */
const DAMAGES: Record<string, (text: string) => string> = {
  empty: () => '',
  'cut in half': (text) => text.slice(0, text.length / 2),
  'cut by a byte': (text) => text.slice(0, -2),
  'not JSON': () => 'license',
  'an array': () => '[]',
  null: () => 'null',
  'of zeros': (text) => '\0'.repeat(text.length),
  'from a newer version': (text) => text.replaceAll(/"version":\s*1/g, '"version": 99'),
  'with another seal': (text) => text.replaceAll(/"([A-Za-z0-9+/]{8})[A-Za-z0-9+/]{8}/g, '"$1AAAAAAAA'),
  'with types mixed up': (text) => text.replaceAll(/"[A-Za-z0-9+/=]{20,}"/g, '[1, {}]'),
}

/** Every fourth one in short runs: `store.test.ts` damages the file without a window as well. */
const DAMAGES_TRIED = Object.entries(DAMAGES).filter(
  (_, index) => process.env['LATCHKEY_LONG_TESTS'] === '1' || index % 4 === 0,
)

test('a damaged store never crashes and never opens the product', { timeout: 240_000 }, async () => {
  const key = await createKey()
  await run({ name: 'whole' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  const whole = join(dataDir, 'whole')
  const text = await readFile(join(whole, 'license.json'), 'utf8')
  for (const [damage, apply] of DAMAGES_TRIED) {
    const name = `damaged ${damage}`
    await mkdir(join(dataDir, name))
    await copyFile(join(whole, 'device.json'), join(dataDir, name, 'device.json'))
    await writeFile(join(dataDir, name, 'license.json'), apply(text))
    // The service is not reachable, so only a stored license could open it.
    await run({ name, env: { LATCHKEY_SYNC_URL: NOBODY_THERE } }, async (app) => {
      await keyField(app).waitFor()
      await expect
        .poll(() => app.window.evaluate(() => window.latchkey.license.view()))
        .not.toMatchObject({
          kind: 'checking',
        })
      expect(app.window.url(), damage).toBe('app://gate/')
    })
  }
})

test('files that were copied from another computer open nothing, and the gate says why', async () => {
  const key = await createKey()
  const name = 'another computer'
  const appName = service.appEnv['LATCHKEY_APP_NAME'] ?? ''
  await writeFilesOfAnotherComputer(join(dataDir, name), { appName, key, facts: 1 })
  // Neither with the service nor, by what was verified elsewhere, without it.
  for (const env of [{}, { LATCHKEY_SYNC_URL: NOBODY_THERE }]) {
    await run({ name, env }, async (app) => {
      await app.window.getByText('can no longer be read').waitFor()
      expect(app.window.url()).toBe('app://gate/')
    })
  }
  expect(await executionsOf(key)).toBe(0)
  await run({ name }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  await run({ name }, async (app) => {
    await confirmed(app)
  })
  expect(await executionsOf(key)).toBe(2)
})

const factsHere = await countFactsHere()

// A computer that shows more of itself knows that the files are another's.
test.skipIf(factsHere === 0 || factsHere > 1)(
  'a computer that is not recognised sends nothing until its user takes it for a new device',
  async () => {
    const key = await createKey()
    const name = 'not recognised'
    const appName = service.appEnv['LATCHKEY_APP_NAME'] ?? ''
    await writeFilesOfAnotherComputer(join(dataDir, name), { appName, key, facts: 3 })
    await run({ name }, async (app) => {
      expect(await outcomeAtGate(app)).toBe('device-unsure')
      await activate(app, key)
      expect(await outcomeAtGate(app)).toBe('device-unsure')
      expect(await executionsOf(key)).toBe(0)
      await press(app, 'Use as a new device')
      await licensePanel(app).waitFor()
    })
    await run({ name }, async (app) => {
      await confirmed(app)
    })
    expect(await executionsOf(key)).toBe(2)
  },
)

// Elsewhere the system has a keyring, and nothing is asked.
test.skipIf(process.platform !== 'linux')(
  'without a keyring the user chooses before the first key, and is taken at their word',
  async () => {
    const key = await createKey()
    const start = { name: 'no keyring', args: ['--password-store=basic'] }
    const choice = ({ window }: AppUnderTest) =>
      window.getByRole('checkbox', { name: 'Store the key on this device' })
    await run(start, async (app) => {
      await app.window.getByText('has no keyring').waitFor()
      expect(await choice(app).isChecked()).toBe(true)
      await choice(app).click()
      await app.window.getByText('asks for it when it starts').waitFor()
      await activate(app, key)
      await licensePanel(app).getByText('Not stored').waitFor()
    })
    expect(await readFile(join(dataDir, start.name, 'license.json'), 'utf8')).not.toContain('key')
    await run(start, async (app) => {
      await choice(app).waitFor()
      expect(await choice(app).isChecked()).toBe(false)
      await choice(app).click()
      await app.window.getByText('has no keyring').waitFor()
      await activate(app, key)
      await licensePanel(app).getByText('without a keyring').waitFor()
    })
    await run(start, async (app) => {
      await confirmed(app)
    })
    expect(await executionsOf(key)).toBe(3)
  },
)
