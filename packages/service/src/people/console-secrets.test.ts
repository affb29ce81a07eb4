import { CONSOLE_ENDPOINTS, CONSOLE_PROOF_HEADER, requestPath } from '@latchkey/management'
import { createNonce, parsePublicKeys, type SharedSecrets, signResponse } from '@latchkey/protocol'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../core/operations/log.ts'
import {
  addLink,
  addPerson,
  type ConsoleBrowser,
  openBrowser,
  WITH_CONSOLE,
} from '../testing/console-browser.ts'
import { NOW, testAccount, testProject } from '../testing/records.ts'
import { sendCheck, startTestService, type TestService } from '../testing/test-service.ts'
import { createPasswords } from './passwords.ts'

const PASSWORD = 'correct horse battery'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const DAY = 86_400
const params = { project_id: 'project' }

let service: TestService
let passwordHash: string
const logged: string[] = []
beforeAll(async () => {
  service = await startTestService({
    settings: { console: WITH_CONSOLE },
    server: { log: createLog('trace', { write: (line) => void logged.push(line) }) },
  })
  const hash = await createPasswords().hash(PASSWORD)
  if (hash === 'busy') throw new Error(hash)
  passwordHash = hash
})
afterAll(() => service.stop())
beforeEach(() => {
  service.clock.now += 3_600
})

let number = 0
/** A browser in which a person is signed in, by default an owner with a password. */
async function signedIn(changes: Parameters<typeof addPerson>[1] = {}): Promise<ConsoleBrowser> {
  number += 1
  const person = await addPerson(service, { email: `${number}@example.org`, passwordHash, ...changes })
  const browser = openBrowser(service)
  expect((await browser.signInByLink(await addLink(service, person))).status).toBe(200)
  return browser
}

type Asked = 'rotateSecrets' | 'rotateSigningKey' | 'replaceApiKey'
const ROTATIONS: readonly Asked[] = ['rotateSecrets', 'rotateSigningKey', 'replaceApiKey']
const ask = (browser: ConsoleBrowser, id: Asked, body: object = { password: PASSWORD }) =>
  id === 'replaceApiKey'
    ? browser.ask(id, { body })
    : browser.ask(id, { params, body: { keep_days: 30, ...body } })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** Everything that a stranger could want to change, to compare it before and after. */
const stateOf = async () => [
  await service.storage.findProject('account', 'project'),
  await service.storage.signingKeys('test-app'),
  await service.storage.findAccountByEmail('vendor@example.org'),
]

const check = async (secrets: SharedSecrets) => {
  const app = { ...service.project, secrets }
  const nonce = createNonce()
  const key = await service.addLicense()
  const { body } = await sendCheck(service.url, app, { key, nonce, time: service.clock.now })
  return { code: body.code, isSigned: body.signature === signResponse(nonce, 'KEY_VALID', secrets) }
}

describe('a session that was stolen or left open', () => {
  test.each(ROTATIONS)('gets nothing by %s without the password', async (id) => {
    const browser = await signedIn()
    const before = await stateOf()
    expect(codeOf(await ask(browser, id, {}))).toEqual([400, 'WRONG_PASSWORD'])
    expect(codeOf(await ask(browser, id, { password: 'wrong' }))).toEqual([400, 'WRONG_PASSWORD'])
    expect(codeOf(await ask(browser, id, { totp: '123456' }))).toEqual([400, 'WRONG_PASSWORD'])
    expect(await stateOf()).toEqual(before)
  })

  test.each(ROTATIONS)('gets nothing by %s where there is no password: a link is not one', async (id) => {
    const browser = await signedIn({ passwordHash: '' })
    expect(codeOf(await ask(browser, id, {}))).toEqual([400, 'PASSWORD_NEEDED'])
    expect(codeOf(await ask(browser, id, { password: '' }))).toEqual([400, undefined])
  })

  test('needs a code, where there are codes, and each is good once', async () => {
    const browser = await signedIn({ totpSecret: TOTP_SECRET, totpStep: 0 })
    expect(codeOf(await ask(browser, 'rotateSecrets'))).toEqual([400, 'CODE_NEEDED'])
    const totp = generateSync({ secret: TOTP_SECRET, epoch: service.clock.now })
    expect((await ask(browser, 'rotateSecrets', { totp })).status).toBe(200)
    expect(codeOf(await ask(browser, 'rotateSecrets', { totp }))).toEqual([400, 'TOTP_WRONG'])
    expect(codeOf(await ask(browser, 'rotateSigningKey', { totp }))).toEqual([400, 'TOTP_WRONG'])
  })

  test('gets ten tries of a password in a quarter of an hour', async () => {
    const browser = await signedIn()
    for (let tries = 0; tries < 10; tries += 1) {
      const { body } = await ask(browser, 'replaceApiKey', { password: `guess ${tries}` })
      expect(body.code).toBe('WRONG_PASSWORD')
    }
    const before = await stateOf()
    expect(codeOf(await ask(browser, 'replaceApiKey'))).toEqual([429, 'TOO_MANY_PASSWORDS'])
    expect(await stateOf()).toEqual(before)
    service.clock.now += 900
    expect((await ask(browser, 'replaceApiKey')).status).toBe(200)
  })

  test('of another role gets nothing, not even with the password', async () => {
    const ids = ['getSecrets', 'getApiAccess', ...ROTATIONS] as const
    for (const role of ['support', 'read-only'] as const) {
      const browser = await signedIn({ role })
      for (const id of ids) {
        expect(CONSOLE_ENDPOINTS[id].leastRole).toBe('owner')
        const body = { password: PASSWORD, ...(id !== 'replaceApiKey' && { keep_days: 1 }) }
        const sent = CONSOLE_ENDPOINTS[id].method === 'GET' ? { params } : { params, body }
        expect([id, ...codeOf(await browser.ask(id, sent))]).toEqual([id, 403, 'ROLE_TOO_LOW'])
      }
    }
  })
})

