import type { FastifyBaseLogger } from 'fastify'

const EVERY_MS = 60_000

export interface MinuteWork {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** What is written to the log when the work fails. It is tried again a minute later. */
  readonly failure: string
  /** Work in steps, between which key checks are answered. It ends early when the service stops. */
  readonly work: (isStopping: () => boolean) => Promise<void>
}

/** Does something every minute, never twice at the same time. */
export function everyMinute({ log, failure, work }: MinuteWork) {
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  let isStopping = false

  return {
    begin() {
      timer = setInterval(() => {
        working = working
          .then(() => work(() => isStopping))
          .catch((error: unknown) => log.warn({ err: error }, failure))
      }, EVERY_MS).unref()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await working
    },
  }
}
