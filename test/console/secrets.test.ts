import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'
import {
  axeFindings,
  enter,
  focused,
  IS_LONG,
  lookFindings,
  OWNER_PASSWORD,
  picture,
  startConsole,
  tabTo,
  typeInto,
} from './support.ts'

/** The password that the first test sets, and that other tests use. */
const PASSWORD = OWNER_PASSWORD

const console = await startConsole()

const settings = (): string => `/projects/${console.service.project}/settings`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const made = (page: Page) => page.locator('[role=alertdialog] pre')

/** Sends a request as the page does. */
const ask = (page: Page, method: string, path: string, body?: object): Promise<Record<string, string>> =>
  page.evaluate(
    async ([method, path, body]) => {
      const proof = localStorage.getItem('latchkey-proof') ?? ''
      const headers = { 'content-type': 'application/json', 'x-console-proof': proof }
      return (await fetch(path as string, { method: method as string, headers, body: body as string })).json()
    },
    [method, path, body === undefined ? null : JSON.stringify(body)],
  )

/** The HTTP status of a request with this API key. */
async function statusWith(apiKey: string): Promise<number> {
  const { url, project } = console.service
  return (await fetch(`${url}/v3/projects/${project}/users`, { headers: { authorization: apiKey } })).status
}

/** The status of a key check with these secrets. */
async function codeWith(secrets: readonly string[]): Promise<string> {
  const { appName, executor, userAgent, keys } = console.service
  const app = { appName, executor, secrets: secrets as [string, string, string] }
  const check = { key: keys['valid'] ?? '', deviceId: 'd'.repeat(64), userAgent }
  return (await sendCheck(console.service.url, app, check)).body.code
}

