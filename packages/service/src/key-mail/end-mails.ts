import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import { everyMinute, type IntervalWork } from '../core/operations/at-intervals.ts'
import type { EndMailStorage } from './storage.ts'

interface EndMailParts extends Pick<IntervalWork, 'log'> {
  readonly storage: EndMailStorage
  readonly clock: Clock
}

/** Queues the mails about the ends of keys, each minute. */
export const createEndMails = ({ storage, clock, log }: EndMailParts) =>
  everyMinute({
    log,
    failure: 'the mails about the ends of keys cannot be queued',
    async work(isStopping) {
      for (const one of await storage.findEndMails()) {
        while (!isStopping() && (await storage.queueEndMails(one, clock()))) await setImmediate()
      }
    },
  })
