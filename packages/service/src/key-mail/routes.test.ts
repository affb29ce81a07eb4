import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../mail/testing/smtp-server.ts'
import { ask as askService } from '../testing/ask.ts'
import { NOW, testAccount } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const DAY = 86_400
const ANN = { customer_email: 'Ann@example.org', customer_name: 'Ann Lee' }

let service: TestService
let smtp: TestSmtpServer
beforeEach(async () => {
  smtp = await startSmtpServer()
  service = await startTestService({
    settings: {
      mail: { kind: 'smtp', server: smtp.server, from: 'licenses@vendor.example' },
      publicUrl: 'https://license.example/',
    },
    server: { outbox: { lookEveryMs: 10 } },
  })
})
afterEach(async () => {
  await service.stop()
  await smtp.stop()
})

const ask = (...given: Parameters<typeof askService> extends [unknown, ...infer Rest] ? Rest : never) =>
  askService(service, ...given)
const mails = async (query: object = {}) => (await ask('listMail', { query })).body.mails
const received = async (count: number) => {
  await expect.poll(() => smtp.received.length).toBe(count)
  return smtp.received[count - 1]?.source ?? ''
}

test('a new key is mailed once to its customer, and again by hand, as the key is then', async () => {
  const body = { count: 1, ...ANN, mail: true, request_id: 'one' }
  const [user_key] = (await ask('createKeys', { body })).body.user_keys
  expect(await received(1)).toContain(user_key)
  expect(smtp.received[0]).toMatchObject({ to: ['Ann@example.org'] })
  // A repetition creates nothing, and an import never mails.
  await ask('createKeys', { body })
  await ask('importKeys', { body: { keys: [{ user_key: 'K'.repeat(32), ...ANN }] } })
  expect(await mails()).toMatchObject([{ kind: 'key', receiver: 'ann@example.org', state: 'sent', tries: 1 }])

  await ask('changeKey', { body: { user_key, action: 'customer', customer_email: 'bo@example.org' } })
  const { id: ofKey } = (await ask('getKey', { query: { user_key } })).body.key
  const again = (await ask('mailKey', { body: { id: ofKey } })).body
  expect(await received(2)).toMatch(/again/)
  expect(smtp.received[1]).toMatchObject({ to: ['bo@example.org'] })
  expect(smtp.ids()).toContain(again.id)
  await expect.poll(async () => (await mails({ state: 'sent', of_key: ofKey })).length).toBe(2)
  const [{ answer }] = await mails({ of_key: ofKey })
  expect(answer).toMatch(/^250 /)
  expect(JSON.stringify(await mails())).not.toContain(user_key)
  const exported = (await ask('exportCustomer', { query: { email: 'bo@example.org' } })).body
  expect(exported.mails).toMatchObject([{ kind: 'key-again' }, { kind: 'key' }])
  const first = (await ask('listMail', { query: { limit: 1 } })).body
  const second = (await ask('listMail', { query: { limit: 1, cursor: first.next_cursor } })).body
  expect([first.mails[0].kind, second.mails[0].kind, second.next_cursor]).toEqual(['key-again', 'key', ''])
})

test('a key is not mailed without a customer, while banned or stopped, or with words that are not true', async () => {
  const create = async (fields: object) => (await ask('createKeys', { body: { count: 1, ...fields } })).body
  const refusal = async (body: object) => {
    const answer = await ask('mailKey', { body })
    return [answer.status, answer.body.code]
  }
  const [alone] = (await create({})).user_keys
  expect(await refusal({ user_key: alone })).toEqual([409, 'NO_CUSTOMER'])
  const [endless] = (await create(ANN)).user_keys
  expect(await refusal({ user_key: endless, kind: 'ends-soon' })).toEqual([409, 'NO_END'])
  await ask('changeKey', { body: { user_key: endless, action: 'expire', auth_expire: NOW - 1 } })
  expect(await refusal({ user_key: endless, kind: 'ends-soon' })).toEqual([409, 'NO_END'])
  await ask('changeKey', { body: { user_key: endless, action: 'ban', ban_reason: 'refunded' } })
  expect(await refusal({ user_key: endless })).toEqual([409, 'KEY_BANNED'])
  const [stopped] = (await create(ANN)).user_keys
  await service.storage.changeLicense('project', stopped, (license) => ({
    outcome: 'stopped',
    license: { ...license, stopped: 'refunded' },
  }))
  expect(await refusal({ user_key: stopped })).toEqual([409, 'KEY_STOPPED'])
  expect(await refusal({ user_key: 'x'.repeat(32) })).toEqual([404, 'NO_SUCH_KEY'])
  for (const body of [
    { count: 1, mail: true },
    { count: 21, mail: true, ...ANN },
  ])
    expect((await ask('createKeys', { body })).status).toBe(400)
  expect(await mails()).toEqual([])
})

