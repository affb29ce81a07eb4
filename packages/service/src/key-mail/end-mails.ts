import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../core/clock.ts'
import type { EndMailStorage } from './storage.ts'

const LOOK_EVERY_MS = 60_000

/** Queues the mails about the ends of keys, each minute. */
export function createEndMails({
  storage,
  clock,
  log,
}: {
  readonly storage: EndMailStorage
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}) {
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  let isStopping = false

  const look = async (): Promise<void> => {
    try {
      for (const one of await storage.findEndMails()) {
        while (!isStopping && (await storage.queueEndMails(one, clock()))) await setImmediate()
      }
    } catch (error) {
      log.warn({ err: error }, 'the mails about the ends of keys cannot be queued')
    }
  }

  return {
    begin() {
      timer = setInterval(() => {
        looking = looking.then(look)
      }, LOOK_EVERY_MS).unref()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await looking
    },
  }
}
