import {
  CONSOLE_ENDPOINTS,
  ENDPOINTS,
  type Endpoint,
  mayActAs,
  ROLES,
  requestPath,
} from '@latchkey/management'
import { generateSync } from 'otplib'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  addLink,
  addPerson,
  type ConsoleAnswer,
  openBrowser,
  signIn,
  WITH_CONSOLE,
} from '../testing/console-browser.ts'
import { testAccount } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { createPasswords } from './passwords.ts'

let service: TestService
let passwordHash: string
beforeAll(async () => {
  service = await startTestService({ settings: { console: WITH_CONSOLE } })
  const hash = await createPasswords().hash(PASSWORD)
  if (hash === 'busy') throw new Error('busy')
  passwordHash = hash
})
afterAll(() => service.stop())

/** The number of people that the tests have added. */
let number = 0
const newEmail = (): string => {
  number += 1
  return `person-${number}@example.org`
}
/** The time moves on, so that no test meets the limits of an earlier one. */
beforeEach(() => {
  service.clock.now += 3_600
})

const PASSWORD = 'correct horse battery'
const signInWith = (email: string, password = PASSWORD, more: object = {}) => ({
  body: { email, password, ...more },
})
const outcomeOf = ({ status, body }: ConsoleAnswer) => [status, body?.code]
const codeOf = (secret: string): string => generateSync({ secret, epoch: service.clock.now })
/** The password, for requests that need a confirmation. */
const password = PASSWORD
const signInOwner = (email = newEmail()) => signIn(service, 'owner', email, { passwordHash })
const cookieOf = ({ headers }: ConsoleAnswer): string => String(headers['set-cookie'])

describe('a one-time link', () => {
  test('signs in, and the session reads who it is', async () => {
    const browser = await signIn(service, 'support', 'ada@example.org')
    const { status, body } = await browser.ask('getSession')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      person: { email: 'ada@example.org', role: 'support', has_password: false, has_totp: false },
      account: { email: 'vendor@example.org', plan: 'standard' },
      projects: [{ id: 'project', name: 'Project' }],
      required: [],
      by_link: true,
      may_reset: ['password', 'totp'],
      waiting: [],
    })
    expect(Value.Check(CONSOLE_ENDPOINTS.getSession.success, body)).toBe(true)
  })

  test('is over after 30 minutes', async () => {
    const person = await addPerson(service, { email: newEmail() })
    const token = await addLink(service, person)
    service.clock.now += 1_800
    expect(outcomeOf(await openBrowser(service).signInByLink(token))).toEqual([401, 'LINK_OVER'])
  })

  test('stops working when a newer one is made', async () => {
    const person = await addPerson(service, { email: newEmail() })
    const old = await addLink(service, person)
    const newer = await addLink(service, person)
    expect((await openBrowser(service).signInByLink(old)).status).toBe(401)
    expect((await openBrowser(service).signInByLink(newer)).status).toBe(200)
  })
})

describe('a password', () => {
  test('is set after a link, signs in, and ends the other sessions when it changes', async () => {
    const email = newEmail()
    const first = await signIn(service, 'read-only', email)
    const short = await first.ask('setPassword', { body: { password: 'eleven char' } })
    expect(short.status).toBe(400)
    expect((await first.ask('setPassword', { body: { password: PASSWORD } })).status).toBe(200)

    const second = openBrowser(service)
    expect(outcomeOf(await second.ask('signIn', signInWith(email, 'wrong password')))).toEqual([
      401,
      'WRONG_CREDENTIALS',
    ])
    expect((await second.ask('signIn', signInWith(email.toUpperCase()))).status).toBe(200)
    const changed = 'another long password'
    const without = await second.ask('setPassword', { body: { password: changed } })
    expect(without).toMatchObject({ status: 400, body: { message: 'The current password is wrong.' } })
    expect((await first.ask('getSession')).status).toBe(200)

    const body = { password: changed, current: PASSWORD }
    expect((await second.ask('setPassword', { body })).status).toBe(200)
    expect((await second.ask('getSession')).body.person.has_password).toBe(true)
    expect(outcomeOf(await first.ask('getSession'))).toEqual([401, 'SIGN_IN_NEEDED'])
    expect((await openBrowser(service).ask('signIn', signInWith(email))).status).toBe(401)
  })

  test('needs no current one within 30 minutes of a link, and one afterwards', async () => {
    const person = await addPerson(service, { email: newEmail(), passwordHash })
    const browser = openBrowser(service)
    await browser.signInByLink(await addLink(service, person))
    service.clock.now += 1_800
    expect(outcomeOf(await browser.ask('setPassword', { body: { password: PASSWORD } }))).toEqual([
      400,
      'WRONG_CURRENT_PASSWORD',
    ])
    await browser.signInByLink(await addLink(service, person))
    expect((await browser.ask('setPassword', { body: { password: PASSWORD } })).status).toBe(200)
  })

  test('is stored with its own salt, and never the text', async () => {
    const other = await createPasswords().hash(PASSWORD)
    expect(other).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(other).not.toBe(passwordHash)
  })

  test('is hashed one at a time, and too many at once are turned away', async () => {
    const passwords = createPasswords()
    const outcomes = await Promise.all(Array.from({ length: 22 }, () => passwords.isRight('x', '')))
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(20)
  })
})

