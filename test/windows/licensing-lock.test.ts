import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import type { BaseWindow, BrowserWindow } from 'electron'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Licensing } from '../../packages/electron/src/licensing/index.ts'
import { CLOSING_LIMIT_MS } from '../../packages/electron/src/main/app-lock.ts'
import { bundleLicensing } from '../../tools/packages/licensing.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { listen } from '../support/listen.ts'
import { enterKey, GATE, type LicensedApp, PANEL, runLicensedApp } from '../support/run-licensed-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** A variable in the main process of the app under test. */
declare const kept: BrowserWindow[]
declare const log: string[]
declare const handlers: Readonly<Record<'save' | 'work', () => Promise<string>>>
declare const licensing: Licensing
declare const openView: () => BaseWindow
/** Windows that were opened at the gate. */
declare const late: BaseWindow[] | undefined

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const STUBBORN_APP = join(rootDir, 'test', 'support', 'stubborn-app')
/** A time for a busy machine that is shorter than the limit in which an app may save. */
const RESERVE_MS = CLOSING_LIMIT_MS - 2_000

let service: ServiceUnderTest
let vendor: VendorClient
let dir: string
let key: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-lock-'))
  await bundleLicensing(dir)
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  const outcome = await vendor.createUser({ body: {} })
  key = outcome.kind === 'ok' ? outcome.value.user_key : ''
})
afterAll(async () => {
  await service?.close()
  await rm(dir, { recursive: true, force: true })
})

async function run(
  name: string,
  env: Record<string, string>,
  use: (app: LicensedApp) => Promise<void>,
): Promise<void> {
  const userDataDir = join(dir, name)
  await mkdir(userDataDir, { recursive: true })
  const appEnv = { ...service.appEnv, TEST_LICENSING: join(dir, 'licensing.cjs'), ...env }
  await runLicensedApp({ appDir: STUBBORN_APP, userDataDir, env: appEnv }, use)
}

const visible = (app: LicensedApp): Promise<string[]> =>
  app.windows().then((names) => names.filter((name) => !name.startsWith('(')))

/**
 * Bans the key, and checks it in the panel.
 * @returns when the app has learned of the ban
 */
async function loseLicense(app: LicensedApp): Promise<number> {
  await vendor.blacklistUser({ body: { user_key: key, ban_reason: 'The card was stolen' } })
  await app.electron.evaluate(() => licensing.openPanel())
  await (await app.pageAt(PANEL)).evaluate(() => void window.latchkey.license.checkAgain())
  await expect.poll(() => app.electron.evaluate(() => licensing.isLicensed())).toBe(false)
  return performance.now()
}

async function allowAgain(): Promise<void> {
  const users = await vendor.getUsers({ query: { user_key: key } })
  const token = users.kind === 'ok' ? users.value.users[0]?.unban_token : undefined
  await vendor.unbanUser({ body: { unban_token: token ?? '' } })
}

test.each(['a page that does not load', ...(LONG ? ['a dialog that is awaited'] : [])])(
  'the loss of a license does not wait for an open() with %s',
  async (name) => {
    const silent = await listen(createServer(() => {}))
    onTestFinished(silent.close)
    const hangingUrl = `http://127.0.0.1:${silent.port}/`
    await run(name, { TEST_OPEN: name, TEST_HANGING_URL: hangingUrl }, async (app) => {
      await enterKey(await app.pageAt(GATE), key)
      await expect.poll(() => visible(app), { timeout: 30_000 }).toContain('app')
      await loseLicense(app)
      await expect.poll(app.windows, { timeout: RESERVE_MS }).toEqual(['gate'])
      const gate = await app.pageAt(GATE)
      await gate.getByText('The card was stolen').waitFor()
      await allowAgain()
      await gate.evaluate(() => void window.latchkey.license.checkAgain())
      // The gate closes when a window is visible, although open() does not finish.
      await expect.poll(app.windows, { timeout: 30_000 }).toEqual(['app'])
      const lines = await app.electron.evaluate(() => log)
      expect(lines.filter((line) => !line.startsWith('unhandled'))).toEqual(['open', 'open'])
    })
  },
)

