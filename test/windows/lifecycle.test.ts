import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type RequestTo, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFactsHere, writeFilesOfAnotherComputer } from '../support/another-computer.ts'
import { activate, confirmed, keyField, licensePanel, outcomeAtGate, press } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** No program listens on this port, which only root may open. */
const NOBODY_THERE = 'http://127.0.0.1:9/'
const SECONDS_A_DAY = 86_400

let service: ServiceUnderTest
let vendor: VendorClient
let dataDir: string

/** The key of the license in the folder `activated`. */
let key: string

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

const reminder = ({ window }: AppUnderTest) => window.getByText(/^This license ends in/)

beforeAll(async () => {
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-lifecycle-'))
  key = await createKey({ auth_expire: Math.floor(Date.now() / 1000) + 2.5 * SECONDS_A_DAY })
  await run({ name: 'activated' }, async (app) => {
    await activate(app, key)
    await licensePanel(app).waitFor()
    await reminder(app).waitFor()
  })
})
afterAll(async () => {
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function createKey(body: RequestTo<'createUser'>['body'] = {}): Promise<string> {
  const outcome = await vendor.createUser({ body })
  if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
  return outcome.value.user_key
}

async function readUser(key: string) {
  const outcome = await vendor.getUsers({ query: { user_key: key } })
  const user = outcome.kind === 'ok' ? outcome.value.users[0] : undefined
  if (user === undefined) throw new Error(`The service knows no such key: ${JSON.stringify(outcome)}`)
  return user
}

async function ban(key: string, reason = ''): Promise<void> {
  const outcome = await vendor.blacklistUser({ body: { user_key: key, ban_reason: reason } })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

async function update(body: RequestTo<'updateUser'>['body']): Promise<void> {
  const outcome = await vendor.updateUser({ body })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

/**
 * Lifts the ban of a key. A ban is valid for the device with every key, so a test must lift its
 * ban.
 */
async function unban(key: string): Promise<void> {
  const outcome = await vendor.unbanUser({ body: { unban_token: (await readUser(key)).unban_token } })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

const executionsOf = async (key: string): Promise<number> => (await readUser(key)).total_executions

/** Creates a user-data folder with the license of `key`, without starting the app. */
async function haveLicense(name: string, change = (text: string) => text): Promise<void> {
  const [from, to] = [join(dataDir, 'activated'), join(dataDir, name)]
  await mkdir(to)
  await copyFile(join(from, 'device.json'), join(to, 'device.json'))
  const license = await readFile(join(from, 'license.json'), 'utf8')
  await writeFile(join(to, 'license.json'), change(license))
}

interface Start {
  readonly name: string
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
}

/** Starts the app, and closes it after `use`. The same name means the same user-data folder. */
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

/** Moves the clock of the main process, as a user does who sets the date. */
const shiftClock = ({ electron }: AppUnderTest, seconds: number): Promise<void> =>
  electron.evaluate((_electron, shift) => {
    const realNow = Date.now
    Date.now = () => realNow() + shift * 1000
  }, seconds)

/** Sends the events of a sleep of this length. */
async function sleep(app: AppUnderTest, seconds: number): Promise<void> {
  await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await shiftClock(app, seconds)
  await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

/** Checks the stored key at the gate, which opens the product. */
async function checkAtGate(app: AppUnderTest): Promise<void> {
  // The call is not awaited in the page, because the app leaves the page.
  await app.window.evaluate(() => void window.latchkey.license.checkAgain())
  await licensePanel(app).waitFor()
}

test('in one run, a launch, a ban, an end and a long sleep each lead to what their check says', async () => {
  await haveLicense('one run')
  const before = await executionsOf(key)
  // The activation counted one.
  expect(before).toBe(1)
  await run({ name: 'one run' }, async (app) => {
    await licensePanel(app).waitFor()
    await confirmed(app)
    expect(await executionsOf(key)).toBe(before + 1)
    // The reminder was shown when the key was activated, and is not shown again.
    expect(await reminder(app).count()).toBe(0)
    await app.window.getByRole('button', { name: 'Check again' }).click()
    await expect.poll(() => executionsOf(key)).toBe(before + 2)
    await confirmed(app)

    // A ban shows its reason at the next check. The product can save before it is closed.
    await app.window.evaluate(() => {
      window.latchkey.product.onClosing(() => localStorage.setItem('saved-at-closing', 'yes'))
    })
    await ban(key, 'The card was stolen')
    await app.window.getByRole('button', { name: 'Check again' }).click()
    expect(await outcomeAtGate(app)).toBe('KEY_BANNED')
    expect(await app.window.getByRole('alert').innerText()).toContain('The card was stolen')
    await unban(key)
    await checkAtGate(app)
    expect(await app.window.evaluate(() => localStorage.getItem('saved-at-closing'))).toBe('yes')
    expect(await executionsOf(key)).toBe(before + 4)

    // A license that ends while the product is open is checked once, and the gate shows that it has
    // ended.
    const { auth_expire: end } = await readUser(key)
    await update({ user_key: key, auth_expire: Math.floor(Date.now() / 1000) + 5 })
    await app.window.getByRole('button', { name: 'Check again' }).click()
    expect(await outcomeAtGate(app)).toBe('KEY_EXPIRED')
    expect(await executionsOf(key)).toBe(before + 6)
    await update({ user_key: key, auth_expire: end })
    await checkAtGate(app)

    // After a sleep of more than a day the app sends one check, after a night none.
    await sleep(app, 10 * 3600)
    await sleep(app, 2 * SECONDS_A_DAY)
    await expect.poll(() => executionsOf(key)).toBe(before + 8)
    await licensePanel(app).waitFor()
  })
  expect(await executionsOf(key)).toBe(before + 8)
})

const AWAY = { LATCHKEY_SYNC_URL: NOBODY_THERE }

test('a service that is away leaves the product usable in its grace, and closed without one', async () => {
  const before = await executionsOf(key)
  await haveLicense('grace')
  await run({ name: 'grace', env: AWAY }, async (app) => {
    await licensePanel(app).waitFor()
    await app.window.getByText('You can go on working until').waitFor()
    const view = await app.window.evaluate(() => window.latchkey.license.view())
    expect(view).toMatchObject({ kind: 'licensed', source: 'grace' })
    await shiftClock(app, -2 * SECONDS_A_DAY)
    await app.window.getByRole('button', { name: 'Check again' }).click()
    expect(await outcomeAtGate(app)).toBe('clock')
  })
  await haveLicense('no grace')
  await run({ name: 'no grace', env: { ...AWAY, LATCHKEY_GRACE_HOURS: '0' } }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
  expect(await executionsOf(key)).toBe(before)
})

test('a grace that ended stays ended at the next start, whose date is earlier', async () => {
  await haveLicense('ended grace')
  const env = { ...AWAY, LATCHKEY_GRACE_HOURS: '24' }
  await run({ name: 'ended grace', env }, async (app) => {
    await app.window.getByText('You can go on working until').waitFor()
    await sleep(app, 2 * SECONDS_A_DAY)
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
  await run({ name: 'ended grace', env }, async (app) => {
    expect(await outcomeAtGate(app)).toBe('connection-refused')
  })
})

test('a removed key is asked for at the next start, and nothing of it is left', async () => {
  const before = await executionsOf(key)
  await haveLicense('forget')
  await run({ name: 'forget' }, async (app) => {
    await confirmed(app)
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
  expect(await executionsOf(key)).toBe(before + 1)
})

/** Ways in which a file is damaged, by accident or by an attacker. */
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

/** Short runs try one. `store.test.ts` damages the file without a window as well. */
const DAMAGES_TRIED = isLong ? Object.keys(DAMAGES) : ['with another seal']

test('a damaged store never crashes and never opens the product', { timeout: 240_000 }, async () => {
  for (const damage of DAMAGES_TRIED) {
    const name = `damaged ${damage}`
    await haveLicense(name, DAMAGES[damage])
    // The service is not reachable, so only a stored license could open it.
    await run({ name, env: AWAY }, async (app) => {
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
  const expectUnreadable = async ({ window }: AppUnderTest) => {
    await window.getByText('can no longer be read').waitFor()
    expect(window.url()).toBe('app://gate/')
  }
  // The license of another computer cannot be read, with or without the service.
  await run({ name, env: AWAY }, expectUnreadable)
  await run({ name }, async (app) => {
    await expectUnreadable(app)
    expect(await executionsOf(key)).toBe(0)
    await activate(app, key)
    await licensePanel(app).waitFor()
  })
  await run({ name }, async (app) => {
    await confirmed(app)
  })
  expect(await executionsOf(key)).toBe(2)
})

const factsHere = await countFactsHere()

// A computer with more facts recognizes that the files are another computer's.
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

// Other systems always have a keyring, so the app does not ask.
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

test('an app that stays open checks by itself, and closes the product when its key was banned', async () => {
  await haveLicense('stays open')
  // The app checks every three seconds.
  const env = { LATCHKEY_CHECK_EVERY: String(3 / 3600) }
  await run({ name: 'stays open', env }, async (app) => {
    await confirmed(app)
    const before = await executionsOf(key)
    await expect.poll(() => executionsOf(key), { timeout: 20_000 }).toBeGreaterThan(before)
    await ban(key)
    expect(await outcomeAtGate(app)).toBe('KEY_BANNED')
    await unban(key)
  })
})
