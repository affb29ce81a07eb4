import { opaqueDeviceId } from '@latchkey/management'
import { createNonce, LICENSE_HEADER, parseLicenseFields, signedKey, signRequest } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCustomerBrowser, takeMails } from '../my/testing/customer-browser.ts'
import { ask } from '../testing/ask.ts'
import { DEVICE, linkedTo, NOW, OTHER_DEVICE, testLicense } from '../testing/records.ts'
import { type Check, startTestService, type TestService } from '../testing/test-service.ts'

const OWNER = 'ann@example.org'

let service: TestService
let key: string
beforeEach(async () => {
  // The sandbox of the test takes the mails out of the outbox before they are sent.
  service = await startTestService({ server: { outbox: { lookEveryMs: 3_600_000 } } })
  key = await addLicense(OWNER)
  const { status } = await ask(service, 'changeCustomerPage', { body: { on: true, ask_owner: true } })
  expect(status).toBe(200)
})
afterEach(() => service.stop())

async function addLicense(email: string): Promise<string> {
  const license = testLicense(linkedTo(OTHER_DEVICE))
  const customerOf = () => ({ id: email, email, name: 'Ann', createdAt: NOW })
  await service.storage.createLicenses('project', [license], { customerOf })
  return license.key
}

const send = (use: NonNullable<Check['use']>, check: Check = {}) => service.check({ use, key, ...check })
const fieldsOf = ({ headers }: { headers: Headers }) => parseLicenseFields(headers.get(LICENSE_HEADER) ?? '')

/** The page of a customer who has signed in just now. */
async function pageOf(email: string) {
  const page = openCustomerBrowser(service)
  await page.signIn(email)
  return (act: 'allow' | 'deny', body: object) => page.send(`${act}Request`, { body })
}

async function takeMail() {
  const [mail, ...more] = await takeMails(service)
  expect(more).toEqual([])
  if (mail === undefined) throw new Error('There is no mail.')
  const [, id = '', token = ''] = /^my\/project\/#request\/(\w+)\/([\w-]+)$/.exec(mail.path) ?? []
  return { content: mail, id, token }
}

test('the owner chooses a computer by the words, and the gate that asked gets its place', async () => {
  const locked = await send('check')
  expect([locked.body.code, fieldsOf(locked).mayAskOwner]).toEqual(['KEY_HWID_LOCKED', true])
  const asked = await send('ask-owner', { name: 'Studio' })
  expect(asked.body).toMatchObject({ code: 'OWNER_ASKED', until: NOW + 86_400 })
  expect(asked.headers.get('signature-input')).toContain('tag="latchkey-ask-owner"')
  const { words = [] } = asked.body
  expect(words).toHaveLength(2)
  expect((await send('ask-status')).body).toEqual({ code: 'OWNER_ASKED', message: '' })

  const mail = await takeMail()
  expect(mail.content.to.email).toBe(OWNER)
  // SECURITY: only the gate shows the words.
  expect(JSON.stringify(mail.content)).not.toMatch(new RegExp(words.join('|')))
  const page = await pageOf(OWNER)
  const choice = { request_id: mail.id, computer_id: opaqueDeviceId(key, OTHER_DEVICE) }
  expect(await page('allow', { ...choice, words: 'wolf honey' })).toMatchObject({
    status: 409,
    body: { code: 'WORDS_WRONG' },
  })
  expect(await page('allow', { ...choice, words: words.join('-').toUpperCase() })).toMatchObject({
    status: 200,
  })
  expect((await send('ask-status')).body.code).toBe('OWNER_ALLOWED')
  expect((await send('check')).body.code).toBe('KEY_VALID')
  expect((await send('check', { deviceId: OTHER_DEVICE })).body.code).toBe('KEY_HWID_LOCKED')
  // The three key checks alone are executions.
  expect((await service.totals()).executions).toBe(3)
})

test('the link of the mail signs the owner in once', async () => {
  await send('ask-owner')
  const { token } = await takeMail()
  const page = openCustomerBrowser(service)
  const spend = () => page.send('signInByMailLink', { body: { token } })
  expect((await spend()).status).toBe(200)
  expect([...page.cookies.keys()]).toContain('latchkey-my')
  expect((await spend()).status).toBe(409)
})

