import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type RequestTo, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Licensing } from '../../packages/electron/src/licensing/index.ts'
import { bundleLicensing } from '../../tools/packages/licensing.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { tryRun } from '../../tools/set-up/run.js'
import {
  enterKey,
  GATE,
  keyFieldOf,
  type LicensedApp,
  outcomeOf,
  PANEL,
  runLicensedApp,
} from '../support/run-licensed-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** A variable in the main process of the app under test. */
declare const log: string[]
declare const changes: string[]
declare const licensing: Licensing

const PLAIN_APP = join(rootDir, 'test', 'support', 'plain-app')
const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
/** No program listens on this port. */
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

let service: ServiceUnderTest
let vendor: VendorClient
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-licensing-'))
  await bundleLicensing(dir)
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
})
afterAll(async () => {
  await service?.close()
  await rm(dir, { recursive: true, force: true })
})

async function run(
  name: string,
  use: (app: LicensedApp) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const userDataDir = join(dir, name)
  await mkdir(userDataDir, { recursive: true })
  const appEnv = { ...service.appEnv, TEST_LICENSING: join(dir, 'licensing.cjs'), ...env }
  await runLicensedApp({ appDir: PLAIN_APP, userDataDir, env: appEnv }, use)
}

const THE_APP = 'data:text/html'

async function createKey(limits: RequestTo<'createUser'>['body'] = {}): Promise<string> {
  const outcome = await vendor.createUser({ body: { note: 'From the harbour', ...limits } })
  if (outcome.kind !== 'ok') throw new Error(`The service created no key: ${JSON.stringify(outcome)}`)
  return outcome.value.user_key
}

const licenseOf = ({ electron }: LicensedApp) => electron.evaluate(() => licensing.license())

test('an app whose user has no key yet starts a trial, and its panel counts the days', async () => {
  const env = { LATCHKEY_TRIAL: 'yes', LATCHKEY_SHOP_URL: 'https://shop.example/' }
  await run(
    'trial',
    async (app) => {
      const gate = await app.pageAt(GATE)
      await gate.getByRole('button', { name: 'Start a 14-day trial' }).click()
      await app.pageAt(THE_APP)
      expect(await licenseOf(app)).toMatchObject({ source: 'online', isTrial: true })
      await app.electron.evaluate(() => licensing.openPanel())
      const panel = await app.pageAt(PANEL)
      await panel.getByText('Trial: 14 days left').waitFor()
      await panel.getByRole('button', { name: 'Buy a license' }).waitFor()
    },
    env,
  )
})

test('an app in CommonJS is locked, refused, activated, restarted and used offline', async () => {
  const key = await createKey()
  await run('day', async (app) => {
    const gate = await app.pageAt(GATE)
    await gate.getByRole('heading', { name: 'Unlock Harbour' }).waitFor()
    await expect.poll(app.windows).toEqual(['gate'])
    expect(await app.electron.evaluate(() => licensing.isLicensed())).toBe(false)
    await enterKey(gate, service.keys.banned)
    expect(await outcomeOf(gate)).toBe('KEY_BANNED')
    expect(await app.electron.evaluate(() => log)).toEqual([])
    await enterKey(gate, key)
    const page = await app.pageAt(THE_APP)
    await page.getByRole('heading', { name: 'The app' }).waitFor()
    await expect.poll(app.windows).toEqual(['app'])
    expect(await licenseOf(app)).toMatchObject({ note: 'From the harbour', source: 'online', executions: 1 })
  })
  await run('day', async (app) => {
    await app.pageAt(THE_APP)
    await expect.poll(app.windows).toEqual(['app'])
    await expect.poll(() => licenseOf(app)).toMatchObject({ source: 'online', executions: 2 })
    expect(await app.electron.evaluate(() => log)).toEqual(['open'])
  })
  await run(
    'day',
    async (app) => {
      await app.pageAt(THE_APP)
      await expect.poll(() => licenseOf(app)).toMatchObject({ source: 'grace', executions: 2 })
    },
    UNREACHABLE,
  )
})

