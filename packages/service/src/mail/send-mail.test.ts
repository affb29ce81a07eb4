import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testItem } from '../outbox/testing/items.ts'
import { NOW } from '../testing/records.ts'
import { mailItem, problemOfAddress } from './mail.ts'
import { createMail, NO_WAY } from './send-mail.ts'
import { DEFAULT_MAIL_SETTINGS, type MailStorage } from './settings.ts'
import { CONTENT, describeMail } from './testing/describe-mail.ts'

describeMail()

const storage: MailStorage = {
  findMailSettings: async () => ({ project: 'Harbour', settings: DEFAULT_MAIL_SETTINGS }),
  async putMailSettings() {},
}
const never = new AbortController().signal

describe('mail without a server', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'latchkey-mail-'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const leased = (...given: Parameters<typeof mailItem>) => ({
    ...mailItem(...given),
    projectId: 'project',
    tries: 1,
  })

  test('is written for the user of the service alone, once for each ID', async () => {
    const folder = join(dir, 'mail')
    const way = { kind: 'folder', folder, from: 'a@example.org' } as const
    const mail = createMail({ storage, way, publicUrl: undefined, clock: () => NOW })
    const item = leased('id-1', 'key', { ...CONTENT, key: 'k'.repeat(32) }, { now: NOW })
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await mail.send(item, never)).toMatchObject({ kind: 'delivered' })
    }
    expect(readdirSync(folder)).toEqual(['id-1.eml'])
    expect(statSync(join(folder, 'id-1.eml')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const source = readFileSync(join(folder, 'id-1.eml'), 'utf8')
    expect(source).toContain('Message-ID: <id-1@example.org>')
    expect(source).toContain('k'.repeat(32))
  })

  test('with a token is deleted after 15 minutes, and nothing else is', async () => {
    const clock = { now: NOW }
    const way = { kind: 'folder', folder: dir, from: 'a@example.org' } as const
    const mail = createMail({ storage, way, publicUrl: 'https://license.example/', clock: () => clock.now })
    await mail.send(leased('id-1', 'key', CONTENT, { now: NOW }), never)
    await mail.send(leased('id-2', 'sign-in', { ...CONTENT, path: 'my/#token' }, { now: NOW }), never)
    clock.now += 899
    await mail.sweep()
    expect(readdirSync(dir).toSorted()).toEqual(['id-1.eml', `id-2.until-${NOW + 900}.eml`])
    clock.now += 1
    await mail.sweep()
    expect(readdirSync(dir)).toEqual(['id-1.eml'])
  })

  test('says what is missing', async () => {
    const parts = { storage, publicUrl: undefined, clock: () => NOW }
    const none = createMail({ ...parts, way: { kind: 'none' } })
    const item = { ...testItem(), projectId: 'project', tries: 1 }
    expect(await none.send(item, never)).toEqual({ kind: 'failed', answer: NO_WAY })
    const folder = createMail({ ...parts, way: { kind: 'folder', folder: dir, from: 'a@example.org' } })
    const linked = leased('id', 'sign-in', { ...CONTENT, path: 'my/#token' }, { now: NOW })
    expect(await folder.send(linked, never)).toMatchObject({
      kind: 'failed',
      answer: expect.stringContaining('--public-url'),
    })
  })
})

describe('an address', () => {
  test.each([
    'ada@example.org',
    "o'brien+tag@mail.example.co.uk",
    'müller@bücher.example',
    'x@xn--bcher-kva.example',
  ])('%s takes mail', (email) => expect(problemOfAddress(email)).toBeUndefined())

  test.each([
    ['', /no @/],
    ['ada', /no @/],
    ['ada@', /after the @/],
    ['@example.org', /before the @/],
    ['ada@localhost', /after the @/],
    ['ada@example.org/x', /after the @/],
    ['ada@-x.example', /after the @/],
    ['a..b@example.org', /before the @/],
    ['a b@example.org', /space/],
    ['ada@example.org\r\nBcc: x@y.example', /line break/],
    ['ada@exa\u0000mple.org', /line break/],
    ['"ada"@example.org', /quotes/],
    ['ada(comment)@example.org', /comments/],
    ['ada@example.org,x@y.example', /lists/],
    ['ada@[127.0.0.1]', /quotes/],
    [`${'a'.repeat(300)}@example.org`, /too long/],
    [`a@${'b.'.repeat(150)}org`, /too long/],
  ])('%j takes none', (email, problem) => expect(problemOfAddress(email)).toMatch(problem))
})
