import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient } from '@latchkey/vendor'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import {
  CREDENTIALS,
  startSmtpServer,
  type TestSmtpServer,
} from '../../packages/service/src/mail/testing/smtp-server.ts'
import { freePort } from '../../packages/service/src/testing/free-port.ts'
import { startServiceProcess } from '../../packages/service/src/testing/service-process.ts'
import { buildPagesWhenStale } from '../../tools/pages.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'
import { activate, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { createOtherComputers } from '../support/other-computers.ts'

const OWNER = 'ada@example.org'

/** The link in the mail to the owner. Empty: none has arrived. */
const linkIn = ({ received }: TestSmtpServer): string => {
  const mail = received.find(({ to }) => to.includes(OWNER))
  return /http\S+#request\/\w+\/[\w-]+/.exec(mail?.source.replaceAll('=\r\n', '') ?? '')?.[0] ?? ''
}

test('a locked gate asks the owner by mail, who chooses on the page, and the app opens by itself', {
  timeout: 240_000,
}, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-ask-owner-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.stop())
  const port = await freePort()
  const { user, password } = CREDENTIALS
  const { demo } = await startServiceProcess(
    [
      ...['--database', `sqlite:${join(dir, 'service.sqlite')}`, '--log-level', 'warn'],
      ...['--port', String(port), '--public-url', `http://127.0.0.1:${port}/`],
      ...['--mail', `smtp://${user}@127.0.0.1:${smtp.server.port}`, '--mail-from', 'shop@vendor.example'],
    ],
    // No program trusts the certificate of the test. On this machine, mail needs no TLS.
    { LATCHKEY_MAIL_PASSWORD: password, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  )
  const vendor = createVendorClient({ baseUrl: demo.url, apiKey: demo.apiKey, projectId: demo.project })
  const opened = await vendor.changeCustomerPage({ body: { on: true, ask_owner: true } })
  expect(opened.kind).toBe('ok')
  const made = await vendor.createKeys({ body: { count: 1, customer_email: OWNER } })
  const key = made.kind === 'ok' ? (made.value.user_keys[0] ?? '') : ''
  const other = createOtherComputers(demo)('old')
  expect(await other.check(key)).toBe('KEY_VALID')

  const app = await launchApp({ userDataDir: join(dir, 'new'), env: licensingEnv(demo) })
  onTestFinished(() => app.close())
  const { window } = app
  await activate(app, key)
  expect(await outcomeAtGate(app)).toBe('KEY_HWID_LOCKED')
  await window.getByRole('button', { name: 'Ask the owner to free a computer' }).click()
  await window.getByRole('textbox', { name: 'Name of this computer' }).fill('Studio')
  await window.getByRole('button', { name: 'Send the mail' }).click()
  await window.locator('[data-asking="waiting"]').waitFor()
  const words = (await window.getByRole('dialog').locator('[translate="no"]').innerText()).split(/\s+/)
  expect(words).toHaveLength(2)

  await expect.poll(() => linkIn(smtp), { timeout: 30_000 }).not.toBe('')
  // SECURITY: only the window has the words.
  expect(smtp.received.map(({ source }) => source).join()).not.toMatch(new RegExp(words.join('|')))

  buildPagesWhenStale()
  const browser = await chromium.launch({ executablePath: ensureBrowser() })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB' })
  await page.goto(linkIn(smtp))
  await page.getByRole('button', { name: 'Look at the request' }).click()
  const request = page.getByRole('region', { name: 'A computer asks to be let in' })
  await request.getByText('Studio').waitFor()
  expect(await page.content()).not.toMatch(new RegExp(words.join('|')))
  const answer = async (text: string): Promise<void> => {
    await request.getByRole('textbox').fill(text)
    await request.getByRole('button', { name: 'Free it for the new one' }).click()
  }
  await answer('wolf honey')
  await request.getByRole('alert').waitFor()
  await answer(words.join(' '))
  await request.waitFor({ state: 'detached' })

  await licensePanel(app).waitFor()
  expect(await other.check(key)).toBe('KEY_HWID_LOCKED')
})