test('no API key opens secrets, at either address', async () => {
  const before = await stateOf()
  for (const id of ['getSecrets', 'getApiAccess', 'setAllowList', ...ROTATIONS] as const) {
    const { method } = CONSOLE_ENDPOINTS[id]
    const path = requestPath(CONSOLE_ENDPOINTS[id], { params })
    const headers = { authorization: service.apiKey, 'content-type': 'application/json' }
    const body = method === 'GET' ? null : '{"password":"x","keep_days":0}'
    expect((await fetch(service.url + path, { method, headers, body })).status).toBe(404)
    const atConsole = await openBrowser(service).send(method, path, {
      headers: { authorization: service.apiKey, [CONSOLE_PROOF_HEADER]: service.apiKey },
      ...(method !== 'GET' && { body: { keep_days: 0 } }),
    })
    expect([id, ...codeOf(atConsole)]).toEqual([id, 401, 'SIGN_IN_NEEDED'])
  }
  expect(await stateOf()).toEqual(before)
})

test('the secrets of another account are not rotated', async () => {
  const { storage } = service
  await storage.createAccount(
    testAccount({ id: 'other', email: 'other@example.org', apiKeyHash: new Uint8Array(32) }),
  )
  await storage.createProject(testProject({ id: 'of-other', accountId: 'other', appName: 'other-app' }))
  const before = await storage.findProject('other', 'of-other')
  const browser = await signedIn()
  for (const id of ['rotateSecrets', 'rotateSigningKey'] as const) {
    const body = { password: PASSWORD, keep_days: 0 }
    expect((await browser.ask(id, { params: { project_id: 'of-other' }, body })).status).toBe(404)
  }
  expect((await browser.ask('getSecrets', { params: { project_id: 'of-other' } })).status).toBe(404)
  expect(await storage.findProject('other', 'of-other')).toEqual(before)
  expect(await storage.signingKeys('other-app')).toEqual([])
})

describe('new shared secrets', () => {
  test('are good at once, and the earlier ones as long as they were asked to be', async () => {
    const browser = await signedIn()
    const first = (await service.storage.findProject('account', 'project'))?.secrets as SharedSecrets
    const { body, headers } = await ask(browser, 'rotateSecrets')
    expect(headers['cache-control']).toBe('no-store')
    expect(body.secrets).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[0-9a-f]{64}$/)))
    expect(body.earlier_until).toBe(service.clock.now + 30 * DAY)
    const valid = { code: 'KEY_VALID', isSigned: true }
    expect(await check(body.secrets)).toEqual(valid)
    // An app from before the rotation gets an answer that it can verify.
    expect(await check(first)).toEqual(valid)
    const known = await browser.ask('getSecrets', { params })
    expect(known.body).toMatchObject({ earlier_until: body.earlier_until })
    expect(JSON.stringify(known.body)).not.toContain(body.secrets[0])

    service.clock.now = body.earlier_until
    expect((await check(first)).code).toBe('KEY_VALID')
    service.clock.now += 1
    expect((await check(first)).code).toBe('SECURITY_ERROR')
    expect((await check(body.secrets)).code).toBe('KEY_VALID')
  })

  test('end the earlier ones at once after a leak, and those before them', async () => {
    const browser = await signedIn()
    const second = (await ask(browser, 'rotateSecrets')).body.secrets
    const third = (await ask(browser, 'rotateSecrets', { password: PASSWORD, keep_days: 0 })).body
    expect(third.earlier_until).toBe(0)
    expect((await check(second)).code).toBe('SECURITY_ERROR')
    const { attacksBlocked } = await service.totals()
    expect((await check(third.secrets)).code).toBe('KEY_VALID')
    expect((await service.totals()).attacksBlocked).toBe(attacksBlocked)
    const mixed: SharedSecrets = [second[0], third.secrets[1], third.secrets[2]]
    expect((await check(mixed)).code).toBe('SECURITY_ERROR')
  })
})

