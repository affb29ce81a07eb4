import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { MailServer } from '../../core/settings.ts'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
  readonly isEncrypted: boolean
}

/** An error by which the server refuses with this status. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

export interface TestSmtpServer {
  readonly server: MailServer
  readonly received: ReceivedMail[]
  /** The Message-IDs of received mails, without the domain. */
  ids(): readonly string[]
  stop(): Promise<void>
}

interface Behaviour extends SMTPServerOptions {
  /** Called before the mail is read, and after it. It may throw a refusal. */
  readonly beforeData?: (session: SMTPServerSession, cutOff: () => void) => void
  readonly afterData?: (mail: ReceivedMail) => void
}

let made: { readonly key: string; readonly cert: string } | undefined

/** Makes a certificate for 127.0.0.1 and 0.0.0.0, which no program trusts. */
function testCertificate() {
  if (made !== undefined) return made
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-smtp-'))
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=smtp -keyout key -out cert'
  execFileSync('openssl', [...words.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1,IP:0.0.0.0'], {
    cwd: dir,
    stdio: 'ignore',
  })
  const read = (name: string): string => readFileSync(join(dir, name), 'utf8')
  made = { key: read('key'), cert: read('cert') }
  rmSync(dir, { recursive: true })
  return made
}

export const CREDENTIALS = { user: 'vendor', password: 'a password' }

/** Starts a real SMTP server on a free port, with TLS and a password. */
export async function startSmtpServer(
  { beforeData, afterData, ...options }: Behaviour = {},
  port = 0,
): Promise<TestSmtpServer> {
  const { key, cert } = testCertificate()
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    ...{ key, cert, closeTimeout: 100, secure: false },
    onAuth({ username, password }, _session, done) {
      if (username === CREDENTIALS.user && password === CREDENTIALS.password) done(null, { user: username })
      else done(refusal(535, 'Wrong password'))
    },
    onData(stream, session, done) {
      const cutOff = (): void => {
        for (const connection of smtp.connections)
          if (connection.id === session.id) connection._socket.destroy()
      }
      const receive = async (): Promise<void> => {
        beforeData?.(session, cutOff)
        const source = await text(stream)
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          source,
        }
        received.push(mail)
        afterData?.(mail)
      }
      receive().then(() => done(), done)
    },
    ...options,
  })
  // If a client ends the connection early, that is an error of its connection.
  smtp.on('error', () => undefined)
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    server: {
      ...{ host: '127.0.0.1', port: (smtp.server.address() as AddressInfo).port, ca: cert },
      ...{ isTls: options.secure ?? false, ...CREDENTIALS },
    },
    received,
    ids: () => received.map(({ source }) => /^Message-ID: <(.+)@/im.exec(source)?.[1] ?? ''),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
