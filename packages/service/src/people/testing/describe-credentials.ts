import type { Role } from '@latchkey/management'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../core/accounts/people.ts'
import {
  addLink,
  addPerson,
  type ConsoleAnswer,
  type ConsoleBrowser,
  openBrowser,
  WITH_CONSOLE,
} from '../../testing/console-browser.ts'
import { testAccount, testProject } from '../../testing/records.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { createPasswords } from '../passwords.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'another long password'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const DAY = 86_400
const MINUTES = 60

/**
 * Tests what each credential of the console opens, and what ends it: for a service on SQLite, and
 * for nodes that share a PostgreSQL database.
 */
export function describeCredentials(): void {
  let service: TestService
  let passwordHash: string
  beforeAll(async () => {
    service = await startTestService({ settings: { console: WITH_CONSOLE } })
    const hash = await createPasswords().hash(PASSWORD)
    if (hash === 'busy') throw new Error(hash)
    passwordHash = hash
  })
  afterAll(() => service.stop())

  let account = ''
  /** Each test has an account of its own, so that the test knows all of its owners. */
  beforeEach(async () => {
    service.clock.now += 2 * DAY
    account = `account-${service.clock.now}`
    const apiKeyHash = new Uint8Array(Buffer.from(account.padEnd(32, '-')))
    await service.storage.createAccount(
      testAccount({ id: account, email: `${account}@example.org`, apiKeyHash }),
    )
    await service.storage.createProject(testProject({ id: account, accountId: account, appName: account }))
  })

  let number = 0
  const add = (changes: Partial<Person> = {}): Promise<Person> => {
    number += 1
    const email = `${number}-${account}@example.org`
    return addPerson(service, { accountId: account, email, passwordHash, ...changes })
  }
  const withCodes = { totpSecret: TOTP_SECRET, totpStep: 0 }
  const codeNow = (secret = TOTP_SECRET): string => generateSync({ secret, epoch: service.clock.now })
  /** Opens a browser whose requests all go to one node. */
  const open = (stolenFrom?: ConsoleBrowser): ConsoleBrowser => {
    const url = stolenFrom === undefined ? service.consoleUrl : homes.get(stolenFrom)
    const browser = openBrowser(service, {
      ...(url !== undefined && { origin: url, listener: url }),
      ...(stolenFrom !== undefined && { stolenFrom }),
    })
    if (url !== undefined) homes.set(browser, url)
    return browser
  }
  const homes = new WeakMap<ConsoleBrowser, string>()
  /** Moves the time on, so that every node reads again what another one has changed. */
  const pass = (seconds = 3): void => {
    service.clock.now += seconds
  }
  const byPassword = async ({ email }: Person, password = PASSWORD): Promise<ConsoleBrowser> => {
    const browser = open()
    const answer = await browser.ask('signIn', { body: { email, password, totp: codeNow() } })
    expect(answer.status).toBe(200)
    return browser
  }
  const byLink = async (person: Person): Promise<ConsoleBrowser> => {
    const browser = open()
    expect((await browser.signInByLink(await addLink(service, person))).status).toBe(200)
    return browser
  }
  const codeOf = ({ status, body }: ConsoleAnswer) => [status, body.code]
  const tokenOf = ({ body }: ConsoleAnswer): string => body.link.split('/').at(-1)
  const fails = async (browser: ConsoleBrowser, token: string): Promise<void> =>
    expect(codeOf(await browser.signInByLink(token))).toEqual([401, 'LINK_OVER'])
  const params = () => ({ project_id: account })
  const personId = ({ id }: Person) => ({ person_id: id })

  /** The requests that need a proof. */
  const ownerActs = (browser: ConsoleBrowser, other: Person, proof: object = {}) => ({
    rotateSecrets: () => browser.ask('rotateSecrets', { params: params(), body: { keep_days: 1, ...proof } }),
    rotateSigningKey: () =>
      browser.ask('rotateSigningKey', { params: params(), body: { keep_days: 1, ...proof } }),
    replaceApiKey: () => browser.ask('replaceApiKey', { body: proof }),
    invitePerson: () => {
      number += 1
      return browser.ask('invitePerson', {
        body: { email: `${number}-${account}@example.org`, role: 'read-only', ...proof },
      })
    },
    newLink: () =>
      browser.ask('changePerson', { params: personId(other), body: { new_link: true, ...proof } }),
    changeRole: () =>
      browser.ask('changePerson', { params: personId(other), body: { role: 'owner', ...proof } }),
    removePerson: () => browser.ask('removePerson', { params: personId(other), body: proof }),
  })
  const stateOf = async () => [
    await service.storage.findProject(account, account),
    await service.storage.signingKeys(account),
    await service.storage.findAccountByEmail(`${account}@example.org`),
    await service.storage.peopleOf(account),
  ]

  test('a stolen session of an owner gets no secret, no link, no person and no role without proof', async () => {
    const [owner, other] = [await add(), await add({ role: 'support' })]
    const coded = await add(withCodes)
    const before = await stateOf()
    const thief = open(await byPassword(owner))
    for (const proof of [{}, { password: 'a guess' }, { totp: '123456' }]) {
      for (const [name, act] of Object.entries(ownerActs(thief, other, proof))) {
        expect([name, ...codeOf(await act())]).toEqual([name, 400, 'WRONG_PASSWORD'])
      }
      service.clock.now += 15 * MINUTES
    }
    const ofCoded = open(await byPassword(coded))
    for (const [name, act] of Object.entries(ownerActs(ofCoded, other, { password: PASSWORD }))) {
      expect([name, ...codeOf(await act())]).toEqual([name, 400, 'CODE_NEEDED'])
    }
    const after = await stateOf()
    // A sign-in has used a code, which changes the step.
    const plain = (state: unknown) => JSON.stringify(state, (key, value) => (key === 'totpStep' ? 0 : value))
    expect(plain(after)).toBe(plain(before))
    // These six requests once took over an account: a link for oneself, a sign-in by it, codes, a
    // password.
    const own = await thief.ask('changePerson', { params: personId(owner), body: { new_link: true } })
    expect(codeOf(own)).toEqual([400, 'OWN_LINK'])
    expect(codeOf(await thief.ask('setPassword', { body: { password: NEW_PASSWORD } }))).toEqual([
      400,
      'WRONG_CURRENT_PASSWORD',
    ])
    expect(codeOf(await ofCoded.ask('removeTotp', { body: {} }))).toEqual([400, 'TOTP_WRONG'])
  })

  test('nobody gets a link for themselves in a session, not even with the password', async () => {
    const owner = await add()
    const browser = await byPassword(owner)
    const body = { new_link: true, role: 'owner', password: PASSWORD }
    expect(codeOf(await browser.ask('changePerson', { params: personId(owner), body }))).toEqual([
      400,
      'OWN_LINK',
    ])
  })

  test('a first password and the first codes need a link of less than 30 minutes', async () => {
    const person = await add({ passwordHash: '' })
    const browser = await byLink(person)
    service.clock.now += 30 * MINUTES
    for (const current of [undefined, '', 'a guess']) {
      const body = { password: NEW_PASSWORD, ...(current && { current }) }
      expect(codeOf(await browser.ask('setPassword', { body }))).toEqual([403, 'FRESH_LINK_NEEDED'])
    }
    expect(codeOf(await browser.ask('startTotp', { body: {} }))).toEqual([403, 'FRESH_LINK_NEEDED'])
    expect((await browser.ask('getSession')).body).toMatchObject({ by_link: false, may_reset: [] })
    const again = await byLink(person)
    expect((await again.ask('startTotp', { body: {} })).status).toBe(200)
    expect((await again.ask('setPassword', { body: { password: NEW_PASSWORD } })).status).toBe(200)
  })

  test('codes, which stand for the password afterwards, are set up with the password', async () => {
    const thief = open(await byPassword(await add()))
    for (const body of [{}, { password: 'a guess' }]) {
      expect(codeOf(await thief.ask('startTotp', { body }))).toEqual([400, 'WRONG_PASSWORD'])
    }
    const byFreshLink = await byLink(await add())
    expect(codeOf(await byFreshLink.ask('startTotp', { body: {} }))).toEqual([400, 'WRONG_PASSWORD'])
  })

  test('after a link has reset a password or codes, secrets and people wait 24 hours, and the other owners see it', async () => {
    const [owner, coded, other] = [await add(), await add(withCodes), await add({ role: 'support' })]
    const reset = await byLink(owner)
    expect((await reset.ask('setPassword', { body: { password: NEW_PASSWORD } })).status).toBe(200)
    const removed = await byLink(coded)
    expect((await removed.ask('removeTotp', { body: {} })).status).toBe(200)
    const resetAt = service.clock.now
    pass()
    for (const [browser, password] of [
      [reset, NEW_PASSWORD],
      [removed, PASSWORD],
    ] as const) {
      for (const [name, act] of Object.entries(ownerActs(browser, other, { password }))) {
        expect([name, ...codeOf(await act())]).toEqual([name, 403, 'WAITS_AFTER_RESET'])
      }
    }
    const colleague = await byPassword(await add())
    const waiting = [owner, coded].map(({ id, email }) => ({
      person_id: id,
      email,
      reset_at: resetAt,
      waits_until: resetAt + DAY,
    }))
    expect((await colleague.ask('getSession')).body.waiting).toEqual(waiting)
    expect((await (await byPassword(other)).ask('getSession')).body.waiting).toEqual([])
    const { people } = (await colleague.ask('listPeople')).body
    expect(people.map((one: Record<string, number>) => one['waits_until'])).toEqual([
      resetAt + DAY,
      resetAt + DAY,
      0,
      0,
    ])
    const { events } = (await colleague.send('GET', `/v3/projects/${account}/events?kind=reset`)).body
    expect(
      events.map(({ subject, id, person, fields }: Record<string, unknown>) => [subject, id, person, fields]),
    ).toEqual([
      ['person', owner.id, owner.email, ['password']],
      ['person', coded.id, coded.email, ['totp']],
    ])
    // Another owner can act during this time.
    const act = { params: personId(coded), body: { password: PASSWORD } }
    expect((await colleague.ask('removePerson', act)).status).toBe(200)

    service.clock.now = resetAt + DAY - 1
    const late = await byPassword(owner, NEW_PASSWORD)
    const rotate = () => ownerActs(late, other, { password: NEW_PASSWORD }).rotateSecrets()
    expect(codeOf(await rotate())).toEqual([403, 'WAITS_AFTER_RESET'])
    service.clock.now += 1
    expect((await rotate()).status).toBe(200)
    expect((await late.ask('getSession')).body.waiting).toEqual([])
  })

  test('the first set-up does not wait, and neither does a link whose person knows the password', async () => {
    const other = await add({ role: 'support' })
    const first = await byLink(await add({ passwordHash: '' }))
    await first.ask('setPassword', { body: { password: NEW_PASSWORD } })
    const { body } = await first.ask('startTotp', { body: { password: NEW_PASSWORD } })
    expect((await first.ask('confirmTotp', { body: { totp: codeNow(body.secret) } })).status).toBe(200)
    service.clock.now += 30
    const proof = { totp: codeNow(body.secret) }
    expect((await ownerActs(first, other, proof).rotateSecrets()).status).toBe(200)
    const knowing = await byLink(await add())
    const change = { password: NEW_PASSWORD, current: PASSWORD }
    expect((await knowing.ask('setPassword', { body: change })).status).toBe(200)
    expect((await ownerActs(knowing, other, { password: NEW_PASSWORD }).rotateSecrets()).status).toBe(200)
  })

  test('a link stands once for the password, and once for the codes', async () => {
    const browser = await byLink(await add(withCodes))
    expect((await browser.ask('getSession')).body.may_reset).toEqual(['password', 'totp'])
    expect((await browser.ask('setPassword', { body: { password: NEW_PASSWORD } })).status).toBe(200)
    const thief = open(browser)
    expect((await thief.ask('getSession')).body.may_reset).toEqual(['totp'])
    expect(codeOf(await thief.ask('setPassword', { body: { password: PASSWORD } }))).toEqual([
      400,
      'WRONG_CURRENT_PASSWORD',
    ])
    expect((await browser.ask('removeTotp', { body: {} })).status).toBe(200)
    const { body } = await browser.ask('startTotp', { body: { password: NEW_PASSWORD } })
    expect((await browser.ask('confirmTotp', { body: { totp: codeNow(body.secret) } })).status).toBe(200)
    expect(codeOf(await thief.ask('removeTotp', { body: {} }))).toEqual([400, 'TOTP_WRONG'])
  })

  test('a link ends with a change of the password, of codes, of the role, and with all sessions', async () => {
    const owner = await byPassword(await add())
    const changes: Readonly<
      Record<string, (browser: ConsoleBrowser, person: Person) => Promise<ConsoleAnswer>>
    > = {
      password: (browser) =>
        browser.ask('setPassword', { body: { password: NEW_PASSWORD, current: PASSWORD } }),
      'codes set up': async (browser) => {
        const { body } = await browser.ask('startTotp', { body: { password: PASSWORD } })
        return browser.ask('confirmTotp', { body: { totp: codeNow(body.secret) } })
      },
      'codes removed': async (browser, person) => {
        await service.storage.changePerson(account, person.id, (known) => ({
          outcome: 'changed',
          person: { ...known, ...withCodes },
        }))
        return browser.ask('removeTotp', { body: { totp: codeNow() } })
      },
      'all sessions': (browser) => browser.ask('endOtherSessions'),
      role: (_browser, person) =>
        owner.ask('changePerson', {
          params: personId(person),
          body: { role: 'read-only', password: PASSWORD },
        }),
      removal: (_browser, person) =>
        owner.ask('removePerson', { params: personId(person), body: { password: PASSWORD } }),
    }
    for (const [name, change] of Object.entries(changes)) {
      const role: Role = 'support'
      const person = await add({ role })
      const browser = await byPassword(person)
      const made = await owner.ask('changePerson', {
        params: personId(person),
        body: { new_link: true, password: PASSWORD },
      })
      pass()
      expect([name, (await change(browser, person)).status]).toEqual([name, 200])
      pass()
      await fails(open(), tokenOf(made))
    }
    // The sessions of others stay.
    const person = await add()
    const link = await addLink(service, person)
    await owner.ask('endOtherSessions')
    expect((await open().signInByLink(link)).status).toBe(200)
  })

  test('all other sessions end at once, and the own one goes on', async () => {
    const person = await add()
    const [own, other] = [await byPassword(person), await byPassword(person)]
    expect((await own.ask('endOtherSessions')).status).toBe(200)
    pass()
    expect([(await own.ask('getSession')).status, (await other.ask('getSession')).status]).toEqual([200, 401])
  })

  test('ten codes or passwords are tried in a quarter of an hour, also in one burst at several nodes', async () => {
    const burst = async (
      person: Person,
      ask: (browser: ConsoleBrowser, index: number) => Promise<ConsoleAnswer>,
    ) => {
      const browsers = [await byPassword(person), await byPassword(person).catch(() => byLink(person))]
      service.clock.now += 16 * MINUTES
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => ask(browsers[index % 2] as ConsoleBrowser, index)),
      )
      const counts = new Map<string, number>()
      for (const { body } of answers) counts.set(body.code, (counts.get(body.code) ?? 0) + 1)
      return Object.fromEntries(counts)
    }
    const coded = await add(withCodes)
    const codes = await burst(coded, (browser, index) =>
      browser.ask('removeTotp', { body: { totp: String(index).padStart(6, '0') } }),
    )
    expect(codes).toEqual({ TOTP_WRONG: 10, TOO_MANY_CODES: 50 })
    const passwords = await burst(await add(), (browser, index) =>
      browser.ask('startTotp', { body: { password: `guess ${index}` } }),
    )
    expect(passwords).toEqual({ WRONG_PASSWORD: 10, TOO_MANY_PASSWORDS: 50 })
  })

  test('what proves a person has one count, for all endpoints', async () => {
    const [person, other] = [await add(), await add({ role: 'support' })]
    const browser = await byPassword(person)
    const wrong = { password: 'a guess' }
    const tries = (proof: { password: string }) => ({
      ...ownerActs(browser, other, proof),
      setPassword: () =>
        browser.ask('setPassword', { body: { password: NEW_PASSWORD, current: proof.password } }),
      startTotp: () => browser.ask('startTotp', { body: proof }),
    })
    const first = Object.values(tries(wrong))
    expect(first).toHaveLength(9)
    for (const act of first) expect((await act()).status).toBe(400)
    expect((await browser.ask('replaceApiKey', { body: wrong })).status).toBe(400)
    for (const [name, act] of Object.entries(tries({ password: PASSWORD }))) {
      expect([name, ...codeOf(await act())]).toEqual([name, 429, 'TOO_MANY_PASSWORDS'])
    }
    service.clock.now += 15 * MINUTES
    // Right passwords are not counted.
    for (let times = 0; times < 12; times += 1) {
      expect((await browser.ask('replaceApiKey', { body: { password: PASSWORD } })).status).toBe(200)
    }
  })
}
