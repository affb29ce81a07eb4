import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorage, type Storage } from '../modules.ts'
import { ask } from '../testing/ask.ts'
import { TEST_API_KEY, testAccount, testProject } from '../testing/records.ts'
import { seededBelow } from '../testing/seeded-below.ts'
import { startServe } from '../testing/service-process.ts'
import { sendRest } from './testing/send-rest.ts'
import { CREDENTIALS, startSmtpServer } from './testing/smtp-server.ts'

/**
 * The steps at which the process is killed: while keys and their mails are committed, while it leases,
 * while a mail is being sent, and when the server has accepted a mail whose end is not recorded yet.
 */
const STEPS = ['commit', 'lease', 'send', 'mark'] as const
const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 100 : STEPS.length
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_123)
const MAILS = 7
const FROM = 'licenses@vendor.example'

test(`kill -9 at each step loses no mail, and repeats only what was under way, ${ROUNDS} times with seed ${SEED}`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const below = seededBelow(SEED)
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-killed-mail-'))
  const database = `sqlite:${join(dir, 'test.sqlite')}`
  const { storage: made } = await openStorage(database, {})
  await made.createAccount(testAccount())
  await made.createProject(testProject())
  await made.close()
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[round % STEPS.length]
    const name = `round ${round}, ${step}`
    /** How often the step happens before the kill. */
    let left = below(4)
    const { promise: reached, resolve: kill } = Promise.withResolvers<void>()
    const reach = (at: typeof step): void => {
      if (at === step && left === 0) kill()
      if (at === step) left -= 1
    }
    const smtp = await startSmtpServer({
      onConnect(_session, done) {
        reach('lease')
        done()
      },
      beforeData: () => reach('send'),
      afterData: () => reach('mark'),
    })
    const { user, password } = CREDENTIALS
    const service = await startServe(
      ['--database', database, '--no-console', '--mail-from', FROM].concat(
        ...['--mail', `smtp://${user}@127.0.0.1:${smtp.server.port}`],
      ),
      // No program trusts the certificate of the test. On this machine, mail needs no TLS.
      { LATCHKEY_MAIL_PASSWORD: password, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    )
    const emails = Array.from({ length: MAILS }, (_, at) => `${round}-${at}@example.org`)
    const answers = new Map<string, number>()
    const created = emails.map(async (customer_email) => {
      const body = { count: 1, customer_email, mail: true }
      const { status } = await ask({ url: service.line.url, apiKey: TEST_API_KEY }, 'createKeys', { body })
      answers.set(customer_email, status)
      reach('commit')
    })
    await reached
    service.process.kill('SIGKILL')
    // Requests that were under way have no answer.
    await Promise.allSettled(created)
    await service.finished()
    await smtp.stop()
    for (const file of readdirSync(dir)) {
      expect(readFileSync(join(dir, file)).includes('"to":{"email"'), file).toBe(false)
    }

    const { storage } = await openStorage(database, {})
    const all = await storage.listOutbox('project', 'mail', { limit: 1_000 })
    const mails = all.map(({ entry }) => entry).filter(({ receiver }) => emails.includes(receiver))
    const committed = mails.map(({ receiver }) => receiver)
    expect(committed.toSorted(), name).toEqual(await withKey(storage, emails))
    expect(committed, name).toEqual(expect.arrayContaining([...answers.keys()]))
    expect([...new Set(answers.values())], name).toEqual([200])

    const well = await startSmtpServer()
    await sendRest(storage, { kind: 'smtp', server: well.server, from: FROM })
    await storage.close()
    await well.stop()
    const [ids, first, second] = [mails.map(({ id }) => id), smtp.ids(), well.ids()]
    expect([...new Set([...first, ...second])].toSorted(), name).toEqual(ids.toSorted())
    expect(new Set(first).size, name).toBe(first.length)
    // All others are sent once more at most: those whose end was not recorded.
    const unsent = mails.filter(({ state }) => state === 'waiting').map(({ id }) => id)
    expect(second.toSorted(), name).toEqual(unsent.toSorted())
    const repeated = mails.filter(({ id }) => first.includes(id) && second.includes(id))
    for (const { tries } of repeated) expect(tries, name).toBe(1)
  }
  rmSync(dir, { recursive: true })
})

/** The addresses whose customers have a key, in their order. */
async function withKey(storage: Storage, emails: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(emails.map((email) => storage.findCustomer('account', { email })))
  return found
    .flatMap((one) => (one === undefined ? [] : Array<string>(one.keys).fill(one.customer.email)))
    .toSorted()
}