test('a license is moved here at the gate, and this computer is released in the panel', async () => {
  const key = await createKey({ identifier: 'e'.repeat(64), moves_per_year: 2 })
  await run('moved', async (app) => {
    const gate = await app.pageAt(GATE)
    await enterKey(gate, key)
    expect(await outcomeOf(gate)).toBe('KEY_HWID_LOCKED')
    await gate.getByRole('button', { name: 'Use it on this computer instead' }).click()
    await app.pageAt(THE_APP)
    await app.electron.evaluate(() => licensing.openPanel())
    const panel = await app.pageAt(PANEL)
    await panel.getByRole('button', { name: 'Your computers' }).click()
    await panel.getByRole('button', { name: 'Release: This computer' }).click()
    await panel.getByRole('button', { name: 'Release', exact: true }).click()
    await (await app.pageAt(GATE)).getByText('This computer was released.').waitFor()
  })
})

test('features come and go, and a perpetual license is for versions that were built in time', async () => {
  const end = Math.floor(Date.now() / 1000) - 86_400
  const key = await createKey({ features: ['export'], auth_expire: end, perpetual: true })
  const exportOne = (app: LicensedApp) =>
    app.electron.evaluate(() =>
      licensing
        .whileLicensed(() => 'exported', { feature: 'export' })()
        .catch((error: Error) => error.message),
    )
  const hasFeature = (app: LicensedApp) => app.electron.evaluate(() => licensing.hasFeature('export'))
  const builtAt = (seconds: number) => ({ TEST_OPTIONS: JSON.stringify({ builtAt: seconds }) })
  await run(
    'features',
    async (app) => {
      const gate = await app.pageAt(GATE)
      expect([await hasFeature(app), await exportOne(app)]).toEqual([
        false,
        'refused, because the app is locked',
      ])
      await enterKey(gate, key)
      await app.pageAt(THE_APP)
      const terms = { features: ['export'], updatesUntil: end, isPerpetual: true }
      expect(await licenseOf(app)).toMatchObject(terms)
      expect([await hasFeature(app), await exportOne(app)]).toEqual([true, 'exported'])
      await vendor.updateUser({ body: { user_key: key, features: [] } })
      await app.electron.evaluate(() => licensing.openPanel())
      const panel = await app.pageAt(PANEL)
      await panel.getByRole('button', { name: 'Check again' }).click()
      await expect.poll(() => licenseOf(app)).toMatchObject({ executions: 2, features: [] })
      expect([await hasFeature(app), await exportOne(app)]).toEqual([
        false,
        'refused, because the license does not have "export"',
      ])
    },
    builtAt(end),
  )
  await run(
    'features',
    async (app) => expect(await outcomeOf(await app.pageAt(GATE))).toBe('VERSION_NOT_COVERED'),
    builtAt(end + 1),
  )
})

test('an app that quits without windows survives losses in a row, with one gate in between', async () => {
  const rounds = LONG ? 5 : 2
  const key = await createKey()
  await run('losses', async (app) => {
    await enterKey(await app.pageAt(GATE), key)
    for (let round = 1; round <= rounds; round += 1) {
      await app.pageAt(THE_APP)
      await expect.poll(app.windows).toEqual(['app'])
      await vendor.blacklistUser({ body: { user_key: key, ban_reason: 'The card was stolen' } })
      await app.electron.evaluate(() => licensing.openPanel())
      const panel = await app.pageAt(PANEL)
      await panel.getByRole('region', { name: 'License' }).getByText('From the harbour').waitFor()
      await panel.getByRole('button', { name: 'Check again' }).click()
      const gate = await app.pageAt(GATE)
      await gate.getByRole('alert').getByText('The card was stolen').waitFor()
      await expect.poll(app.windows).toEqual(['gate'])
      await expect(app.electron.evaluate(() => licensing.whileLicensed(() => 'exported')())).rejects.toThrow(
        'locked',
      )
      const users = await vendor.getUsers({ query: { user_key: key } })
      const token = users.kind === 'ok' ? users.value.users[0]?.unban_token : undefined
      await vendor.unbanUser({ body: { unban_token: token ?? '' } })
      await gate.evaluate(() => window.latchkey.license.checkAgain())
    }
    await app.pageAt(THE_APP)
    await expect.poll(app.windows).toEqual(['app'])
    const loss = ['close with 2 windows', 'open']
    const losses = Array.from({ length: rounds }, () => loss).flat()
    expect(await app.electron.evaluate(() => log)).toEqual(['open', ...losses])
    const states = await app.electron.evaluate(() => changes)
    expect(states.slice(-1 - 2 * rounds).join(' ')).toBe(`licensed${' locked licensed'.repeat(rounds)}`)
  })
})

