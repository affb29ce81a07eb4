import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHALLENGE_HEADER, CONSOLE_PROOF_HEADER, solveChallenge } from '@latchkey/management'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createFailedAuthentications } from '../core/security/failed-authentications.ts'
import { MAIL_STYLE } from '../mail/compose.ts'
import {
  addLink,
  addPerson,
  type ConsoleBrowser,
  openBrowser,
  signIn,
  WITH_CONSOLE,
} from '../testing/console-browser.ts'
import { freePort } from '../testing/free-port.ts'
import { testAccount, testProject } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { createPasswords } from './passwords.ts'

/** The attacks of the table "The console" in SECURITY.md. */

const PASSWORD = 'correct horse battery'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codeNow = () => generateSync({ secret: TOTP_SECRET, epoch: service.clock.now })
const MAIL_HASH = createHash('sha256').update(MAIL_STYLE).digest('base64')
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${MAIL_HASH}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

let service: TestService
let owner: ConsoleBrowser
let passwordHash: string
let pageDir: string
beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  mkdirSync(join(pageDir, 'page', 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'page', 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(pageDir, 'page', 'assets', 'index-abc.js'), 'export {}')
  writeFileSync(join(pageDir, 'page', '.env'), 'hidden')
  writeFileSync(join(pageDir, 'secret.txt'), 'hidden')
  service = await startTestService({
    settings: { console: { ...WITH_CONSOLE, pageDir: join(pageDir, 'page') } },
  })
  owner = await signIn(service)
  const hash = await createPasswords().hash(PASSWORD)
  if (hash === 'busy') throw new Error(hash)
  passwordHash = hash
})
afterAll(async () => {
  await service.stop()
  rmSync(pageDir, { recursive: true })
})
beforeEach(() => {
  service.clock.now += 60
})

let number = 0
const newEmail = (): string => {
  number += 1
  return `person-${number}@example.org`
}
const licenses = '/v3/projects/project/users'
const aChange = { body: { note: 'x' } }

test('without a session, or with half of one, nothing is answered', async () => {
  const stranger = openBrowser(service)
  const cookie = owner.cookie()
  const proof = owner.proof()
  const other = await signIn(service, 'owner', newEmail())
  for (const headers of [
    {},
    { authorization: service.apiKey },
    { cookie },
    { [CONSOLE_PROOF_HEADER]: proof },
    { cookie, [CONSOLE_PROOF_HEADER]: 'x' },
    { cookie, [CONSOLE_PROOF_HEADER]: other.proof() },
    { cookie: `${cookie}x`, [CONSOLE_PROOF_HEADER]: proof },
  ]) {
    for (const path of ['/console/session', '/console/people', '/v3/keys/self/details', licenses]) {
      const { status, body } = await stranger.send('GET', path, { headers })
      expect([path, headers, status, body.code]).toEqual([path, headers, 401, 'SIGN_IN_NEEDED'])
    }
  }
  const both = { cookie, [CONSOLE_PROOF_HEADER]: proof }
  expect((await stranger.send('GET', licenses, { headers: both })).status).toBe(200)
})

test('a session opens nothing at the address of the API', async () => {
  const headers = { cookie: owner.cookie() ?? '', [CONSOLE_PROOF_HEADER]: owner.proof() ?? '' }
  const atApi = await fetch(`${service.url}${licenses}`, { headers })
  expect(atApi.status).toBe(403)
  expect((await fetch(`${service.url}/console/session`, { headers })).status).toBe(404)
})

test('another account is not found', async () => {
  const { storage } = service
  const apiKeyHash = new Uint8Array(32)
  await storage.createAccount(testAccount({ id: 'other', email: 'other@example.org', apiKeyHash }))
  await storage.createProject(testProject({ id: 'of-other', accountId: 'other', appName: 'other-app' }))
  expect((await owner.send('GET', '/v3/projects/of-other/users')).status).toBe(404)
  expect((await owner.send('GET', '/v3/projects/of-other/events')).status).toBe(404)
  const { body } = await owner.send('POST', '/v3/projects/of-other/users', aChange)
  expect(body.message).toBe('This account has no such project.')
  expect((await owner.ask('getSession')).body.projects).toEqual([{ id: 'project', name: 'Project' }])
})

test('another role is refused', async () => {
  const reader = await signIn(service, 'read-only', newEmail())
  const { status, body } = await reader.send('POST', licenses, aChange)
  expect([status, body.code]).toEqual([403, 'ROLE_TOO_LOW'])
  expect((await reader.send('GET', licenses)).status).toBe(200)
})