test('a new signing key is added to those in use, and ends them after a leak', async () => {
  const browser = await signedIn()
  const { public_keys: first } = (await browser.ask('getSecrets', { params })).body
  const kept = (await ask(browser, 'rotateSigningKey')).body
  expect([...(parsePublicKeys(kept.public_keys)?.keys() ?? [])]).toHaveLength(
    (parsePublicKeys(first)?.size ?? 0) + 1,
  )
  expect(kept.public_keys.endsWith(first)).toBe(true)
  const alone = (await ask(browser, 'rotateSigningKey', { password: PASSWORD, keep_days: 0 })).body
  expect(parsePublicKeys(alone.public_keys)?.size).toBe(1)
  const { signing_keys } = (await browser.ask('getSecrets', { params })).body
  expect(signing_keys).toEqual([{ id: expect.any(String), created_at: service.clock.now, used_until: -1 }])
})

test('a new API key replaces the earlier one at once', async () => {
  const browser = await signedIn()
  const licenses = (authorization: string) =>
    fetch(`${service.url}/v3/projects/project/users`, { headers: { authorization } })
  const { api_key: first } = (await ask(browser, 'replaceApiKey')).body
  expect((await licenses(first)).status).toBe(200)
  const { api_key: second } = (await ask(browser, 'replaceApiKey')).body
  expect([(await licenses(first)).status, (await licenses(second)).status]).toEqual([403, 200])
})

test('the allow list is for the API key, and locks no owner out of the console', async () => {
  const browser = await signedIn()
  const { api_key } = (await ask(browser, 'replaceApiKey')).body
  const licenses = () =>
    fetch(`${service.url}/v3/projects/project/users`, { headers: { authorization: api_key } })
  const set = (allow_list: readonly string[]) => browser.ask('setAllowList', { body: { allow_list } })
  for (const wrong of ['localhost', '192.0.2.0/33', '192.0.2.1\n', ' ::1']) {
    expect(codeOf(await set(['::1', wrong]))).toEqual([400, 'INVALID_ALLOW_LIST'])
  }
  expect((await set(['192.0.2.0/24', '2001:db8::/32'])).status).toBe(200)
  expect((await licenses()).status).toBe(403)
  expect((await browser.ask('getApiAccess')).body.allow_list).toEqual(['192.0.2.0/24', '2001:db8::/32'])
  expect((await set([])).status).toBe(200)
  expect((await licenses()).status).toBe(200)
})

test('no secret is in the log, in the events or in the database', async () => {
  const browser = await signedIn()
  const bodies = [
    (await ask(browser, 'rotateSecrets')).body,
    (await ask(browser, 'rotateSigningKey')).body,
    (await ask(browser, 'replaceApiKey')).body,
    (await ask(browser, 'replaceApiKey', { password: 'a wrong guess' })).body,
  ]
  const [{ secrets }, , { api_key }] = bodies
  const { events } = (await browser.send('GET', `/v3/projects/project/events?since=${service.clock.now}`))
    .body
  expect(events.map(({ kind, subject, fields }: Record<string, string>) => [kind, subject, fields])).toEqual([
    ['updated', 'project', ['secrets']],
    ['updated', 'project', ['signing-key']],
    ['updated', 'account', ['new-api-key']],
  ])
  expect(events.map(({ person }: Record<string, string>) => person)).toEqual(
    Array(3).fill(`${number}@example.org`),
  )
  const text = [...logged, JSON.stringify(events)].join()
  for (const secret of [...secrets, api_key, PASSWORD, 'a wrong guess']) expect(text).not.toContain(secret)
  expect(NOW).toBeLessThan(service.clock.now)
})