test('the gate is apart from the app, and is loaded again when it hangs', async () => {
  const key = await createKey()
  await run('apart', async (app) => {
    const gate = await app.pageAt(GATE)
    await keyFieldOf(gate).waitFor()
    const seen = await app.electron.evaluate(({ BrowserWindow, ipcMain, protocol, session }) => {
      const [window] = BrowserWindow.getAllWindows()
      const channels = ipcMain as unknown as { _invokeHandlers: Map<string, unknown> }
      return {
        isDefault: window?.webContents.session === session.defaultSession,
        isPersistent: window?.webContents.session.isPersistent(),
        isHandled: protocol.isProtocolHandled('https'),
        channels: [...channels._invokeHandlers.keys()],
        // The listener for `error` is Electron's own.
        listeners: ipcMain.eventNames().filter((name) => name !== 'error'),
      }
    })
    expect(seen).toEqual({
      isDefault: false,
      isPersistent: false,
      isHandled: false,
      channels: ['export'],
      listeners: [],
    })
    const inPage = await gate.evaluate(async () => ({
      hasNode: 'require' in window || 'process' in window,
      outside: await fetch('https://example.com/').catch((error: Error) => error.name),
      unknown: (await fetch('/calls/license.constructor', { method: 'POST', body: '[]' })).status,
      wrong: (await fetch('/calls/license.activate', { method: 'POST', body: '[7]' })).status,
      file: (await fetch('/assets/../../package.json')).status,
      policy: (await fetch('/gate')).headers.get('content-security-policy')?.split('; ')[0],
    }))
    expect(inPage).toEqual({
      hasNode: false,
      outside: 'TypeError',
      unknown: 404,
      wrong: 400,
      file: 404,
      policy: "default-src 'none'",
    })
    await gate.evaluate(() => void window.open('https://example.com/'))
    await gate.evaluate(() => void location.assign('https://gate.latchkey.invalid/panel'))
    expect(gate.url()).toBe(GATE)
    expect(app.electron.windows()).toHaveLength(1)

    // Chromium reports a page that takes no input for 15 seconds, but not while Playwright is attached.
    await app.electron.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window === undefined) throw new Error('There is no gate.')
      const { promise, resolve } = Promise.withResolvers<void>()
      const events: string[] = []
      window.webContents.once('render-process-gone', () => events.push('ended'))
      window.webContents.once('did-finish-load', () => resolve())
      await window.webContents.executeJavaScript('void setTimeout(() => { for (;;); })')
      window.emit('unresponsive')
      await promise
      if (events[0] !== 'ended') throw new Error('The page was not ended.')
    })
    await expect.poll(app.windows).toEqual(['gate'])
    await app.electron.evaluate(
      ({ webContents }, activated) =>
        webContents
          .getAllWebContents()[0]
          ?.executeJavaScript(`void latchkey.license.activate('${activated}')`),
      key,
    )
    await app.pageAt(THE_APP)
    await expect.poll(app.windows).toEqual(['app'])
  })
})

test('a packaged app without settings shows the gate in the brand of its options, which says so', async () => {
  const options = {
    name: 'Port of Call',
    icon: join(rootDir, 'resources', 'icon.svg'),
    accent: 'rgb(200, 30, 60)',
    theme: 'dark',
    language: 'de',
    messages: { de: { gate: { heading: 'Willkommen bei {1}' } } },
    supportUrl: 'mailto:help@harbour.example',
  }
  await run(
    'brand',
    async (app) => {
      const gate = await app.pageAt(GATE)
      await gate.getByRole('heading', { name: 'Willkommen bei Port of Call' }).waitFor()
      await expect.poll(() => gate.evaluate(() => document.images[0]?.naturalWidth)).toBeGreaterThan(0)
      await gate.getByRole('button', { name: 'Hilfe' }).waitFor()
      const style = await gate.evaluate(() => {
        const { colorScheme, getPropertyValue } = getComputedStyle(document.documentElement)
        const accent = getPropertyValue.call(getComputedStyle(document.documentElement), '--accent')
        return { colorScheme, accent }
      })
      expect(style).toEqual({ colorScheme: 'dark', accent: options.accent })
      await gate.getByRole('textbox').fill(service.keys.valid)
      await gate.getByRole('textbox').press('Enter')
      expect(await outcomeOf(gate)).toBe('not-configured')
    },
    { TEST_OPTIONS: JSON.stringify(options), TEST_IS_PACKAGED: '1' },
  )
})

