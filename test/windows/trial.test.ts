import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type DemoService, licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { checkAgain, confirmed, keyField, outcomeAtGate, press } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startDemo } from '../support/start-service.ts'
import { startTamperingNode } from '../support/tampering-node.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const START = 'Start a 14-day trial'

/** A service of its own for each test: a device has one trial of a project. */
let service: DemoService
let vendor: VendorClient
let dataDir: string
beforeEach(async () => {
  service = await startDemo()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-trial-'))
  onTestFinished(async () => {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})

async function launch(profile: string, more: Readonly<Record<string, string>> = {}): Promise<AppUnderTest> {
  const env = {
    ...licensingEnv(service),
    LATCHKEY_TRIAL: 'yes',
    LATCHKEY_SHOP_URL: 'https://shop.example/buy',
    ...more,
  }
  const app = await launchApp({ userDataDir: join(dataDir, profile), env })
  onTestFinished(() => app.close())
  return app
}

const startButton = ({ window }: AppUnderTest, name = START) => window.getByRole('button', { name })
const left = ({ window }: AppUnderTest, time: string) => window.getByText(`Trial: ${time} left`)

/** The keys of the trials that were started. */
async function trials(): Promise<string[]> {
  const outcome = await vendor.listKeys({ query: { trial: true } })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value.keys.map(({ user_key }) => user_key)
}

/** Moves the end of the only trial to this many seconds from now. */
async function endTrialIn(seconds: number): Promise<void> {
  const [trial] = await trials()
  const end = Math.floor(Date.now() / 1000) + seconds
  const outcome = await vendor.updateUser({
    body: {
      user_key: trial ?? '',
      auth_expire: end,
    },
  })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
}

test('a trial is started by the keyboard alone, works offline, and ends with a bought key', async () => {
  const app = await launch('a')
  const { window: page } = app
  await startButton(app).waitFor()
  await keyField(app).focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let presses = 0; presses < 10 && (await focused()) !== START; presses++) {
    await page.keyboard.press('Tab')
  }
  expect(await focused()).toBe(START)
  await page.keyboard.press('Enter')
  await left(app, '14 days').waitFor()
  expect(await trials()).toHaveLength(1)

  // It is now the 13th day.
  await endTrialIn(DAY + HOUR)
  await press(app, 'Check again')
  await left(app, '25 hours').waitFor()
  await app.close()

  const offline = await launch('a', { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' })
  await left(offline, '25 hours').waitFor()
  await offline.window.getByText('The license service cannot be reached.').waitFor()
  await offline.close()

  await buyWithUnsavedWork(await launch('a'))
})

/** Enters a bought key in a trial while the product has unsaved work. */
async function buyWithUnsavedWork(app: AppUnderTest): Promise<void> {
  const { window: page } = app
  await confirmed(app)
  const work = page.getByRole('textbox', { name: 'Page for today' })
  await work.fill('Not saved yet.')
  // The text is now only in the page itself.
  const opened = await page.evaluate(() => {
    localStorage.clear()
    return performance.timeOrigin
  })
  await press(app, 'Enter license key')
  await keyField(app).fill(service.keys['valid'] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await left(app, '25 hours').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  expect(await work.inputValue()).toBe('Not saved yet.')
  expect(await page.evaluate(() => window.latchkey.license.view())).toMatchObject({ expiresAt: 'never' })
  // The end of the trial does not matter any more.
  await endTrialIn(-HOUR)
  expect(await checkAgain(app)).toMatchObject({ kind: 'licensed', expiresAt: 'never' })
}

test('after a lost answer or with a deleted profile, a trial is the same, and none after its end', {
  timeout: 120_000,
}, async () => {
  let isLosing = true
  const node = await startTamperingNode(service.url, (answer, { url }) => {
    if (isLosing && url.startsWith('/external_trial')) throw new Error('The connection broke.')
    return answer
  })
  onTestFinished(() => node.close())
  const first = await launch('first', { LATCHKEY_SYNC_URL: node.url })
  await startButton(first).click()
  expect(await outcomeAtGate(first)).toBe('outcome-unknown')
  await endTrialIn(9 * DAY)
  isLosing = false
  const sent = () => node.checks.filter((path) => path.startsWith('/external_trial')).length
  expect(sent()).toBe(1)
  await press(first, 'Try again')
  await left(first, '9 days').waitFor()
  expect(sent()).toBe(2)
  expect(await trials()).toHaveLength(1)
  const [trial] = await trials()
  await first.close()

  const second = await launch('second', { LANGUAGE: 'de_DE' })
  await startButton(second, '14 Tage lang testen').click()
  await second.window.getByText('Testzeit: noch 9 Tage').waitFor()
  expect(await trials()).toEqual([trial])
  await endTrialIn(-HOUR)
  await second.window.getByRole('button', { name: 'Erneut prüfen' }).click()
  expect(await outcomeAtGate(second)).toBe('KEY_EXPIRED')
  expect(await second.window.getByRole('alert').innerText()).toMatch(/^Ihre Testzeit ist vorbei/)
  await second.electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  await press(second, 'Lizenz kaufen')
  await expect
    .poll(() => second.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual(['https://shop.example/buy'])
  await second.close()

  const third = await launch('third')
  await startButton(third).click()
  expect(await outcomeAtGate(third)).toBe('TRIAL_USED')
  expect(await third.window.getByRole('alert').innerText()).toMatch(/^The trial on this computer is over/)
  await expect.poll(() => startButton(third).count()).toBe(0)
  expect(await keyField(third).isVisible()).toBe(true)
  expect(await trials()).toHaveLength(1)
})

test('a device that is hard to tell from others is offered none, unless the service allows it', async () => {
  const held = Promise.withResolvers<void>()
  const node = await startTamperingNode(service.url, async (answer) => {
    await held.promise
    return answer
  })
  onTestFinished(() => node.close())
  const outcome = await vendor.updateProjectSettings({ body: { trial_weak_devices: false } })
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok')
  const app = await launch('weak', { LATCHKEY_SYNC_URL: node.url })
  const { window: page } = app
  await page.evaluate(() => {
    const answered = new Promise((resolve) => window.latchkey.license.onChange(resolve))
    Object.assign(window, { answered })
  })
  held.resolve()
  await page.evaluate(() => (window as unknown as { answered: Promise<unknown> }).answered)
  // In a container, the device ID of this machine is weak.
  const { strength } = await page.evaluate(() => window.latchkey.device.view())
  expect(await startButton(app).count()).toBe(strength === 'weak' ? 0 : 1)
  // The window has its default size, in which an offer fits below a refusal.
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([960, 720])
  const reason = page.getByText('trials are not offered on this computer')
  await expect.poll(() => reason.count()).toBe(strength === 'weak' ? 1 : 0)
  expect(node.checks).toEqual([expect.stringMatching(/^\/external_offer\?by=[^&]+$/)])
})
