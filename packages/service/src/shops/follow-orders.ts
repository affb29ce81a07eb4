import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import { everyMinute, type IntervalWork } from '../core/operations/at-intervals.ts'
import { VERSION } from '../core/version.ts'
import type { OrderStorage, ReadDelivery } from '../orders/storage.ts'

interface FollowParts extends Pick<IntervalWork, 'log'> {
  readonly storage: Pick<OrderStorage, 'readAgain' | 'followWaiting'>
  readonly clock: Clock
  readonly readDelivery: ReadDelivery
}

/**
 * Each minute, reads deliveries again that an earlier version could not read, and lets orders follow
 * that wait.
 */
export const createOrderWork = ({ storage, clock, log, readDelivery }: FollowParts) =>
  everyMinute({
    log,
    failure: 'the orders that wait cannot be followed',
    async work(isStopping) {
      while (!isStopping() && (await storage.readAgain(readDelivery, VERSION, clock()))) await setImmediate()
      let after: number | undefined = 0
      while (!isStopping() && after !== undefined) {
        after = await storage.followWaiting(clock(), after)
        await setImmediate()
      }
    },
  })