test('a link fills the field; without a close of its own, windows are closed as by the user', async () => {
  const key = await createKey()
  await run(
    'link',
    async (app) => {
      const gate = await app.pageAt(GATE)
      await keyFieldOf(gate).waitFor()
      const taken = await app.electron.evaluate(
        (_electron, address) => [
          licensing.receiveLink('harbour://open/file'),
          licensing.receiveLink(address),
        ],
        `harbour://activate?key=${key}`,
      )
      expect(taken).toEqual([false, true])
      await expect.poll(() => keyFieldOf(gate).inputValue()).toBe(key)
      await gate.getByRole('button', { name: 'Activate' }).click()
      await app.pageAt(THE_APP)
      await expect.poll(app.windows).toEqual(['app'])
      const other = `harbour://activate?key=${service.keys.valid}`
      await app.electron.evaluate((_electron, address) => licensing.receiveLink(address), other)
      const panel = await app.pageAt(PANEL)
      await expect.poll(() => keyFieldOf(panel).inputValue()).toBe(service.keys.valid)
      expect(await app.electron.evaluate(() => licensing.isLicensed())).toBe(true)

      // The page may close before an answer arrives.
      await panel.evaluate(() => void window.latchkey.license.forget()).catch(() => undefined)
      await keyFieldOf(await app.pageAt(GATE)).waitFor()
      await expect.poll(app.windows).toEqual(['gate'])
      expect(await app.electron.evaluate(() => log)).toEqual(['open', 'close a window'])
    },
    { TEST_DEFAULT_CLOSE: '1' },
  )
})

test('every mistake in the call is an error that says what to do', () => {
  const { ok, stdout, output } = tryRun(electronPath(), [join(PLAIN_APP, 'mistakes.cjs')], {
    env: { ...process.env, TEST_LICENSING: join(dir, 'licensing.cjs') },
    limitMs: 30_000,
  })
  expect(ok, output).toBe(true)
  const errors: Record<string, string> = JSON.parse(
    stdout.split('\n').find((line) => line.startsWith('{')) ?? '',
  )
  const unset = ['syncUrl', 'appName', 'executor', 'secrets[0]', 'secrets[1]', 'secrets[2]']
  for (const name of unset) expect(errors['no settings']).toMatch(`- ${name} (LATCHKEY_`)
  expect(errors['nothing']).toBe(errors['no settings'])
  for (const sentence of [
    'syncUrl (LATCHKEY_SYNC_URL) must be an https: address',
    'secrets must be an array of three strings',
    'graceHours (LATCHKEY_GRACE_HOURS) must be a number of hours from 0 to 744',
    'icon must be the path of a file: /nowhere/icon.png',
    'theme must be "system", "light" or "dark"',
    '"syncURL" is not a setting',
    'supportUrl must be a string',
    'Set it in the object that is passed to createLicensing',
  ]) {
    expect(errors['wrong settings']).toContain(sentence)
  }
  expect(errors['old Electron']).toContain('33 or newer')
  expect(errors['right']).toBe('none')
  expect(errors['twice']).toContain('Call it once')
  expect(errors['too late']).toContain('ready already')
  expect(errors['start twice']).toContain('Call it once')
  expect(errors['start without open']).toBe('licensing.start: open must be a function.')
  expect(errors['wrong close']).toBe('licensing.start: close must be a function.')
  expect(errors['no listener']).toBe('licensing.onChange: the listener must be a function.')
  expect(errors['no handler']).toBe('licensing.whileLicensed: the handler must be a function.')
  expect(errors['no link']).toBe('none')
  expect(errors['early panel']).toBe('none')
})
