import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorage } from '../modules.ts'
import { KEPT_SECONDS } from '../outbox/outbox.ts'
import { NOW, testAccount, testProject } from '../testing/records.ts'
import { startServe } from '../testing/service-process.ts'
import { startTestService } from '../testing/test-service.ts'
import { mailItem } from './mail.ts'
import { CONTENT } from './testing/describe-mail.ts'
import { CREDENTIALS, startSmtpServer } from './testing/smtp-server.ts'

/**
 * The steps at which the process is killed: while it leases, while a mail is being sent, and when
 * the server has accepted a mail whose end is not recorded yet.
 */
const STEPS = ['lease', 'send', 'mark'] as const
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 100 : STEPS.length
const MAILS = 7
/** The most mails that may be sent twice: those that were under way in the process. */
const MOST_UNDER_WAY = 5

test(`kill -9 at each step loses no mail, and repeats only what was under way, ${ROUNDS} times`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-mail-'))
  const database = `sqlite:${join(dir, 'test.sqlite')}`
  const now = (): number => Math.floor(Date.now() / 1_000)
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[round % STEPS.length]
    const ids = Array.from({ length: MAILS }, () => randomUUID())
    const before = await openStorage(database, {})
    await before.storage.createAccount(testAccount())
    await before.storage.createProject(testProject())
    for (const id of ids) {
      const content = { ...CONTENT, to: { email: `${id}@example.org`, name: 'Grace Secret' } }
      // The clock of the service in this test differs from the clock of the process.
      const item = { ...mailItem(id, 'key', content, { now: now() }), expiresAt: NOW + KEPT_SECONDS }
      await before.storage.queueItem('project', item)
    }
    await before.storage.close()
    for (const name of readdirSync(dir)) {
      expect(readFileSync(join(dir, name)).includes('Grace Secret'), name).toBe(false)
    }

    const taken: string[] = []
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const smtp = await startSmtpServer({
      onConnect(_session, done) {
        if (step === 'lease') reach()
        done()
      },
      beforeData() {
        if (step === 'send' && taken.length > 1) reach()
      },
      afterData({ to }) {
        const [address = ''] = to
        taken.push(address.split('@')[0] ?? '')
        if (step === 'mark') reach()
      },
    })
    const { user, password } = CREDENTIALS
    const service = await startServe(
      [
        '--database',
        database,
        '--no-console',
        '--mail',
        `smtp://${user}@127.0.0.1:${smtp.server.port}`,
      ].concat('--mail-from', 'licenses@vendor.example'),
      // No program trusts the certificate of the test. On this machine, mail needs no TLS.
      { LATCHKEY_MAIL_PASSWORD: password, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    )
    await reached
    service.process.kill('SIGKILL')
    await service.finished()
    await smtp.stop()
    const first = [...taken]

    // At the time of this service, the leases of the killed process have ended.
    const well = await startSmtpServer()
    const { storage } = await openStorage(database, {})
    const next = await startTestService({
      storage,
      settings: { mail: { kind: 'smtp', server: well.server, from: 'licenses@vendor.example' } },
      server: { outbox: { lookEveryMs: 10 } },
    })
    await expect
      .poll(() => storage.countOutbox(), { timeout: 60_000 })
      .toMatchObject({ waiting: 0, givenUp: 0 })
    await next.stop()
    await well.stop()
    const second = well.ids()
    expect(new Set([...first, ...second]), `round ${round}`).toEqual(new Set(ids))
    expect(new Set(second).size, `round ${round}`).toBe(second.length)
    expect(first.filter((id) => second.includes(id)).length).toBeLessThanOrEqual(MOST_UNDER_WAY)
  }
  rmSync(dir, { recursive: true })
})
