import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type RequestTo, type VendorClient } from '@latchkey/vendor'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { FIRST_CHECK_DELAY_MS } from '../../packages/electron/src/main/updates/updates.ts'
import { type DemoService, licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { FEATURES } from '../../src/ipc/features.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { activate, checkAgain, licensePanel, outcomeAtGate, press } from '../support/drive-app.ts'
import { findLayoutFaults } from '../support/find-layout-faults.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startDemo } from '../support/start-service.ts'
import { startUpdateFeed, type UpdateFeed } from '../support/update-feed.ts'

const DAY = 86_400
const EXPORT = 'Save as web page…'
const now = (): number => Math.floor(Date.now() / 1000)
/** The end of a key, or of its updates. */
const ENDED = now() - 30 * DAY
/** Saves a picture of each view in `artifacts/features`. */
const hasPictures = process.env['LATCHKEY_PICTURES'] === '1'

let dir: string
let service: DemoService
let vendor: VendorClient
let feed: UpdateFeed
let axeSource: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-features-'))
  service = await startDemo()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  feed = await startUpdateFeed()
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const releaseDate = new Date((ENDED + 1) * 1000).toISOString()
  const files = [{ url: 'x.AppImage', sha512: 'AAAA', size: 1 }]
  const latest = JSON.stringify({ version: '9.0.0', files, releaseDate })
  feed.serve({ 'latest.yml': latest, 'latest-mac.yml': latest, 'latest-linux.yml': latest })
})
afterAll(async () => {
  await service?.close()
  await feed?.close()
  await rm(dir, { recursive: true, force: true })
})

async function createKey(terms: RequestTo<'createUser'>['body'] = {}): Promise<string> {
  const outcome = await vendor.createUser({ body: terms })
  if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
  return outcome.value.user_key
}

async function update(terms: RequestTo<'updateUser'>['body']): Promise<void> {
  expect(await vendor.updateUser({ body: terms })).toMatchObject({ kind: 'ok' })
}

async function launch(
  computer: string,
  env: Record<string, string> = {},
  more: { args?: readonly string[]; appDir?: string } = {},
): Promise<AppUnderTest> {
  const userDataDir = join(dir, computer)
  const app = await launchApp({ userDataDir, env: { ...licensingEnv(service), ...env }, ...more })
  onTestFinished(() => app.close())
  return app
}

/** The value of a term in the license panel. */
const fact = (app: AppUnderTest, term: string): Promise<string> =>
  licensePanel(app).locator('dt', { hasText: term }).locator('xpath=following-sibling::dd').innerText()

/** Takes pictures of the window in light and dark. */
async function look({ window: page }: AppUnderTest, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (hasPictures) {
      await page.screenshot({ path: join(rootDir, 'artifacts/features', `${name}-${colorScheme}.png`) })
    }
    await page.evaluate(axeSource)
    const { violations } = await page.evaluate<AxeResults>(() =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document),
    )
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    expect(found, `${name} ${colorScheme}`).toEqual([])
    expect(await page.evaluate(findLayoutFaults), name).toEqual([])
  }
}

test('a feature comes and goes while the product is open, and the main process refuses its call', async () => {
  const key = await createKey({})
  const app = await launch('features')
  const { window: page } = app
  await activate(app, key)
  await licensePanel(app).waitFor()
  await page.evaluate(() => {
    const seen: unknown[] = []
    Object.assign(window, { seen })
    window.license.features.onChange((features) => seen.push(features))
  })
  const path = join(dir, 'page.html')
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)
  const exported = () =>
    page.evaluate(() =>
      window.product.exportPage('1 < 2').then(
        () => 'exported',
        (error: Error) => error.message,
      ),
    )
  const has = () => page.evaluate(() => window.license.features.has('export'))
  const button = page.getByRole('button', { name: EXPORT })

  expect([await has(), await button.count()]).toEqual([false, 0])
  expect(await exported()).toContain('refused, because the license does not have "export"')

  await update({ user_key: key, features: [...FEATURES, 'of-another-app'] })
  expect(await checkAgain(app)).toMatchObject({ features: [...FEATURES, 'of-another-app'] })
  await button.waitFor()
  expect([await has(), await exported()]).toEqual([true, 'exported'])
  expect(await readFile(path, 'utf8')).toContain('<pre>1 &lt; 2</pre>')
  await look(app, 'feature')

  await update({ user_key: key, features: [] })
  await checkAgain(app)
  await button.waitFor({ state: 'detached' })
  expect([await has(), await exported()]).toEqual([false, expect.stringContaining('does not have "export"')])
  expect(await page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual([['export'], []])
})