test('a change from another site, or from another port of this machine, is refused', async () => {
  const { port } = new URL(service.consoleUrl)
  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    'http://127.0.0.1:1',
    'http://127.0.0.1',
    `https://127.0.0.1:${port}`,
    // This is another origin, although it is the same listener.
    `http://localhost:${port}`,
  ]) {
    const { status } = await owner.send('POST', licenses, { ...aChange, headers: { origin } })
    expect([origin, status]).toEqual([origin, 403])
  }
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    expect((await owner.send('POST', licenses, { ...aChange, headers })).status).toBe(403)
    // Another page embeds a script or an image of the page.
    expect((await owner.send('GET', licenses, { headers })).status).toBe(403)
    const opening = { ...headers, 'sec-fetch-mode': 'navigate' }
    expect((await owner.send('GET', '/', { headers: opening })).status).toBe(200)
  }
  expect((await owner.send('POST', licenses, aChange)).status).toBe(200)
})

test('no other origin may read an answer', async () => {
  const preflight = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': CONSOLE_PROOF_HEADER,
  }
  const { status, headers } = await owner.send('OPTIONS', licenses, { headers: preflight })
  expect(status).toBe(403)
  const answers = [headers, (await owner.send('GET', licenses)).headers]
  for (const answer of answers) {
    expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer['cross-origin-resource-policy']).toBe('same-origin')
  }
})

test('a name that was bound to this address is refused', async () => {
  const { host, port } = new URL(service.consoleUrl)
  for (const name of [
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    '127.0.0.1',
    `${host}0`,
    '',
  ]) {
    for (const path of ['/', '/console/session', licenses]) {
      const { status } = await owner.send('GET', path, { headers: { host: name } })
      expect([name, path, status]).toEqual([name, path, 421])
    }
  }
  const byName = openBrowser(service, { origin: `http://localhost:${port}` })
  expect((await byName.send('GET', '/')).status).toBe(200)
})

test('no page may frame the console, or run a script of its own in it', async () => {
  const answers = [
    await owner.send('GET', '/'),
    await owner.send('GET', '/assets/index-abc.js'),
    await owner.send('GET', '/nothing'),
    await owner.send('GET', licenses),
    await owner.send('GET', '/', { headers: { host: 'evil.example' } }),
  ]
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': POLICY,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
    'no-cache',
    'public, max-age=31536000, immutable',
    'no-store',
    'no-store',
    'no-store',
  ])
})

test('a session that somebody else has chosen is not taken over at a sign-in', async () => {
  const person = await addPerson(service, { email: newEmail() })
  const attacker = await signIn(service, 'owner', newEmail())
  const planted = attacker.cookie() ?? ''
  const browser = openBrowser(service)
  const body = { token: await addLink(service, person) }
  const { status } = await browser.ask('signInByLink', { body, headers: { cookie: planted } })
  expect(status).toBe(200)
  expect(browser.cookie()).not.toBe(planted)
  expect((await browser.ask('getSession')).body.person.email).toBe(person.email)
  // The planted session has ended.
  expect((await attacker.ask('getSession')).status).toBe(401)
})

test('the cookie is for this console, and no script reads it', async () => {
  const person = await addPerson(service, { email: newEmail() })
  const { headers } = await openBrowser(service).signInByLink(await addLink(service, person))
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^latchkey-[\da-f]{8}=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ])
  const another = await startTestService({ settings: { console: WITH_CONSOLE } })
  onTestFinished(() => another.stop())
  const cookieName = (browser: ConsoleBrowser) => browser.cookie()?.split('=')[0]
  expect(cookieName(await signIn(another))).not.toBe(cookieName(owner))
})

test('on a public address, the cookie is sent over https alone, and sign-ins need codes', async () => {
  const publicUrl = 'https://console.example.com'
  const port = await freePort()
  const listener = `http://127.0.0.1:${port}`
  const open = await startTestService({
    settings: { console: { ...WITH_CONSOLE, port, publicUrl, requirePassword: true } },
    toOneNode: true,
  })
  onTestFinished(() => open.stop())
  expect(open.consoleUrl).toBe(publicUrl)
  const browser = openBrowser(open, { listener })
  const person = await addPerson(open, { passwordHash })
  const body = { email: person.email, password: PASSWORD }
  const { status, headers } = await browser.ask('signIn', { body })
  expect([status, headers['set-cookie']]).toEqual([
    200,
    [
      expect.stringMatching(
        /^__Host-latchkey-[\da-f]{8}=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ],
  ])
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await browser.ask('getSession')).body.required).toEqual(['totp'])
  expect((await browser.ask('listPeople')).body.code).toBe('SET_UP_NEEDED')
  // The address of this machine no longer belongs to the console.
  expect((await openBrowser(open, { origin: listener, listener }).send('GET', '/')).status).toBe(421)
})

