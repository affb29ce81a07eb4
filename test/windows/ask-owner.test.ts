import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { opaqueDeviceId } from '@latchkey/management'
import { createVendorClient } from '@latchkey/vendor'
import { expect, onTestFinished, test } from 'vitest'
import { licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import {
  CREDENTIALS,
  startSmtpServer,
  type TestSmtpServer,
} from '../../packages/service/src/mail/testing/smtp-server.ts'
import { freePort } from '../../packages/service/src/testing/free-port.ts'
import { startServiceProcess } from '../../packages/service/src/testing/service-process.ts'
import { activate, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { createOtherComputers } from '../support/other-computers.ts'

const OWNER = 'ada@example.org'

/** The ID of the request and the token, in the link of the mail to the owner. */
const linkIn = ({ received }: TestSmtpServer): RegExpExecArray | null => {
  const mail = received.find(({ to }) => to.includes(OWNER))
  const text = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  return /#request\/(\w+)\/([\w-]+)/.exec(text)
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

  await expect.poll(() => linkIn(smtp), { timeout: 30_000 }).not.toBeNull()
  const [, id = '', token = ''] = linkIn(smtp) ?? []
  // SECURITY: only the window has the words.
  expect(smtp.received.map(({ source }) => source).join()).not.toMatch(new RegExp(words.join('|')))

  let cookie = ''
  const atPage = async (path: string, body: object): Promise<number> => {
    const headers = { origin: demo.url, 'content-type': 'application/json', cookie }
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${demo.url}/my/${demo.project}/api/${path}`, options)
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return answer.status
  }
  expect(await atPage('sign-in/link', { token })).toBe(200)
  const choice = { request_id: id, computer_id: opaqueDeviceId(key, other.deviceId) }
  expect(await atPage('requests/allow', { ...choice, words: 'wolf honey' })).toBe(409)
  expect(await atPage('requests/allow', { ...choice, words: words.join(' ') })).toBe(200)

  await licensePanel(app).waitFor()
  expect(await other.check(key)).toBe('KEY_HWID_LOCKED')
})