test('an app without public keys has no features, whatever its key has', async () => {
  const app = await launch('no-public-keys', { LATCHKEY_PUBLIC_KEYS: 'none' })
  // Such an app does not know for which versions a perpetual key is, so the key expires.
  await activate(app, await createKey({ auth_expire: ENDED, perpetual: true }))
  expect(await outcomeAtGate(app)).toBe('KEY_EXPIRED')
  await activate(app, await createKey({ features: ['export'] }))
  await licensePanel(app).waitFor()
  expect(await app.window.evaluate(() => window.license.features.has('export'))).toBe(false)
  expect(await app.window.getByRole('button', { name: EXPORT }).count()).toBe(0)
})

test('a perpetual license opens after its end, and only versions that were built in time', {
  timeout: 120_000,
}, async () => {
  const end = ENDED
  const key = await createKey({ auth_expire: end, perpetual: true })
  const inTime = { LATCHKEY_BUILT_AT: String(end) }
  const tooLate = { LATCHKEY_BUILT_AT: String(end + 1) }

  const app = await launch('perpetual', inTime)
  await activate(app, key)
  await licensePanel(app).waitFor()
  expect(await fact(app, 'Expires')).toBe('Never for this version')
  const lastDay = await app.window.evaluate(
    (seconds) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(seconds * 1000),
    end,
  )
  expect(await fact(app, 'Updates until')).toBe(lastDay)
  await app.close()

  // The next version is started in German.
  const german = { args: ['--lang=de'] }
  const next = await launch('perpetual', { ...tooLate, LANGUAGE: 'de' }, german)
  expect(await outcomeAtGate(next)).toBe('VERSION_NOT_COVERED')
  expect(await next.window.getByRole('alert').innerText()).toContain(
    'Installieren Sie die Version, die Sie vorher hatten',
  )
  await next.close()
  // The earlier version still works, even without the service.
  const offline = await launch('perpetual', { ...inTime, LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' })
  await licensePanel(offline).waitFor()
  await offline.close()

  // A renewal opens the next version. The keyboard alone is enough: the focus is on the next step.
  const renewed = await launch('perpetual', tooLate)
  expect(await outcomeAtGate(renewed)).toBe('VERSION_NOT_COVERED')
  expect(await renewed.window.getByRole('alert').innerText()).toContain(
    `Your license includes versions until ${lastDay}. Install the version that you had before`,
  )
  await update({ user_key: key, auth_expire: now() + 300 * DAY })
  await expect.poll(() => renewed.window.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  await renewed.window.keyboard.press('Enter')
  await licensePanel(renewed).waitFor()
  expect(await fact(renewed, 'Expires')).toBe('Never for this version')
})

/** The built app with a change: it searches for an update at once. */
async function createImpatientApp(): Promise<string> {
  const appDir = join(dir, 'impatient')
  await mkdir(appDir)
  for (const name of ['out', 'node_modules', 'dev-app-update.yml'])
    await symlink(join(rootDir, name), join(appDir, name))
  await writeFile(join(appDir, 'package.json'), JSON.stringify({ ...manifest, main: 'start.cjs' }))
  const start = `const wait = setTimeout
globalThis.setTimeout = (run, ms, ...values) => wait(run, ms === ${FIRST_CHECK_DELAY_MS} ? 0 : ms, ...values)
require('./out/main/index.cjs')
`
  await writeFile(join(appDir, 'start.cjs'), start)
  return appDir
}

test('a version that was released after the updates of the license is not offered', {
  timeout: 90_000,
}, async () => {
  const addresses = { LATCHKEY_UPDATE_URL: feed.url, LATCHKEY_RENEW_URL: 'https://shop.example/' }
  const app = await launch('updating', addresses, { appDir: await createImpatientApp() })
  const key = await createKey({ updates_until: ENDED })
  await activate(app, key)
  // The end of the updates alone does not close the product.
  await licensePanel(app).waitFor()
  expect(await fact(app, 'Expires')).toBe('Never')
  const note = 'Version 9.0.0 is out. Your license covers versions until'
  await app.window.getByText(note).waitFor()
  expect(feed.asked.map(({ path }) => path)).not.toContain('x.AppImage')
  await app.electron.evaluate(({ shell }) => {
    shell.openExternal = async (address) => void Object.assign(globalThis, { opened: address })
  })
  await press(app, 'Renew license')
  const opened = () => app.electron.evaluate(() => (globalThis as { opened?: string }).opened)
  await expect.poll(opened).toBe('https://shop.example/')

  await update({ user_key: key, updates_until: -1 })
  await checkAgain(app)
  // Without an AppImage that could be replaced, the app only reports the version.
  await app.window.getByText('Version 9.0.0 is out. You get it where you got this one.').waitFor()
})
