import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  charge,
  PAID_AT,
  SESSION_ID,
  session,
  stripeEvent,
} from '../../../../shops/src/testing/stripe-deliveries.ts'
import { createLog } from '../../core/operations/log.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../mail/settings.ts'
import { addTestShop } from '../../shops/testing/test-shop.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../../testing/test-service.ts'

const PAID = stripeEvent('checkout.session.completed', session())

/** Tests of the pages that show keys: at one node on SQLite, and at several on PostgreSQL. */
export function describeKeyPages(): void {
  describe('the page after a purchase', () => {
    let service: TestService
    let shop: Awaited<ReturnType<typeof addTestShop>>
    const start = async (options: TestServiceOptions = {}) => {
      service = await startTestService(options)
      service.clock.now = PAID_AT + 60
      shop = await addTestShop(service)
    }
    beforeEach(() => start())
    afterEach(() => service.stop())

    const path = () => `/thanks/${shop.shop.id}/`
    const get = (headers: Record<string, string> = {}) => fetch(shop.thanks(SESSION_ID), { headers })
    const cookieOf = ({ headers }: Response) => headers.get('set-cookie')?.split(';')[0] ?? ''
    const post = async (body: object, headers: Record<string, string> = {}) => {
      const { url } = service
      const response = await fetch(url + path(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, cookie: cookieOf(response), body: await response.json() }
    }
    const claim = async (cookie: string, order = SESSION_ID) => (await post({ order }, { cookie })).body
    const mails = async () =>
      (await service.storage.listOutbox('project', 'mail', { limit: 100 })).map(({ entry }) => entry)
    const IN_MAIL = { state: 'in-mail' }

    test('shows the keys to the first browser that asks, and to no other', async () => {
      const [mine, other] = [cookieOf(await get()), cookieOf(await get())]
      expect(mine).toMatch(/^latchkey-purchase=[\w-]{43}$/)
      expect(other).not.toBe(mine)
      // The buyer may be faster than the shop.
      expect(await claim(mine)).toEqual({ state: 'waiting' })
      await shop.deliver(PAID)
      const keys = (await shop.orders()).flatMap((order) => order.keys)
      expect(keys).toHaveLength(3)
      expect(await claim(other)).toEqual(IN_MAIL)
      expect(await claim(mine)).toEqual({ state: 'keys', keys })
      expect(await claim(mine)).toEqual({ state: 'keys', keys })
      // A cookie is not replaced, and a browser without one is another browser.
      expect(cookieOf(await get({ cookie: mine }))).toBe('')
      expect((await post({ order: SESSION_ID })).body).toEqual(IN_MAIL)
      service.clock.now = PAID_AT + 3_599
      expect(await claim(mine)).toEqual({ state: 'keys', keys })
      service.clock.now += 1
      expect(await claim(mine)).toEqual(IN_MAIL)
    })

    test('gives the cookie by the answer to a browser that comes from the shop', async () => {
      await shop.deliver(PAID)
      // Such a browser does not send the cookie that it may have.
      expect(cookieOf(await get({ 'sec-fetch-site': 'cross-site' }))).toBe('')
      const { body, cookie } = await post({ order: SESSION_ID })
      expect(body).toMatchObject({ state: 'keys' })
      expect(await claim(cookie)).toEqual(body)
      expect(await claim('latchkey-purchase=guessed')).toEqual(IN_MAIL)
    })

    test('shows nothing of a purchase that was refunded', async () => {
      await shop.deliver(PAID)
      const refund = charge('2025-03-31.basil', { amount: 2900, amount_refunded: 2900, refunded: true })
      await shop.deliver(stripeEvent('charge.refunded', refund, { id: 'evt_refund' }))
      expect(await shop.orders()).toMatchObject([{ state: 'refunded' }])
      const cookie = cookieOf(await get())
      expect(await claim(cookie)).toEqual(IN_MAIL)
      const before = await mails()
      await post({ order: SESSION_ID, again: true })
      expect(await mails()).toEqual(before)
    })

    test('sends the mail again to the buyer, some times a day, and never says whether it did', async () => {
      await shop.deliver(PAID)
      expect(await mails()).toHaveLength(1)
      for (let times = 0; times < 5; times += 1) {
        for (const order of [SESSION_ID, 'cs_live_unknown'])
          expect(await post({ order, again: true })).toEqual({ status: 200, cookie: '', body: IN_MAIL })
      }
      const all = await mails()
      expect(all).toHaveLength(4)
      expect(new Set(all.map(({ receiver }) => receiver))).toEqual(new Set(['ada@example.com']))
      service.clock.now += 86_400
      await post({ order: SESSION_ID, again: true })
      expect(await mails()).toHaveLength(5)
    })

    test('cannot be used by a page of another site', async () => {
      await shop.deliver(PAID)
      for (const origin of ['https://evil.example', 'null', '', `${service.url}.evil.example`])
        expect((await post({ order: SESSION_ID }, { origin })).status).toBe(403)
      expect((await post({ order: SESSION_ID, project: 'other' })).status).toBe(400)
      expect((await post({ order: SESSION_ID })).body).toMatchObject({ state: 'keys' })
    })

    test('stops who guesses: 60 times a minute, and each wrong ID is answered like a late one', async () => {
      await shop.deliver(PAID)
      const statuses = new Map<number, number>()
      for (let guess = 0; guess < 150; guess += 1) {
        const { status, body } = await post({ order: `${SESSION_ID.slice(0, -3)}${100 + guess}` })
        if (status === 200) expect(body).toEqual({ state: 'waiting' })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (guess % 30 === 29) await service.settled()
      }
      expect([...statuses.keys()].toSorted()).toEqual([200, 429])
      expect(statuses.get(200)).toBeLessThanOrEqual(90)
      expect((await get()).status).toBe(200)
    })

    test('loads nothing from elsewhere, and its script and style are the only ones', async () => {
      await service.storage.changeProject('project', (known) => ({ ...known, name: '<img src=x onerror=1>' }))
      const answer = await get({ 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' })
      const html = await answer.text()
      expect(html).toContain('<html lang="de">')
      expect(html).toContain('&lt;img src=x onerror=1&gt;')
      expect(html).not.toContain('<img')
      expect(html).not.toMatch(/(src|href|url)\s*[=(]\s*["']?(https?:|\/)/)
      expect(html).not.toContain(SESSION_ID)
      const policy = answer.headers.get('content-security-policy') ?? ''
      for (const name of ['script', 'style']) {
        const [, text = ''] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(html) ?? []
        const hash = createHash('sha256').update(text).digest('base64')
        expect(policy).toContain(`${name}-src 'sha256-${hash}';`)
      }
      expect(policy).toMatch(/^default-src 'none'/)
      expect(policy).not.toContain('unsafe')
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
    })

    test('says that the key is in the mail where the shop has no ID that nobody can guess', async () => {
      const paddle = await addTestShop(service, { id: 'paddle', kind: 'paddle' })
      const answer = await fetch(paddle.thanks('txn_1'))
      expect(cookieOf(answer)).toBe('')
      const html = await answer.text()
      expect(html).toContain('<section id="in-mail">')
      expect(html).not.toContain('<script>')
      expect((await fetch(`${service.url}/thanks/unknown/?order=1`)).status).toBe(404)
    })

    test('has a cookie for this page alone, and for https alone at a public address', async () => {
      const ofPage = (await get()).headers.get('set-cookie')
      expect(ofPage).toMatch(/; Path=\/thanks\/; HttpOnly; SameSite=Strict$/)
      await service.stop()
      await start({ settings: { publicUrl: 'https://license.example/latchkey/' } })
      expect((await get()).headers.get('set-cookie')).toMatch(
        /; Path=\/latchkey\/thanks\/; HttpOnly; SameSite=Strict; Secure$/,
      )
      const origin = 'https://license.example'
      expect((await post({ order: 'cs_live_unknown' }, { origin })).status).toBe(200)
    })

    test('is not in the log with the ID of a purchase, also if it fails', async () => {
      await service.stop()
      const lines: string[] = []
      await start({ server: { log: createLog('trace', { write: (line) => lines.push(line) }) } })
      await service.loseStorage()
      const answers = [await get(), await fetch(`${shop.thanks(SESSION_ID)}%`)]
      expect(answers.map(({ status }) => status)).toEqual([503, 503])
      expect((await post({ order: SESSION_ID })).status).toBe(503)
      expect(lines.join()).toContain('the storage is unavailable')
      expect(lines.join()).not.toContain(SESSION_ID)
    })
  })

  test('the page of a mail knows the links of the app, and gets no key', async () => {
    const service = await startTestService()
    const settings = { ...DEFAULT_MAIL_SETTINGS, appLink: 'tidebook', color: '#fde68a' }
    await service.storage.putMailSettings('project', settings)
    const html = await (await fetch(`${service.url}/open/project`)).text()
    expect(html).toContain('data-app-link="tidebook"')
    expect(html).toContain('--brand: #fde68a; --on-brand: #000000;')
    expect((await fetch(`${service.url}/open/other`)).status).toBe(404)
    await service.stop()
  })
}
