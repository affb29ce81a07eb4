import { CONSOLE_PROOF_HEADER } from '@latchkey/management'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../core/operations/log.ts'
import { hashApiKey } from '../../core/security/credentials.ts'
import { ask } from '../../testing/ask.ts'
import { openBrowser, signIn, WITH_CONSOLE } from '../../testing/console-browser.ts'
import { testAccount, testProject } from '../../testing/records.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../../testing/test-service.ts'
import { type CustomerAnswer, openCustomerBrowser, takeMails } from './customer-browser.ts'

const ANN = 'ann@example.org'
const NOBODY = 'bob@example.org'
const EVE = 'eve@example.org'
const MINUTES = 60
/** Tests take the mails themselves. */
const BY_HAND = { outbox: { lookEveryMs: 3_600_000 } }

/** Tests the sign-in of customers: by one node on SQLite, and by several nodes on PostgreSQL. */
export function describeSignIn(): void {
  describe('the sign-in of customers', () => {
    let service: TestService
    const start = async (options: TestServiceOptions = {}): Promise<void> => {
      service = await startTestService({ ...options, server: { ...BY_HAND, ...options.server } })
      await ask(service, 'changeCustomerPage', { body: { on: true } })
      await ask(service, 'createKeys', { body: { count: 1, customer_email: ANN, customer_name: 'Ann' } })
    }
    beforeEach(() => start())
    afterEach(() => service.stop())

    const open = (projectId?: string) => openCustomerBrowser(service, projectId)
    type Browser = ReturnType<typeof open>
    const request = (browser: Browser, email = ANN, headers = {}) =>
      browser.send('requestSignIn', { body: { email }, headers })
    const byLink = (browser: Browser, token: string, more: object = {}) =>
      browser.send('signInByMailLink', { body: { token }, ...more })
    const byCode = (browser: Browser, code: string) => browser.send('signInByMailCode', { body: { code } })
    const mailed = async (browser: Browser, email = ANN) => {
      await request(browser, email)
      const [mail, ...others] = await takeMails(service)
      if (mail === undefined || others.length > 0) throw new Error(`${others.length} more mails`)
      return mail
    }
    const refused = ({ status, body }: CustomerAnswer) => [status, body.code]
    /** Whether a browser is signed in. Signing out is open to any session, and ends it. */
    const isSignedIn = async (browser: Browser, projectId = 'project') =>
      (await browser.send('signOutCustomer', { projectId })).status === 200

    test('is by a link in any browser, and by a code in the one that asked for it', async () => {
      const [one, other] = [open(), open()]
      const first = await mailed(one)
      expect(first).toMatchObject({ to: { email: ANN, name: 'Ann' }, path: `my/project/#in/${first.token}` })
      expect((await byLink(other, first.token)).body.success).toBe(true)
      expect([await isSignedIn(other), await isSignedIn(one)]).toEqual([true, false])
      const { code } = await mailed(one)
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      expect(refused(await byCode(open(), code))).toEqual([409, 'OTHER_BROWSER'])
      await request(other, NOBODY)
      expect(refused(await byCode(other, code))).toEqual([409, 'CODE_WRONG'])
      expect((await byCode(one, ` ${code.toLowerCase().replace('-', ' ')}`)).status).toBe(200)
      expect(await isSignedIn(one)).toBe(true)
    })

    test('answers a known address, an unknown one, and a stranger’s with the same bytes and cookies', async () => {
      const shapes = []
      for (const email of [ANN, NOBODY, 'vendor@example.org']) {
        const { status, text, headers } = await request(open(), email)
        const all = [...headers].filter(([name]) => name !== 'date')
        shapes.push({ status, text, headers: JSON.stringify(all).replaceAll(/=[\w-]{43};/g, '=TOKEN;') })
      }
      expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
      // A wrong code after it does not tell them apart, either.
      const [known, unknown] = [open(), open()]
      await request(known)
      await request(unknown, NOBODY)
      expect((await takeMails(service)).map(({ to }) => to.email)).toEqual([ANN, ANN])
      const [wrong, wrongToo] = [await byCode(known, 'BBBB-BBBB'), await byCode(unknown, 'BBBB-BBBB')]
      expect([wrong.status, wrong.text]).toEqual([wrongToo.status, wrongToo.text])
    })

    test('spends each link once, with all others of the address, for 15 minutes', async () => {
      const browser = open()
      const mails = [await mailed(browser), await mailed(browser), await mailed(browser)]
      // A fourth mail is not sent, so that strangers can neither fill a mailbox nor lock anybody out.
      await request(open())
      expect(await takeMails(service)).toEqual([])
      const [first, second, third] = mails.map(({ token }) => token)
      expect((await byLink(browser, second ?? '')).status).toBe(200)
      for (const token of [first, second, third, 'guessed']) {
        expect(refused(await byLink(open(), token ?? ''))).toEqual([409, 'LINK_OVER'])
      }
      expect(refused(await byCode(browser, mails[0]?.code ?? ''))).toEqual([409, 'CODE_WRONG'])
      const { token, code } = await mailed(browser)
      service.clock.now += 15 * MINUTES
      expect(refused(await byLink(browser, token))).toEqual([409, 'LINK_OVER'])
      await request(browser)
      expect(refused(await byCode(browser, code))).toEqual([409, 'CODE_WRONG'])
    })

    test('is not spent by a scanner that opens the link of the mail first', async () => {
      const browser = open()
      const { token } = await mailed(browser)
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        for (const path of ['', 'api/sign-in/link', `api/sign-in/link?token=${token}`]) {
          const { headers } = await fetch(`${service.url}/my/project/${path}`, { method })
          expect(headers.get('set-cookie')).toBeNull()
        }
      }
      expect((await byLink(browser, token)).status).toBe(200)
    })

    test('allows five wrong codes in a browser, also at the same moment; its link still works', async () => {
      const browser = open()
      const { code, token } = await mailed(browser)
      const guesses = Array.from({ length: 20 }, () => byCode(browser, 'BCDF-GHJK'))
      for (const answer of await Promise.all(guesses)) {
        expect(refused(answer)).toEqual([409, 'CODE_WRONG'])
      }
      expect(refused(await byCode(browser, code))).toEqual([409, 'CODE_WRONG'])
      expect((await byLink(browser, token)).status).toBe(200)
    })

    test('sends no more than 60 mails an hour for a sender, and tells nobody', async () => {
      await service.stop()
      await start({ settings: { trustedProxies: ['127.0.0.1'] } })
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const browser = open()
      for (let n = 0; n < 60; n += 1) await request(browser, NOBODY, from('192.0.2.1'))
      const over = await request(browser, ANN, from('192.0.2.1'))
      expect([over.status, over.body.success]).toEqual([200, true])
      expect(await takeMails(service)).toEqual([])
      await request(browser, ANN, from('192.0.2.2'))
      expect(await takeMails(service)).toHaveLength(1)
      service.clock.now += 60 * MINUTES
      await request(browser, ANN, from('192.0.2.1'))
      expect(await takeMails(service)).toHaveLength(1)
    })

    test('begins a new session each time, so that a planted one opens nothing', async () => {
      const victim = open()
      const planted = 'p'.repeat(43)
      victim.cookies.set('latchkey-my', planted)
      expect((await byLink(victim, (await mailed(victim)).token)).status).toBe(200)
      const first = victim.cookies.get('latchkey-my')
      expect(first).not.toBe(planted)
      const attacker = open()
      attacker.cookies.set('latchkey-my', planted)
      expect(await isSignedIn(attacker)).toBe(false)
      // The next sign-in in the same browser ends the session before it.
      expect((await byLink(victim, (await mailed(victim)).token)).status).toBe(200)
      attacker.cookies.set('latchkey-my', first ?? '')
      expect(await isSignedIn(attacker)).toBe(false)
      expect(await isSignedIn(victim)).toBe(true)
      expect(await isSignedIn(victim)).toBe(false)
    })

    test('ends with the address that it proves: erased, joined or changed by the vendor', async () => {
      const find = async (email: string) =>
        (await ask(service, 'getCustomer', { query: { email } })).body.customer.id
      await ask(service, 'createKeys', { body: { count: 1, customer_email: EVE } })
      const changes = [
        async () => ask(service, 'changeCustomer', { body: { id: await find(ANN), email: NOBODY } }),
        async () =>
          ask(service, 'joinCustomers', { body: { id: await find(NOBODY), into: await find(EVE) } }),
        async () => ask(service, 'eraseCustomer', { query: { id: await find(EVE) } }),
      ]
      for (const [at, email] of [ANN, NOBODY, EVE].entries()) {
        const [signedIn, late] = [open(), open()]
        await signedIn.signIn(email)
        const { token, code } = await mailed(late, email)
        expect((await changes[at]?.())?.status).toBe(200)
        expect(refused(await signedIn.send('signOutCustomer'))).toEqual([401, 'SIGN_IN_NEEDED'])
        expect(refused(await byLink(open(), token))).toEqual([409, 'LINK_OVER'])
        expect(refused(await byCode(late, code))).toEqual([409, 'CODE_WRONG'])
      }
    })

    test('belongs to one account of the service, and so do its links and cookies', async () => {
      const { storage } = service
      const other = { id: 'other', email: 'o@example.org', apiKeyHash: hashApiKey('other') }
      await storage.createAccount(testAccount(other))
      await storage.createProject(testProject({ id: 'else', appName: 'else', accountId: 'other' }))
      const by = { at: service.clock.now, actor: 'command-line', address: '', fields: [] } as const
      await storage.changeMyPage('else', (settings) => ({ ...settings, isOn: true }), by)
      const browser = open()
      const { token, code } = await mailed(browser)
      expect(refused(await byLink(browser, token, { projectId: 'else' }))).toEqual([409, 'LINK_OVER'])
      expect(refused(await browser.send('signInByMailCode', { projectId: 'else', body: { code } }))).toEqual([
        409,
        'CODE_WRONG',
      ])
      const { headers } = await byLink(browser, token)
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^latchkey-my=[\w-]{43}; Path=\/my\/project\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
        ),
      ])
      expect(await isSignedIn(browser, 'else')).toBe(false)
      expect(await isSignedIn(browser)).toBe(true)
      // A customer of one account has no licenses of the other.
      await browser.send('requestSignIn', { projectId: 'else', body: { email: ANN } })
      expect(await takeMails(service)).toEqual([])
    })

    test('refuses requests from pages of other sites, and from no page', async () => {
      const browser = open()
      const { token } = await mailed(browser)
      const foreign = [
        { origin: undefined },
        { origin: 'null' },
        { origin: 'https://evil.example' },
        { origin: service.url.replace(/\d+$/, '1') },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign) {
        expect(refused(await request(browser, ANN, headers))).toEqual([403, 'FOREIGN_ORIGIN'])
        expect(refused(await byLink(browser, token, { headers }))).toEqual([403, 'FOREIGN_ORIGIN'])
      }
      // A form of another site can send neither JSON nor the header of a page.
      const form = { headers: { 'content-type': 'text/plain' } }
      expect((await byLink(browser, token, form)).status).toBe(415)
      expect((await byLink(browser, token)).status).toBe(200)
      for (const headers of foreign) {
        expect(refused(await browser.send('signOutCustomer', { headers }))).toEqual([403, 'FOREIGN_ORIGIN'])
      }
      expect(await takeMails(service)).toEqual([])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('says what to do without cookies: the link opens nothing that lasts, and a code not at all', async () => {
      const without = async (id: 'requestSignIn' | 'signInByMailLink' | 'signInByMailCode', body: object) => {
        const browser = open()
        return browser.send(id, { body })
      }
      await without('requestSignIn', { email: ANN })
      const [mail] = await takeMails(service)
      expect(refused(await without('signInByMailCode', { code: mail?.code }))).toEqual([409, 'OTHER_BROWSER'])
      expect((await without('signInByMailLink', { token: mail?.token })).status).toBe(200)
      expect(refused(await open().send('signOutCustomer'))).toEqual([401, 'SIGN_IN_NEEDED'])
    })

    test('opens nothing at the console, and a session of the console nothing here', async () => {
      await service.stop()
      await start({ settings: { console: WITH_CONSOLE }, toOneNode: true })
      const person = await signIn(service)
      const customer = open()
      await customer.signIn(ANN)
      const cookie = `latchkey-my=${customer.cookies.get('latchkey-my')}`
      const [, token = ''] = (person.cookie() ?? '').split('=')
      const stolen = open()
      stolen.cookies.set('latchkey-my', token)
      stolen.cookies.set((person.cookie() ?? '').split('=')[0] ?? '', token)
      const headers = { [CONSOLE_PROOF_HEADER]: person.proof(), authorization: service.apiKey }
      expect(refused(await stolen.send('signOutCustomer', { headers }))).toEqual([401, 'SIGN_IN_NEEDED'])
      const consoleCookie = (person.cookie() ?? '').split('=')[0]
      const asPerson = { cookie: `${consoleCookie}=${customer.cookies.get('latchkey-my')}; ${cookie}` }
      expect((await person.ask('getSession', { headers: asPerson })).status).toBe(401)
      const atApi = await fetch(`${service.url}/v3/projects/project/customer-page`, { headers: { cookie } })
      expect(atApi.status).toBe(403)
      expect((await person.ask('getSession')).status).toBe(200)
      expect(await isSignedIn(customer)).toBe(true)
    })

    test('leaves no token, code, address or cookie in the log, also if it fails', async () => {
      await service.stop()
      const lines: string[] = []
      const log = createLog('trace', { write: (line) => lines.push(line) })
      await start({ server: { log } })
      const browser = open()
      const { token, code } = await mailed(browser)
      await byLink(browser, token)
      const cookies = [...browser.cookies.values()]
      await service.loseStorage()
      expect((await byLink(browser, token)).status).toBe(503)
      expect((await byCode(browser, code)).status).toBe(503)
      expect((await request(browser)).status).toBe(503)
      const logged = lines.join('')
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of [token, code, ANN, ...cookies]) expect(logged).not.toContain(secret)
    })

    test('makes links and cookies from the public address, whatever Host says', async () => {
      await service.stop()
      await start({ settings: { publicUrl: 'https://license.example/base/' } })
      const evil = { origin: 'https://evil.example', listener: service.url }
      const browser = openBrowser({ consoleUrl: service.url }, evil)
      const path = '/my/project/api/sign-in'
      const { status, headers } = await browser.send('POST', path, { body: { email: ANN } })
      expect([status, headers['set-cookie']]).toEqual([
        200,
        [
          expect.stringMatching(
            /^__Secure-latchkey-my-browser=[\w-]{43}; Path=\/base\/my\/project\/; Max-Age=900; HttpOnly; SameSite=Strict; Secure$/,
          ),
        ],
      ])
      const [mail] = await takeMails(service)
      // The mail is composed with the public address in front of it.
      expect(mail?.path).toBe(`my/project/#in/${mail?.token}`)
      const spent = { body: { code: mail?.code } }
      expect((await browser.send('POST', `${path}/code`, spent)).status).toBe(200)
    })

    test('does not exist while the page is off, and for an unknown project', async () => {
      const answers = []
      await ask(service, 'changeCustomerPage', { body: { on: false } })
      for (const projectId of ['project', 'unknown']) {
        const browser = open(projectId)
        answers.push(
          await request(browser),
          await byLink(browser, 'x'),
          await browser.send('signOutCustomer'),
        )
      }
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      for (const answer of answers) expect(refused(answer)).toEqual([404, 'NO_SUCH_PAGE'])
    })
  })
}