test('owners change the texts and looks of mails, see them first, and send one to themselves', async () => {
  const logo = readFileSync(new URL('../../../../resources/icon.png', import.meta.url)).subarray(0, 150_000)
  const own = { kind: 'key', language: 'de', subject: 'Hallo {project}', paragraphs: ['<b>&</b> {project}'] }
  const preview = (await ask('previewMail', { body: { ...own, color: '#ff0000' } })).body
  expect(preview.subject).toMatch(/^Hallo /)
  expect(preview.html).toContain('&lt;b&gt;&amp;&lt;/b&gt;')
  expect(preview.html).toContain('#ff0000')
  const change = { language: 'de', color: '#AA0000', support: 'help@bücher.example', texts: [own] }
  const changed = await ask('changeMailSettings', { body: { ...change, logo: logo.toString('base64') } })
  expect(changed.body).toMatchObject({ color: '#aa0000', support: 'help@xn--bcher-kva.example', way: 'smtp' })
  expect(changed.body.texts).toContainEqual({ ...own, is_own: true })
  expect((await ask('getMailSettings')).body).toEqual({ ...changed.body, message: expect.any(String) })

  await ask('sendTestMail', { body: { kind: 'key', language: 'de' } })
  const source = await received(1)
  expect(smtp.received[0]).toMatchObject({ to: [testAccount().email] })
  expect(source).toMatch(/^Subject: Hallo /m)
  expect(source).toMatch(/^Reply-To: help@xn--bcher-kva\.example\r$/m)
  expect(source).toMatch(/^Content-Type: image\/png/m)

  const usual = { ...own, subject: '', paragraphs: [] }
  const again = (await ask('changeMailSettings', { body: { logo: '', texts: [usual] } })).body
  expect(again).toMatchObject({ logo: '', color: '#aa0000' })
  expect(again.texts.some(({ is_own }: { is_own: boolean }) => is_own)).toBe(false)
  for (const wrong of [
    { color: 'red' },
    { support: 'no address' },
    { logo: Buffer.from('<svg>').toString('base64') },
    { logo: Buffer.concat([logo, Buffer.alloc(200_000)]).toString('base64') },
    { texts: [{ ...own, subject: 'Bcc: x@example.org\r\n' }] },
    { texts: [{ ...own, subject: '{end}' }] },
    { texts: [{ ...own, paragraphs: [] }] },
  ])
    expect(
      (await ask('changeMailSettings', { body: wrong })).status,
      JSON.stringify(wrong).slice(0, 50),
    ).toBe(400)
  expect((await ask('getMailSettings')).body).toEqual({ ...again, message: expect.any(String) })
})

test('a mail with one key has a button for the app, when its links are known', async () => {
  const create = async () => (await ask('createKeys', { body: { count: 1, ...ANN, mail: true } })).body
  const linkIn = (source: string) => /https:\/\/license\.example\/\S+/.exec(source)?.[0]
  await create()
  expect(linkIn(await received(1))).toBe(undefined)
  const { body } = await ask('changeMailSettings', { body: { app_link: ' TideBook ' } })
  expect(body.app_link).toBe('tidebook')
  const [key] = (await create()).user_keys
  const source = (await received(2)).replaceAll('=\r\n', '')
  expect(linkIn(source)).toBe(`https://license.example/open/project#${key}`)
  expect(source).toContain('>Open the app<')
  expect((await ask('previewMail', { body: { kind: 'key', language: 'de' } })).body.html).toContain(
    'App öffnen',
  )
  for (const app_link of ['https', 'javascript', 'ms-settings', 'tide book', 'tide:', '1tide', 'a"b', 'x']) {
    const refused = await ask('changeMailSettings', { body: { app_link } })
    expect([refused.status, refused.body.code], app_link).toEqual([400, 'INVALID_APP_LINK'])
  }
  expect((await ask('changeMailSettings', { body: { app_link: '' } })).body.app_link).toBe('')
})

test('a key that ends is mailed about a week before and at its end, if owners want it', async () => {
  const create = async (days: number, fields: object = ANN) =>
    (await ask('createKeys', { body: { count: 1, ...fields } })).body.user_keys.map(
      async (user_key: string) =>
        ask('changeKey', { body: { user_key, action: 'expire', auth_expire: NOW + days * DAY } }),
    )[0]
  await create(3)
  await ask('changeMailSettings', { body: { ends_soon: true, ended: true } })
  const queue = async () => {
    for (const one of await service.storage.findEndMails()) {
      while (await service.storage.queueEndMails(one, service.clock.now));
    }
    return (await mails()).map(({ kind }: { kind: string }) => kind).toSorted()
  }
  expect(await queue()).toEqual([])
  await create(10)
  await create(10, {})
  service.clock.now += 4 * DAY
  // The first key ended before; the second one ends in six days.
  expect(await queue()).toEqual(['ended', 'ends-soon'])
  expect(await queue()).toEqual(['ended', 'ends-soon'])
  await ask('changeMailSettings', { body: { ended: false } })
  service.clock.now += 7 * DAY
  expect(await queue()).toEqual(['ended', 'ends-soon'])
})