describe('who guesses', () => {
  const guess = (browser: ConsoleBrowser, email: string, password = 'wrong password', more = {}) =>
    browser.ask('signIn', { body: { email, password, ...more } })

  test('passwords must solve a challenge, whether somebody has the address or not', async () => {
    const person = await addPerson(service, { email: newEmail(), passwordHash })
    const nobody = 'nobody@example.org'
    const browser = openBrowser(service)
    for (const email of [person.email, nobody]) {
      for (let tries = 0; tries < 10; tries += 1) {
        const { status, body } = await guess(browser, email)
        expect([status, body.code]).toEqual([401, 'WRONG_CREDENTIALS'])
      }
      service.clock.now += 60
      const { status, body } = await guess(browser, email, PASSWORD)
      expect([status, typeof body.challenge]).toEqual([403, 'object'])
      const headers = { [CHALLENGE_HEADER]: solveChallenge(body.challenge) }
      const solved = await browser.ask('signIn', { body: { email, password: PASSWORD }, headers })
      expect(solved.status).toBe(email === nobody ? 401 : 200)
      const again = await browser.ask('signIn', { body: { email, password: PASSWORD }, headers })
      expect(again.status).toBe(403)
    }
  })

  test('from one address gets thirty tries a minute', async () => {
    service.clock.now += 3_600 - (service.clock.now % 60)
    const browser = openBrowser(service)
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries += 1) {
      statuses.push((await browser.ask('signIn', { body: { email: newEmail(), password: 'x' } })).status)
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429])
  })

  test('codes gets ten tries in a quarter of an hour, although the password is right', async () => {
    const totp = { totpSecret: TOTP_SECRET, totpStep: 0 }
    const person = await addPerson(service, { email: newEmail(), passwordHash, ...totp })
    const failures = createFailedAuthentications(service.storage)
    for (let wrong = 0; wrong < 9; wrong += 1) await failures.begin(`proofs ${person.id}`, service.clock.now)
    const browser = openBrowser(service)
    const { status, body } = await guess(browser, person.email, PASSWORD, { totp: '000000' })
    expect([status, body.code]).toEqual([400, 'TOTP_WRONG'])
    // Even the right code is refused now.
    const right = { totp: codeNow() }
    const { status: then, headers } = await guess(browser, person.email, PASSWORD, right)
    expect([then, headers['retry-after']]).toEqual([429, '900'])
  })
})

test('a one-time link works once, and is not spent by reading it', async () => {
  const person = await addPerson(service, { email: newEmail() })
  const token = await addLink(service, person)
  const preview = openBrowser(service)
  for (const path of [
    `/#/link/${token}`,
    `/console/session/link?token=${token}`,
    `/console/session/link/${token}`,
  ]) {
    const { headers } = await preview.send('GET', path)
    expect(headers['set-cookie']).toBeUndefined()
  }
  const tries = await Promise.all([1, 2, 3].map(() => openBrowser(service).signInByLink(token)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('no path leads to a file that the build has not made', async () => {
  for (const path of [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '//secret.txt',
    '///etc/passwd',
    '/%2fetc%2fpasswd',
    '/.env',
    '/%2eenv',
    '/assets/',
    '/assets',
    '/index.html%00.js',
    '/assets/index-abc.js/',
    '/assets/index-abc.js%20',
  ]) {
    const { status, text } = await owner.send('GET', path)
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
    expect(text).not.toMatch(/hidden|root:/)
  }
})

test('nothing that was sent gets into the headers of an answer', async () => {
  const split = '%0d%0aset-cookie:%20split=1%0d%0a'
  for (const path of [`/${split}`, `/?${split}`, `/assets/${split}`, `/v3/projects/${split}/users`]) {
    const { headers } = await owner.send('GET', path)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['location']).toBeUndefined()
  }
  const invited = await owner.ask('invitePerson', {
    body: { email: 'x@example.org\r\nset-cookie: split=1', role: 'support' },
  })
  expect([invited.status, invited.headers['set-cookie']]).toEqual([400, undefined])
})