describe('codes', () => {
  test('are needed once one was confirmed, and each is good once', async () => {
    const email = newEmail()
    const browser = await signIn(service, 'support', email)
    await browser.ask('setPassword', { body: { password: PASSWORD } })
    const { body: started } = await browser.ask('startTotp', { body: { password } })
    expect(started.uri).toBe(
      `otpauth://totp/Latchkey:${encodeURIComponent(email)}?secret=${started.secret}&issuer=Latchkey`,
    )
    expect(outcomeOf(await browser.ask('startTotp', { body: { password: 'x' } }))).toEqual([
      400,
      'WRONG_PASSWORD',
    ])
    // Before the code was confirmed, nobody is locked out by a secret that no app has.
    expect((await openBrowser(service).ask('signIn', signInWith(email))).status).toBe(200)
    expect(outcomeOf(await browser.ask('confirmTotp', { body: { totp: '000000' } }))).toEqual([
      400,
      'TOTP_WRONG',
    ])
    const confirmed = codeOf(started.secret)
    expect((await browser.ask('confirmTotp', { body: { totp: confirmed } })).status).toBe(200)
    expect((await browser.ask('startTotp')).status).toBe(400)

    const next = openBrowser(service)
    expect(outcomeOf(await next.ask('signIn', signInWith(email)))).toEqual([401, 'TOTP_NEEDED'])
    const again = signInWith(email, PASSWORD, { totp: confirmed })
    expect(outcomeOf(await next.ask('signIn', again))).toEqual([400, 'TOTP_WRONG'])
    service.clock.now += 30
    const later = signInWith(email, PASSWORD, { totp: codeOf(started.secret) })
    expect((await next.ask('signIn', later)).status).toBe(200)
    expect((await openBrowser(service).ask('signIn', later)).status).toBe(400)
  })

  test('are removed with a code, or within 30 minutes of a link', async () => {
    const totp = { totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totpStep: 0 }
    const person = await addPerson(service, { email: newEmail(), passwordHash, ...totp })
    const code = () => codeOf(totp.totpSecret)
    const browser = openBrowser(service)
    await browser.ask('signIn', signInWith(person.email, PASSWORD, { totp: code() }))
    expect((await browser.ask('removeTotp', { body: {} })).status).toBe(400)
    service.clock.now += 30
    expect((await browser.ask('removeTotp', { body: { totp: code() } })).status).toBe(200)
    expect((await browser.ask('getSession')).body.person.has_totp).toBe(false)

    const another = await addPerson(service, { email: newEmail(), passwordHash, ...totp })
    await browser.signInByLink(await addLink(service, another))
    expect((await browser.ask('removeTotp', { body: {} })).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends when it is signed out, and is listed with the others until then', async () => {
    const person = await addPerson(service, { email: newEmail(), passwordHash })
    const [one, two] = [openBrowser(service), openBrowser(service)]
    await one.ask('signIn', signInWith(person.email))
    await two.ask('signIn', signInWith(person.email))
    const { body } = await two.ask('listSessions')
    expect(body.sessions).toMatchObject([
      { current: true, user_agent: 'Browser/1.0', address: '127.0.0.0/24' },
      { current: false },
    ])
    expect(Value.Check(CONSOLE_ENDPOINTS.listSessions.success, body)).toBe(true)
    const params = { session_id: body.sessions[1].id }
    expect((await two.ask('endSession', { params })).status).toBe(200)
    expect((await two.ask('endSession', { params })).status).toBe(404)
    expect((await one.ask('getSession')).status).toBe(401)
    const stolen = { cookie: two.cookie() }
    expect(cookieOf(await two.ask('signOut'))).toContain('Max-Age=0')
    expect((await two.ask('getSession', { headers: stolen })).status).toBe(401)
  })

  test('of another person cannot be ended', async () => {
    const [one, two] = [
      await signIn(service, 'owner', newEmail()),
      await signIn(service, 'owner', newEmail()),
    ]
    const { session_id } = (await one.ask('getSession')).body
    expect((await two.ask('endSession', { params: { session_id } })).status).toBe(404)
    expect((await one.ask('getSession')).status).toBe(200)
  })

  test('ends after 12 hours without a request, and after 7 days in any case', async () => {
    const idle = await signIn(service, 'owner', newEmail())
    const used = await signIn(service, 'owner', newEmail())
    const ELEVEN_HOURS = 11 * 3_600
    const began = service.clock.now
    service.clock.now += ELEVEN_HOURS
    expect((await used.ask('getSession')).status).toBe(200)
    service.clock.now += ELEVEN_HOURS
    expect((await used.ask('getSession')).status).toBe(200)
    expect((await idle.ask('getSession')).status).toBe(401)
    while (service.clock.now + ELEVEN_HOURS < began + 7 * 86_400) {
      service.clock.now += ELEVEN_HOURS
      expect((await used.ask('getSession')).status).toBe(200)
    }
    service.clock.now = began + 7 * 86_400
    expect((await used.ask('getSession')).status).toBe(401)
  })
})

describe('people', () => {
  test('are invited with a link, change their role, and are removed with their sessions', async () => {
    const owner = await signInOwner()
    const email = newEmail()
    const { body: invited } = await owner.ask('invitePerson', {
      body: { email, role: 'read-only', password },
    })
    expect(invited.link).toMatch(new RegExp(`^${service.consoleUrl}/#/link/[\\w-]{43}$`))
    expect(invited.link_until).toBe(service.clock.now + 1_799)
    const again = await owner.ask('invitePerson', { body: { email, role: 'owner', password } })
    expect(outcomeOf(again)).toEqual([400, 'PERSON_EXISTS'])
    const guest = openBrowser(service)
    await guest.signInByLink(invited.link.split('/').at(-1))
    expect((await guest.ask('listPeople')).body.code).toBe('ROLE_TOO_LOW')

    const params = { person_id: invited.person.id }
    const body = { role: 'owner', new_link: true, password }
    const changed = await owner.ask('changePerson', { params, body })
    expect(changed.body).toMatchObject({ person: { email, role: 'owner' }, link: expect.any(String) })
    expect((await guest.ask('listPeople')).body.people).toContainEqual(changed.body.person)
    expect((await owner.ask('removePerson', { params, body: { password } })).status).toBe(200)
    expect((await guest.ask('getSession')).status).toBe(401)
    expect((await openBrowser(service).signInByLink(changed.body.link.split('/').at(-1))).status).toBe(401)
    expect((await owner.ask('removePerson', { params, body: { password } })).status).toBe(404)
  })

  test('always have an owner', async () => {
    const storage = service.storage
    await storage.createAccount(
      testAccount({ id: 'alone', email: 'alone@example.org', apiKeyHash: new Uint8Array(32) }),
    )
    const person = await addPerson(service, { email: newEmail(), accountId: 'alone', passwordHash })
    const browser = openBrowser(service)
    await browser.signInByLink(await addLink(service, person))
    const params = { person_id: person.id }
    const refused = [400, 'The account needs an owner. Make somebody else an owner first.']
    const step = await browser.ask('changePerson', { params, body: { role: 'support', password } })
    const leave = await browser.ask('removePerson', { params, body: { password } })
    for (const { status, body } of [step, leave]) expect([status, body.message]).toEqual(refused)
    await browser.ask('invitePerson', { body: { email: newEmail(), role: 'owner', password } })
    expect((await browser.ask('removePerson', { params, body: { password } })).status).toBe(200)
  })

  test('of another account are not found', async () => {
    await service.storage.createAccount(
      testAccount({ id: 'other', email: 'other@example.org', apiKeyHash: new Uint8Array(32).fill(1) }),
    )
    const stranger = await addPerson(service, { email: newEmail(), accountId: 'other' })
    const owner = await signInOwner()
    const params = { person_id: stranger.id }
    expect((await owner.ask('changePerson', { params, body: { new_link: true, password } })).status).toBe(404)
    expect((await owner.ask('removePerson', { params, body: { password } })).status).toBe(404)
    expect(JSON.stringify((await owner.ask('listPeople')).body)).not.toContain(stranger.email)
    const taken = { email: stranger.email, role: 'owner', password }
    expect((await owner.ask('invitePerson', { body: taken })).status).toBe(400)
  })
})

describe('roles', () => {
  const all: readonly Endpoint[] = Object.values({ ...ENDPOINTS, ...CONSOLE_ENDPOINTS })
  const endpoints = all.filter(
    ({ credentials: { kind }, byApiKeyAlone }) =>
      ['api-key', 'session'].includes(kind) && byApiKeyAlone === undefined,
  )
  test('each endpoint is closed below its least role', async () => {
    for (const role of ROLES) {
      const browser = await signIn(service, role, newEmail())
      for (const { id, method, path, params, leastRole: least } of endpoints.filter(
        (one) => one.id !== 'signOut',
      )) {
        const names = Object.keys(params?.properties ?? {})
        const words = names.map((name) => [name, name === 'api_key' ? 'self' : 'none'])
        const target = requestPath({ path }, { params: Object.fromEntries(words) })
        const { status, body } = await browser.send(method, target)
        expect([id, status, body.message]).not.toEqual([
          id,
          404,
          'There is nothing at this address. Check the address.',
        ])
        const isOpen = least !== undefined && mayActAs(role, least)
        expect([id, role, body.code === 'ROLE_TOO_LOW']).toEqual([id, role, !isOpen])
      }
    }
  })

  test('support issues and resets keys, and deletes none', async () => {
    const support = await signIn(service, 'support', newEmail())
    const licenses = '/v3/projects/project/users'
    const { body } = await support.send('POST', licenses, { body: { note: 'By Ada' } })
    expect(body.success).toBe(true)
    const { status } = await support.send('DELETE', `${licenses}?user_key=${body.user_key}`)
    expect(status).toBe(403)
    expect((await service.license(body.user_key)).note).toBe('By Ada')
  })
})

describe('the management API', () => {
  test('takes self for the API key, and nothing else', async () => {
    const browser = await signIn(service, 'read-only', newEmail())
    const details = await browser.send('GET', '/v3/keys/self/details')
    expect(details.body).toMatchObject({ success: true, email: 'vendor@example.org' })
    expect((await browser.send('GET', '/v3/keys/self/stats')).body.success).toBe(true)
    expect((await browser.send('GET', `/v3/keys/${service.apiKey}/details`)).status).toBe(400)
    const atApi = await fetch(`${service.url}/v3/keys/self/details`, { headers: { authorization: 'self' } })
    expect(atApi.status).toBe(400)
  })

  test('notes the person in the events of a change', async () => {
    const email = newEmail()
    const browser = await signInOwner(email)
    await browser.send('POST', '/v3/projects/project/users', { body: { note: 'x' } })
    const { body } = await browser.send('GET', `/v3/projects/project/events?since=${service.clock.now}`)
    expect(body.events.at(-1)).toMatchObject({
      kind: 'created',
      subject: 'key',
      actor: 'person',
      person: email,
      fields: ['note'],
      address: '127.0.0.0/24',
    })
    const person = { email: newEmail(), role: 'support', password }
    const invited = await browser.ask('invitePerson', { body: person })
    const { body: after } = await browser.send(
      'GET',
      `/v3/projects/project/events?since=${service.clock.now}`,
    )
    expect(after.events.at(-1)).toMatchObject({
      kind: 'created',
      subject: 'person',
      id: invited.body.person.id,
      person: email,
      // The event does not have the fields of the confirmation.
      fields: ['email', 'role'],
    })
  })
})

test('a password is to be set up before anything else', async () => {
  const strict = await startTestService({ settings: { console: { ...WITH_CONSOLE, requirePassword: true } } })
  onTestFinished(() => strict.stop())
  const browser = await signIn(strict, 'owner')
  expect((await browser.ask('getSession')).body.required).toEqual(['password'])
  expect(outcomeOf(await browser.ask('listPeople'))).toEqual([403, 'SET_UP_NEEDED'])
  expect((await browser.send('GET', '/v3/keys/self/details')).status).toBe(403)
  await browser.ask('setPassword', { body: { password: PASSWORD } })
  expect((await browser.ask('getSession')).body.required).toEqual([])
  expect((await browser.ask('listPeople')).status).toBe(200)
})