test('SECURITY: three wrong tries and a refusal tell the gate, and the owner is not asked for a day', async () => {
  for (const [act, code] of [
    ['try', 'OWNER_REQUEST_OVER'],
    ['deny', 'OWNER_DENIED'],
  ]) {
    key = await addLicense(OWNER)
    await send('ask-owner')
    const { id } = await takeMail()
    const page = await pageOf(OWNER)
    const tried = { request_id: id, computer_id: opaqueDeviceId(key, OTHER_DEVICE), words: 'wolf honey' }
    if (act === 'deny') expect((await page('deny', { request_id: id })).status).toBe(200)
    else {
      const codes = []
      for (let n = 0; n < 3; n += 1) codes.push((await page('allow', tried)).body.code)
      expect(codes).toEqual(['WORDS_WRONG', 'WORDS_WRONG', 'REQUEST_OVER'])
    }
    expect((await page('allow', tried)).body.code).toBe('NO_SUCH_REQUEST')
    expect((await send('ask-status')).body.code).toBe(code)
    expect((await send('ask-owner')).body.code).toBe('ASK_LIMIT_REACHED')
  }
})

test('SECURITY: a request of another customer cannot be answered by its ID, nor without a fresh proof', async () => {
  await addLicense('bob@example.org')
  const asked = await send('ask-owner')
  const { id } = await takeMail()
  const choice = {
    ...{ request_id: id, computer_id: opaqueDeviceId(key, OTHER_DEVICE) },
    words: asked.body.words?.join(' ') ?? '',
  }
  const stranger = await pageOf('bob@example.org')
  expect((await stranger('allow', choice)).body.code).toBe('NO_SUCH_REQUEST')
  expect((await stranger('deny', { request_id: id })).body.code).toBe('NO_SUCH_REQUEST')
  const page = await pageOf(OWNER)
  service.clock.now += 16 * 60
  expect(await page('allow', choice)).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
  expect((await send('ask-status')).body.code).toBe('OWNER_ASKED')
})

test('SECURITY: a request that is sent again, or for another use, is refused', async () => {
  const nonce = createNonce()
  expect((await send('ask-owner', { nonce })).body.code).toBe('OWNER_ASKED')
  expect((await send('ask-owner', { nonce })).body.code).toBe('SECURITY_ERROR')
  expect((await send('ask-status', { nonce })).body.code).toBe('SECURITY_ERROR')
  for (const [use, signedFor] of [
    ['ask-owner', 'check'],
    ['ask-owner', 'ask-status'],
    ['ask-status', 'ask-owner'],
    ['check', 'ask-owner'],
    ['move', 'ask-owner'],
  ] as const) {
    expect((await send(use, { signedFor })).body.code, `${use} signed as ${signedFor}`).toBe('SECURITY_ERROR')
  }
  const time = String(service.clock.now - 121)
  const signed = { nonce, key: signedKey('ask-status', key), time, deviceId: DEVICE }
  const late = { time, nonce, signature: signRequest(signed, service.project.secrets) }
  expect((await send('ask-status', late)).body.code).toBe('TIME_ERROR')
})

test('SECURITY: the status is answered six times a minute, once in ten seconds', async () => {
  await service.stop()
  service = await startTestService({ toOneNode: true })
  await ask(service, 'changeCustomerPage', { body: { on: true, ask_owner: true } })
  key = await addLicense(OWNER)
  const codes = []
  for (let n = 0; n < 8; n += 1) codes.push((await send('ask-status')).body.code)
  expect(codes).toEqual([...Array(6).fill('OWNER_REQUEST_OVER'), 'RATE_LIMITED', 'RATE_LIMITED'])
  service.clock.now += 60
  expect((await send('ask-status')).body.code).toBe('OWNER_REQUEST_OVER')
  expect((await service.totals()).executions).toBe(0)
})

test('SECURITY: without the setting nothing is offered, asked or mailed, and answers are as before', async () => {
  for (const body of [{ ask_owner: false }, { on: false, ask_owner: true }]) {
    await ask(service, 'changeCustomerPage', { body })
    const locked = await send('check')
    expect([locked.body.code, locked.headers.get(LICENSE_HEADER)]).toEqual(['KEY_HWID_LOCKED', 'v=1'])
    expect((await send('ask-owner')).body.code).toBe('ASK_NOT_OFFERED')
  }
  expect(await service.storage.listOutbox('project', 'mail', { limit: 9 })).toEqual([])
})

test('a key that cannot be used, or has a place, asks nobody', async () => {
  expect((await send('ask-owner', { deviceId: OTHER_DEVICE })).body.code).toBe('OWNER_ALLOWED')
  await service.storage.changeLicense(
    'project',
    key,
    (known) => ({ outcome: 'done', license: { ...known, stopped: 'refunded' } }),
    { at: NOW, actor: 'service', address: '', fields: [] },
  )
  expect((await send('ask-owner')).body.code).toBe('KEY_BANNED')
  expect((await send('ask-owner', { key: 'k'.repeat(32) })).body.code).toBe('KEY_INCORRECT')
  expect(await service.storage.listOutbox('project', 'mail', { limit: 9 })).toEqual([])
})