/** Everything that the browser still has of a page: its memory after a collection of garbage. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  let heap = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk
  })
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  return heap
}

test('an owner without a password is asked to set one first', async () => {
  const page = await console.open(settings())
  await button(page, 'New shared secrets…').click()
  await page.getByText('You have neither a password nor an authenticator app.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'secrets-needs-password')
  await page.getByRole('link', { name: 'Set a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The new password is set.').waitFor()
})

test('shared secrets are replaced by keyboard alone, shown once, and nothing of them stays', async () => {
  const page = await console.open(settings())
  await button(page, 'New shared secrets…').waitFor()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(`${request.url()} ${request.postData() ?? ''}`))
  await tabTo(page, 'New shared secrets…')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Make new shared secrets?' }).waitFor()
  await picture(page, 'secrets-confirm')
  expect(await axeFindings(page)).toEqual([])
  await tabTo(page, 'Your password')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('The password is wrong.').waitFor()
  // After a refusal the password field is empty.
  expect(await page.getByLabel('Your password').inputValue()).toBe('')
  await tabTo(page, 'Your password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const text = (await made(page).textContent()) ?? ''
  const secrets = [...text.matchAll(/LATCHKEY_SECRET_\d=([0-9a-f]{64})/g)].map(([, secret]) => secret ?? '')
  expect(secrets).toHaveLength(3)
  // A second press of Enter does not close the dialog, which is shown once.
  await page.keyboard.press('Enter')
  expect(await made(page).isVisible()).toBe(true)
  await page.getByText('Put these lines into the .env file').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'secrets-made')
  expect(await codeWith(secrets)).toBe('KEY_VALID')
  // Installed apps can use the earlier secrets.
  expect(await codeWith(console.service.secrets)).toBe('KEY_VALID')

  const [first = ''] = secrets
  // While the secret is shown, it is found in the memory: the search works.
  expect((await heapOf(page)).includes(first)).toBe(true)
  await tabTo(page, 'Copy all')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  // The clipboard is replaced, so that the copied text is not found in the memory of the page.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await tabTo(page, 'I have stored it')
  await page.keyboard.press('Enter')
  await made(page).waitFor({ state: 'detached' })
  await page.getByText('Installed apps can use them until').waitFor()
  const left = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      await caches.keys(),
      document.cookie,
      history.state,
      location.href,
      document.documentElement.outerHTML,
    ]),
  )
  expect([left.includes(first), addresses.some((address) => address.includes(first))]).toEqual([false, false])
  // The memory includes the cache of answers and the state of removed components.
  await expect.poll(async () => (await heapOf(page)).includes(first), { timeout: 20_000 }).toBe(false)
  await page.goBack()
  await page.goForward()
  await button(page, 'New shared secrets…').waitFor()
  expect(await page.content()).not.toContain(first)
})

test('after a leak, the earlier secrets end at once', async () => {
  const page = await console.open(settings())
  await button(page, 'New shared secrets…').click()
  await page.getByLabel('The earlier ones are used').selectOption('0')
  await page.getByText('All installed apps are refused until they are updated.').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Make new secrets').click()
  await made(page).waitFor()
  expect(await codeWith(console.service.secrets)).toBe('SECURITY_ERROR')
})

test('a signing key is added by mouse, after a code where there are codes', async () => {
  const page = await console.openUrl(await console.invite('owner', 'ada'))
  await button(page, 'Sign in with this link').click()
  await page.getByRole('navigation').first().waitFor()
  const { secret = '' } = await ask(page, 'POST', '/console/session/totp', {})
  const code = (seconds: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + seconds })
  await ask(page, 'POST', '/console/session/totp/confirm', { totp: code(0) })
  await page.goto(`${console.origin}/#${settings()}`)
  await page.reload()
  await button(page, 'New signing key…').click()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await button(page, 'Make a new key').click()
  await page.getByText('This code is wrong').waitFor()
  await picture(page, 'signing-key-wrong-code')
  // The code is of the next period: each code can be used once, and the service accepts one period
  // ahead.
  await page.getByLabel('Code', { exact: true }).fill(code(30))
  await button(page, 'Make a new key').click()
  const line = (await made(page).textContent()) ?? ''
  expect(line).toMatch(/^LATCHKEY_PUBLIC_KEYS=[^,]+,/)
  expect(line.endsWith(console.service.publicKeys)).toBe(true)
  await button(page, 'I have stored it').click()
  await page.getByText(/used until/).waitFor()
})

test('the API key is replaced, and its allow list set with a mistake beside its field', async () => {
  const page = await console.open(settings())
  const list = page.getByLabel('Allow list')
  await list.fill('192.0.2.0/24\nlocalhost')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('An entry is neither an address nor a range').waitFor()
  expect(await list.inputValue()).toBe('192.0.2.0/24\nlocalhost')
  await list.fill('127.0.0.0/8\n::1')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('The settings were saved.').waitFor()
  await button(page, 'New API key…').click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Make a new API key').click()
  const key = (await made(page).textContent()) ?? ''
  expect([await statusWith(key), await statusWith(console.service.apiKey)]).toEqual([200, 403])
})

test.runIf(IS_LONG)('a signing key, the allow list and the API key are set by keyboard alone', async () => {
  const page = await console.open(settings())
  await button(page, 'New signing key…').waitFor()
  /** Makes a secret or a key, and returns it. */
  const make = async (name: string): Promise<string> => {
    await enter(page, name)
    await page.getByRole('alertdialog').waitFor()
    await typeInto(page, 'Your password', PASSWORD)
    await page.keyboard.press('Enter')
    const text = (await made(page).textContent()) ?? ''
    await enter(page, 'I have stored it')
    await made(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(name)
    return text
  }
  expect(await make('New signing key…')).toMatch(/^LATCHKEY_PUBLIC_KEYS=[^,]+,/)
  await typeInto(page, 'Allow list', 'localhost')
  await enter(page, 'Save')
  await page.getByText('An entry is neither an address nor a range').waitFor()
  await page.keyboard.press('Shift+Tab')
  await typeInto(page, 'Allow list', '192.0.2.0/24\n')
  await enter(page, 'Save')
  await page.getByText('The settings were saved.').waitFor()
  const key = await make('New API key…')
  expect(await statusWith(key)).toBe(403)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await typeInto(page, 'Allow list', '')
  await page.keyboard.press('Delete')
  await enter(page, 'Save')
  await expect.poll(() => statusWith(key)).toBe(200)
})

test('somebody of support sees neither secrets nor the API key', async () => {
  const page = await console.open(settings(), { role: 'support' })
  await page.getByLabel('User-Agents').waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Computers of a key',
    'Apps that may check keys',
    'Trials',
    'Features of all keys',
    'Page for customers',
  ])
})

test('the dialogs are clean in German on a telephone, light and dark', async () => {
  const page = await console.open(settings(), { locale: 'de-DE', width: 360 })
  await button(page, 'Neue Geheimnisse …').scrollIntoViewIfNeeded()
  expect(await lookFindings(page, 'secrets-section-de')).toEqual([])
  await button(page, 'Neue Geheimnisse …').click()
  await page.getByLabel('Ihr Passwort').waitFor()
  expect(await lookFindings(page, 'secrets-confirm-de')).toEqual([])
  await page.getByLabel('Ihr Passwort').fill(PASSWORD)
  await button(page, 'Neue Geheimnisse machen').click()
  await made(page).waitFor()
  expect(await lookFindings(page, 'secrets-made-de')).toEqual([])
})