test('the gate is shown at once when the app only hides its window', async () => {
  const name = 'a window that hides when it is closed'
  await run(name, { TEST_OPEN: name }, async (app) => {
    await enterKey(await app.pageAt(GATE), key)
    await expect.poll(app.windows, { timeout: 30_000 }).toEqual(['app'])
    await loseLicense(app)
    // The windows are hidden before the end of the ten seconds in which the app may save.
    await expect.poll(() => visible(app), { timeout: RESERVE_MS }).toEqual(['gate'])
    expect(await app.windows()).toContain('(app)')
  })
  await allowAgain()
})

test('an app that saves has only the calls for that, and quits after it without the gate', async () => {
  const name = 'a window that saves before it closes'
  await run(name, { TEST_OPEN: name }, async (app) => {
    await enterKey(await app.pageAt(GATE), key)
    await expect.poll(app.windows, { timeout: 30_000 }).toEqual(['app'])
    await app.electron.evaluate(() => {
      const stop = licensing.onChange((license) => {
        if (license !== undefined) return
        log.push('lost')
        stop()
      })
    })
    // The app stays open without a window, like an app in a tray, or any app on macOS.
    await app.electron.evaluate(({ app }) => {
      app.removeAllListeners('window-all-closed').on('window-all-closed', () => {})
    })
    await loseLicense(app)
    const lines = () => app.electron.evaluate(() => log)
    await expect.poll(lines).toEqual(['open', 'lost', 'saving'])
    const outcomes = await app.electron.evaluate(() => Promise.allSettled([handlers.save(), handlers.work()]))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    // The window prevents the quit.
    await app.electron.evaluate(({ app }) => app.quit())
    await expect.poll(async () => (await lines()).slice(3)).toEqual(['saving'])
    const exited = once(app.electron.process(), 'exit')
    await app.electron.evaluate(() => void setImmediate(() => kept[0]?.destroy()))
    expect(await exited).toEqual([0, null])
  })
  await allowAgain()
})

test('no window of any kind outlives the loss, however the app clings to it, until the license is back', async () => {
  await run('kinds', { TEST_OPEN: 'windows of every kind', TEST_CLOSE: 'never' }, async (app) => {
    await enterKey(await app.pageAt(GATE), key)
    await expect.poll(() => visible(app)).toEqual(Array(5).fill('app'))
    let warnings = ''
    app.electron.process().stderr?.on('data', (chunk) => {
      warnings += chunk
    })
    const lostAt = await loseLicense(app)
    const timeout = CLOSING_LIMIT_MS + RESERVE_MS - (performance.now() - lostAt)
    await expect.poll(() => visible(app), { timeout }).toEqual(['gate'])
    // Windows that open at the gate: from a timer, of every kind, and from every `closed`.
    await app.electron.evaluate(({ BrowserWindow }) => {
      setTimeout(() => Object.assign(globalThis, { late: [new BrowserWindow(), openView()] }))
    })
    await expect
      .poll(() => app.electron.evaluate(() => late?.map((window) => window.isDestroyed())))
      .toEqual([true, true])
    await expect.poll(() => visible(app)).toEqual(['gate'])
    expect(warnings).toMatch(/opened or showed a window while it is locked.*main\.cjs:\d+/)
    // A kept window, as of a tray app, causes no error, but cannot be shown.
    const states = await app.electron.evaluate(() =>
      kept.map((window) => {
        window.show()
        window.focus()
        return [window.isDestroyed(), window.isVisible()]
      }),
    )
    expect(states).toEqual([[true, false]])
    const reopened = await app.electron.evaluate(() => log.filter((line) => line === 'reopened').length)
    // The windows are not opened and closed in an endless loop.
    expect(reopened).toBeLessThan((performance.now() - lostAt) / 1000)

    await allowAgain()
    const gate = await app.pageAt(GATE)
    await gate.evaluate(() => void window.latchkey.license.checkAgain())
    await expect
      .poll(() => visible(app), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(Array(5).fill('app')))
    await expect.poll(() => visible(app)).not.toContain('gate')
    const lines = await app.electron.evaluate(() => log)
    expect(lines.filter((line) => line === 'open')).toHaveLength(2)
    expect(lines).not.toContain('no window')
  })
})
