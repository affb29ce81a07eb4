import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examineService } from '../core/operations/doctor.ts'
import { createServiceKey } from '../core/security/seal.ts'
import type { MailWay } from '../core/settings.ts'
import { createSqliteStorage, EXAMINATIONS } from '../modules.ts'
import { KEPT_SECONDS, type TryResult } from '../outbox/outbox.ts'
import { testItem, testLease } from '../outbox/testing/items.ts'
import { NOW, testAccount, testProject } from '../testing/records.ts'
import { NO_WAY, WRITTEN_TO } from './send-mail.ts'

const SMTP: MailWay = {
  kind: 'smtp',
  from: 'a@example.org',
  server: { host: 'mail.example', port: 465, isTls: true, user: '', password: '' },
}
const FOLDER: MailWay = { kind: 'folder', folder: 'mail', from: 'a@example.org' }
/** Nothing answers there. */
const PUBLIC = 'https://127.0.0.1:1/'

async function start() {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-findings-'))
  const path = join(dir, 'test.sqlite')
  const storage = await createSqliteStorage({ path, seal: createServiceKey(randomBytes(32)) })
  onTestFinished(async () => {
    await storage.close()
    rmSync(dir, { recursive: true })
  })
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  return {
    storage,
    async examine({ now = NOW, mail, url }: { now?: number; mail?: MailWay; url?: string } = {}) {
      const {
        outbox,
        'given up': givenUp,
        mail: found,
      } = await examineService(`sqlite:${path}`, {}, now, {
        publicUrl: URL.parse(url ?? '') ?? undefined,
        consoleUrl: undefined,
        examinations: EXAMINATIONS,
        ...(mail && { mail }),
      })
      return { outbox, givenUp, mail: found }
    },
    /** Sends a mail, and records this end of the try. */
    async send(kind: TryResult['kind'], answer: string) {
      const item = testItem()
      await storage.queueItem('project', item)
      const [leased] = await storage.leaseOutbox(testLease('node'))
      await storage.endTry(leased?.id ?? '', 'node', { kind, answer }, NOW, 0)
    },
  }
}

test('doctor counts what has waited for more than a day and what was given up, and says what to do', async () => {
  const { storage, examine, send } = await start()
  expect(await examine()).toMatchObject({
    outbox: { code: 'OUTBOX_MOVES' },
    givenUp: { code: 'NONE_GIVEN_UP' },
    mail: { code: 'MAIL_UNKNOWN', status: 'skipped' },
  })
  await send('refused', '550 No such user')
  await send('failed', '451 Later')
  expect(await examine({ now: NOW + 86_400 })).toMatchObject({
    outbox: { code: 'OUTBOX_MOVES' },
    givenUp: {
      code: 'SOME_REFUSED',
      status: 'ok',
      values: { count: '1' },
      remedy: expect.stringContaining('addresses'),
    },
    mail: { code: 'MAIL_OVER_SMTP' },
  })
  const since = `${new Date(NOW * 1_000).toISOString().slice(0, 10)} ..:.. UTC`
  expect((await examine({ now: NOW + 86_401 })).outbox).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(new RegExp(`: 1, the first since ${since}\\.$`)),
    remedy: expect.stringContaining('list of mail'),
  })
  await storage.announceNode({ id: 'node', url: PUBLIC }, NOW, NOW + KEPT_SECONDS)
  expect(await examine({ now: NOW + KEPT_SECONDS })).toMatchObject({
    outbox: { code: 'OUTBOX_MOVES' },
    givenUp: { code: 'SOME_GIVEN_UP', status: 'problem', values: { count: '1' } },
  })
})

test('doctor finds mail that reaches nobody, in the service and from outside', async () => {
  const { examine, send } = await start()
  const codeOf = async (...given: Parameters<typeof examine>) => (await examine(...given)).mail?.code
  // A service knows its settings.
  expect(await codeOf({ mail: { kind: 'none' } })).toBe('MAIL_NOT_NEEDED')
  expect(await codeOf({ mail: SMTP, url: PUBLIC })).toBe('MAIL_OVER_SMTP')
  expect(await codeOf({ mail: FOLDER, url: 'http://127.0.0.1:1/' })).toBe('MAIL_IN_FILES')
  expect(await codeOf({ mail: FOLDER, url: PUBLIC })).toBe('MAIL_REACHES_NOBODY')
  // Another process knows the answers.
  await send('delivered', `${WRITTEN_TO}id.eml`)
  expect(await codeOf()).toBe('MAIL_IN_FILES')
  expect(await codeOf({ url: PUBLIC })).toBe('MAIL_REACHES_NOBODY')
  await send('failed', NO_WAY)
  for (const given of [{}, { mail: { kind: 'none' } } as const]) {
    expect((await examine(given)).mail).toMatchObject({
      code: 'MAIL_HAS_NO_WAY',
      values: { count: '1' },
      remedy: expect.stringContaining('--mail-folder'),
    })
  }
  expect(await codeOf({ mail: SMTP })).toBe('MAIL_OVER_SMTP')
})
