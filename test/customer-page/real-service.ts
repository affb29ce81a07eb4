import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { CREDENTIALS, startSmtpServer } from '../../packages/service/src/mail/testing/smtp-server.ts'
import { NOT_DURABLE, startEmbeddedPostgres } from '../../packages/service/src/testing/embedded-postgres.ts'
import { freePort } from '../../packages/service/src/testing/free-port.ts'
import { startServiceProcess } from '../../packages/service/src/testing/service-process.ts'
import { createKeyHelpers } from '../console/key-support.ts'

/** A mail as a person reads it: the address in its button, and the code. */
export interface ReadMail {
  readonly subject: string
  readonly link: string
  readonly code: string
}

async function startDatabase(dir: string): Promise<string> {
  if (process.env['LATCHKEY_CONSOLE_ENGINE'] !== 'postgres') return `sqlite:${join(dir, 'service.sqlite')}`
  const server = await startEmbeddedPostgres(dir, { settings: NOT_DURABLE })
  onTestFinished(() => server.stop())
  return server.url
}

/**
 * The real service in a process of its own, with a real SMTP server, and the page of its demo project
 * open to customers, who may do everything.
 */
export async function startReal() {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-customer-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.stop())
  const database = await startDatabase(dir)
  const port = String(await freePort())
  const { user, password } = CREDENTIALS
  const { demo } = await startServiceProcess(
    [
      ...['--port', port, '--public-url', `http://127.0.0.1:${port}`, '--database', database],
      ...['--mail', `smtp://${user}@127.0.0.1:${smtp.server.port}`, '--mail-from', 'shop@vendor.example'],
      ...['--log-level', 'warn'],
    ],
    // No program trusts the certificate of the test. On this machine, mail needs no TLS.
    {
      LATCHKEY_MAIL_PASSWORD: password,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      ...(database.startsWith('postgres') && { LATCHKEY_SERVICE_KEY: 'c'.repeat(64) }),
    },
  )
  const service = { ...demo, ended: Promise.resolve(), close: async () => undefined }
  const keys = createKeyHelpers({ service, open: () => Promise.reject(new Error('There is no console.')) })
  const acts = ['free_computer', 'replace_key', 'hand_over', 'change_address', 'license_file', 'ask_owner']
  const body = { on: true, ...Object.fromEntries(acts.map((act) => [act, true])) }
  await keys.ask('changeCustomerPage', { body })

  let read = 0
  /** Waits for the next mail with this subject to an address. */
  async function nextMail(to: string, subject: RegExp): Promise<ReadMail> {
    let found: ReadMail | undefined
    const look = (): boolean => {
      const index = smtp.received.findIndex(
        (mail, at) => at >= read && mail.to.includes(to) && subject.test(subjectOf(mail.source)),
      )
      const source = smtp.received[index]?.source
      if (source === undefined) return false
      read = index + 1
      const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      found = {
        subject: subjectOf(source),
        link: /http:\/\/127\.0\.0\.1:\d+\/my\/[^\s"<]+/.exec(text)?.[0] ?? '',
        code: /^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$/m.exec(text)?.[1] ?? '',
      }
      return true
    }
    await expect.poll(look, { timeout: 30_000, message: `mail to ${to}: ${subject}` }).toBe(true)
    if (found === undefined) throw new Error('There is no mail.')
    return found
  }
  return { demo, keys, nextMail, url: `${demo.url}/my/${demo.project}/` }
}

/** The subject, which may be on several lines. */
const subjectOf = (source: string): string =>
  (/^Subject: ((?:.|\r\n\s)*?)\r\n(?!\s)/m.exec(source)?.[1] ?? '').replaceAll(/\r\n\s/g, ' ')
