import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createVendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

const run = promisify(execFile)
const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

let dir: string
let service: ServiceUnderTest
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-offline-'))
  service = await startService()
})
afterAll(async () => {
  await service?.close()
  await rm(dir, { recursive: true, force: true })
})

/** The app on a computer that reaches no service: nothing listens on this port. */
async function launchOffline(computer = 'office'): Promise<AppUnderTest> {
  const app = await launchApp({
    userDataDir: join(dir, computer),
    env: { ...service.appEnv, LATCHKEY_SYNC_URL: 'http://127.0.0.1:1/' },
  })
  onTestFinished(() => app.close())
  return app
}

/** Issues a license file for the request, as the vendor does. */
async function issue(request: string, days: string, ...options: string[]): Promise<string> {
  const path = join(dir, 'request.txt')
  await writeFile(path, request)
  const env = {
    ...process.env,
    LATCHKEY_URL: service.url,
    LATCHKEY_API_KEY: service.apiKey,
    LATCHKEY_PROJECT: service.project,
  }
  const words = ['licenses', 'issue', path, '--days', days, ...options]
  const { stdout } = await run(nodePath, [join(rootDir, 'packages/vendor/src/cli.ts'), ...words], { env })
  return readFile(stdout.trim(), 'utf8')
}

/** Moves the focus to an element by the Tab key alone. */
async function tabTo({ window }: AppUnderTest, name: string): Promise<void> {
  const nameOfFocused = () =>
    window.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  for (let presses = 0; (await nameOfFocused()) !== name; presses += 1) {
    if (presses > 40) throw new Error(`Tab does not reach ${name}.`)
    await window.keyboard.press('Tab')
  }
}

test('a computer without a network is activated with the keyboard, by a file of the vendor', {
  timeout: 120_000,
}, async () => {
  const app = await launchOffline()
  const { window: page } = app
  await page.getByRole('textbox', { name: 'License key' }).waitFor()
  await page.keyboard.type(service.keys['other-device'])
  await tabTo(app, 'This computer has no internet')
  await page.keyboard.press('Enter')
  const request = page.getByRole('textbox', { name: 'Activation request' })
  await request.waitFor()
  const text = await request.inputValue()

  // The key is linked to another device, so the vendor moves it.
  await expect(issue(text, '365')).rejects.toThrow('linked to another device')
  const file = await issue(text, '365', '--move')

  await tabTo(app, 'License file')
  await page.keyboard.insertText(file)
  await tabTo(app, 'Use license file')
  await page.keyboard.press('Enter')
  const license = page.getByRole('region', { name: 'License' })
  await license.waitFor()
  expect(await license.innerText()).toContain('Licensed by a file, without internet')
  expect(await license.innerText()).toContain('License file ends')
  await app.close()

  const again = await launchOffline()
  await again.window.getByRole('region', { name: 'License' }).waitFor()
  // The check of this start has failed, which is not shown.
  await expect
    .poll(() => again.window.evaluate(() => window.latchkey.license.view()))
    .toMatchObject({ kind: 'licensed', source: 'file', isChecking: false })
})

/** Enters the license file at the gate. Returns the code of the message. */
async function giveFile({ window: page }: AppUnderTest, key: string, file: string): Promise<string | null> {
  await page.getByRole('textbox', { name: 'License key' }).fill(key)
  await page.getByRole('button', { name: 'This computer has no internet' }).click()
  await page.getByRole('textbox', { name: 'License file' }).fill(file)
  await page.getByRole('button', { name: 'Use license file' }).click()
  return page.getByRole('alert').getAttribute('data-code')
}

test('a file that has ended opens nothing after its key was removed and the date set back', {
  timeout: 120_000,
}, async () => {
  const key = service.keys.valid
  const app = await launchOffline('shop')
  const { window: page } = app
  await page.getByRole('textbox', { name: 'License key' }).fill(key)
  await page.getByRole('button', { name: 'This computer has no internet' }).click()
  const request = page.getByRole('textbox', { name: 'Activation request' })
  await request.waitFor()
  const text = await request.inputValue()
  const [short, long] = [await issue(text, '1', '--move'), await issue(text, '300', '--move')]
  await page.getByRole('textbox', { name: 'License file' }).fill(short)
  await page.getByRole('button', { name: 'Use license file' }).click()
  await page.getByRole('region', { name: 'License' }).waitFor()
  const forget = (of: AppUnderTest) => of.window.evaluate(() => window.latchkey.license.forget())

  // The time of the license file ends.
  await app.electron.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend')
    const realNow = Date.now
    Date.now = () => realNow() + 2 * 86_400_000
    powerMonitor.emit('resume')
  })
  await page.waitForURL('app://gate/')
  await forget(app)
  await app.close()
  const again = await launchOffline('shop')
  expect(await giveFile(again, key, short)).toBe('expired')
  await again.close()

  // The service refuses the key, so the file with the later end is not valid any more either.
  const vendor = createVendorClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    projectId: service.project,
  })
  await vendor.blacklistUser({ body: { user_key: key } })
  const online = await launchApp({ userDataDir: join(dir, 'shop'), env: service.appEnv })
  onTestFinished(() => online.close())
  await online.window.getByRole('textbox', { name: 'License key' }).fill(key)
  await online.window.getByRole('button', { name: 'Activate' }).click()
  await online.window.locator('[data-code=KEY_BANNED]').waitFor()
  await forget(online)
  await online.close()
  const last = await launchOffline('shop')
  expect(await giveFile(last, key, long)).toBe('ended')
  expect(last.window.url()).toBe('app://gate/')
})

/** A license file that ends a minute after it was issued, in days. */
const ONE_MINUTE = '0.0007'

test.runIf(isLong)(
  'a file is renewed before its end, and at its end the app locks',
  {
    timeout: 240_000,
  },
  async () => {
    const app = await launchOffline('laboratory')
    const { window: page } = app
    const useFile = async () => {
      const request = page.getByRole('textbox', { name: 'Activation request' })
      await request.waitFor()
      const file = await issue(await request.inputValue(), ONE_MINUTE)
      await page.getByRole('textbox', { name: 'License file' }).fill(file)
      await page.getByRole('button', { name: 'Use license file' }).click()
    }
    const until = () =>
      page.evaluate(async () => {
        const view = await window.latchkey.license.view()
        return view.kind === 'licensed' ? (view.offlineUntil ?? 0) : 0
      })
    await page.getByRole('textbox', { name: 'License key' }).fill(service.keys.unassigned)
    await page.getByRole('button', { name: 'This computer has no internet' }).click()
    await useFile()
    await page.getByRole('button', { name: 'Request a new file' }).click()
    const first = await until()
    expect(first).toBeGreaterThan(0)
    await useFile()
    await expect.poll(until).toBeGreaterThan(first)

    await page.waitForURL('app://gate/', { timeout: 120_000 })
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.getAttribute('data-code')).toBe('connection-refused')
  },
)
