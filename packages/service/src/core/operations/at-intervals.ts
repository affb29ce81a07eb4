import type { FastifyBaseLogger } from 'fastify'

const A_MINUTE_MS = 60_000

export interface IntervalWork {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs: number
  /** What is written to the log when the work fails, until it is done again. */
  readonly failure: string
  /** Work in steps, between which key checks are answered. It ends early when the service stops. */
  readonly work: (isStopping: () => boolean) => Promise<void>
}

/** Does something at intervals, never twice at the same time. */
export function atIntervals({ log, everyMs, failure, work }: IntervalWork) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopping = false
  let hasFailed = false

  return {
    begin() {
      timer = setInterval(() => {
        working ??= work(() => isStopping)
          .then(
            () => {
              hasFailed = false
            },
            (error: unknown) => {
              if (!hasFailed) log.warn({ err: error }, failure)
              hasFailed = true
            },
          )
          .finally(() => {
            working = undefined
          })
      }, everyMs).unref()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await working
    },
  }
}

/** Does something every minute. */
export const everyMinute = (parts: Omit<IntervalWork, 'everyMs'>) =>
  atIntervals({ ...parts, everyMs: A_MINUTE_MS })
