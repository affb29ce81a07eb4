import { setTimeout as delay } from 'node:timers/promises'
import { CREDENTIALS, startSmtpServer } from '../../../packages/service/src/mail/testing/smtp-server.ts'
import { BENCH_API_KEY } from './databases.ts'
import type { Server } from './processes.ts'

/** A thousand an hour. */
const PAUSE_MS = 3_600

/** Starts a mail server of this machine. `args`: the options with which a service sends by it. */
export async function startMailServer() {
  const smtp = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
  })
  const url = `smtp://${CREDENTIALS.user}@127.0.0.1:${smtp.server.port}`
  return {
    args: ['--mail', url, '--mail-from', 'licenses@vendor.example'],
    env: { LATCHKEY_MAIL_PASSWORD: CREDENTIALS.password },
    received: () => smtp.received.length,
    stop: smtp.stop,
  }
}

/** Creates keys that are mailed, until `stop` is called. */
export function startMailing({ url }: Server): { stop(): Promise<void> } {
  let isOver = false
  const work = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const body = { count: 1, mail: true, customer_email: `customer${n}@example.org` }
      const answer = await fetch(`${url}/v3/projects/project/keys`, {
        method: 'POST',
        headers: { authorization: BENCH_API_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
      await delay(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await work
    },
  }
}
