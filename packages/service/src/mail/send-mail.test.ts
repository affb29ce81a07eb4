import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { testItem } from '../outbox/testing/items.ts'
import { NOW } from '../testing/records.ts'
import { mailItem } from './mail.ts'
import { createMail, NO_WAY } from './send-mail.ts'
import { DEFAULT_MAIL_SETTINGS } from './settings.ts'
import { CONTENT, describeMail } from './testing/describe-mail.ts'

describeMail()

const LISTED: OutboxEntry = {
  ...mailItem('id-1', 'key', CONTENT, { now: NOW }),
  ...{ state: 'waiting', tries: 1, reason: '', answer: '', endedAt: 0 },
}
const storage: Parameters<typeof createMail>[0]['storage'] = {
  findMailSettings: async () => ({ project: 'Harbour', settings: DEFAULT_MAIL_SETTINGS }),
  async putMailSettings() {},
  findOwner: async (projectId) => `account of ${projectId}`,
  findOutboxEntry: async (_project, _channel, id) =>
    id === 'bob' ? { ...LISTED, receiver: 'bob@example.org' } : LISTED,
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
    const mail = createMail({ storage, way, linkBase: () => undefined, clock: () => NOW })
    const item = leased('id-1', 'key', { ...CONTENT, keys: ['k'.repeat(32)] }, { now: NOW })
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await mail.send(item, never)).toMatchObject({ kind: 'delivered' })
    }
    const [name = '', ...others] = readdirSync(folder)
    expect([name.replace(/[0-9a-f]{32}/, 'HASH'), others]).toEqual(['id-1.HASH.eml', []])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const source = readFileSync(join(folder, name), 'utf8')
    expect(source).toContain('Message-ID: <id-1@example.org>')
    expect(source).toContain('k'.repeat(32))
  })

  test('has all keys of an order, and the one key that an earlier version has stored', async () => {
    const way = { kind: 'folder', folder: dir, from: 'a@example.org' } as const
    const mail = createMail({ storage, way, linkBase: () => undefined, clock: () => NOW })
    const keys = ['a', 'b', 'c'].map((sign) => sign.repeat(32))
    await mail.send(leased('several', 'key', { ...CONTENT, keys }, { now: NOW }), never)
    const { keys: _, ...earlier } = CONTENT
    const body = JSON.stringify({ ...earlier, key: 'd'.repeat(32) })
    await mail.send({ ...leased('earlier', 'key', CONTENT, { now: NOW }), body }, never)
    const [one = '', several = ''] = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'))
    expect(several).toContain(`License keys:\r\n${keys.join('\r\n')}\r\n`)
    expect(several).toContain('Subject: Your license keys for Harbour')
    expect(one).toContain(`License key:\r\n${'d'.repeat(32)}\r\n`)
  })

  test('with a token is deleted after 15 minutes, and nothing else is', async () => {
    const clock = { now: NOW }
    const way = { kind: 'folder', folder: dir, from: 'a@example.org' } as const
    const mail = createMail({
      storage,
      way,
      linkBase: () => 'https://license.example/',
      clock: () => clock.now,
    })
    await mail.send(leased('id-1', 'key', CONTENT, { now: NOW }), never)
    await mail.send(leased('id-2', 'sign-in', { ...CONTENT, path: 'my/#token' }, { now: NOW }), never)
    clock.now += 899
    await mail.sweep()
    expect(readdirSync(dir).toSorted()).toEqual([
      expect.stringMatching(/^id-1\.[0-9a-f]+\.eml$/),
      expect.stringMatching(new RegExp(`^id-2\\.[0-9a-f]+\\.until-${NOW + 900}\\.eml$`)),
    ])
    clock.now += 1
    await mail.sweep()
    expect(readdirSync(dir)).toEqual([expect.stringMatching(/^id-1/)])
  })

  test('is deleted with its receiver in the account, also when it is written a moment later', async () => {
    const way = { kind: 'folder', folder: dir, from: 'a@example.org' } as const
    const parts = { way, linkBase: () => 'https://license.example/', clock: () => NOW }
    const mail = createMail({ ...parts, storage })
    const ada = leased('ada', 'key', CONTENT, { now: NOW })
    await mail.send(ada, never)
    await mail.send(leased('ada-2', 'sign-in', { ...CONTENT, path: 'my/#token' }, { now: NOW }), never)
    await mail.send({ ...ada, id: 'else', projectId: 'of another account' }, never)
    const bob = { ...CONTENT, to: { email: 'bob@example.org', name: '' } }
    await mail.send(leased('bob', 'key', bob, { now: NOW }), never)
    await mail.forget('account of project', 'ada@example.org')
    const left = [expect.stringMatching(/^bob/), expect.stringMatching(/^else/)]
    expect(readdirSync(dir).toSorted()).toEqual(left)
    for (const entry of [undefined, { ...LISTED, receiver: '' }]) {
      const erased = createMail({ ...parts, storage: { ...storage, findOutboxEntry: async () => entry } })
      expect(await erased.send(ada, never)).toMatchObject({ kind: 'delivered' })
      expect(readdirSync(dir).toSorted()).toEqual(left)
    }
  })

  test('loses what a killed process left unfinished, at the next start', async () => {
    const way = { kind: 'folder', folder: dir, from: 'a@example.org' } as const
    const mail = createMail({ storage, way, linkBase: () => undefined, clock: () => NOW })
    await mail.send(leased('id', 'key', CONTENT, { now: NOW }), never)
    const [name = ''] = readdirSync(dir)
    writeFileSync(join(dir, name.replace('id', 'killed').replace('.eml', '.part')), 'To: ada@exam')
    await mail.begin()
    mail.stop()
    expect(readdirSync(dir)).toEqual([name])
  })

  test('says what is missing', async () => {
    const parts = { storage, linkBase: () => undefined, clock: () => NOW }
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
