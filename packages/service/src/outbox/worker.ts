import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../core/clock.ts'
import { type Channel, type LeasedItem, OUTBOX_LIMITS, type OutboxLimits, type TryResult } from './outbox.ts'
import type { OutboxStorage } from './storage.ts'

/**
 * Sends one item once.
 * @throws an error that counts as a failed try
 */
export type SendItem = (item: LeasedItem, signal: AbortSignal) => Promise<TryResult>

export interface OutboxParts {
  readonly storage: OutboxStorage
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** The ID of this process in leases. */
  readonly nodeId: string
  readonly senders: Readonly<Record<Channel, SendItem>>
  readonly limits?: OutboxLimits
  readonly random?: () => number
  readonly lookEveryMs?: number
  /** How long a try may take. */
  readonly sendWithinMs?: number
  /** Called when a try has ended. */
  readonly onTry?: (channel: Channel, result: TryResult['kind']) => void
}

/**
 * The most tries at the same time. A server that does not answer uses one of them for each item.
 */
const MOST_AT_ONCE = 5
/**
 * The seconds of a lease. They are longer than a try, and the time for which its end may wait for
 * the database.
 */
const LEASE_SECONDS = 180
const SEND_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 1_000
/** At a stop, tries that last longer are ended. */
const STOP_WITHIN_MS = 4_000

/**
 * Sends the items of the outbox at least once: if a process ends between the answer of a receiver
 * and its record, the item is sent again with the same ID when its lease ends.
 */
export function createOutbox(parts: OutboxParts) {
  const { storage, clock, log, nodeId: node, senders, onTry = () => {} } = parts
  const { limits = OUTBOX_LIMITS, random = Math.random } = parts
  const { lookEveryMs = LOOK_EVERY_MS, sendWithinMs = SEND_WITHIN_MS } = parts
  const underWay = new Set<Promise<void>>()
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStopping = false
  let hasFailed = false

  const attempt = async (item: LeasedItem): Promise<TryResult> => {
    const signal = AbortSignal.any([AbortSignal.timeout(sendWithinMs), stopped.signal])
    const broken = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      return await Promise.race([senders[item.channel](item, signal), broken])
    } catch (error) {
      return { kind: 'failed', answer: error instanceof Error ? error.message : String(error) }
    }
  }

  const send = async (item: LeasedItem, until: number): Promise<void> => {
    const result = await attempt(item)
    onTry(item.channel, result.kind)
    for (;;) {
      try {
        await storage.endTry(item.id, node, result, clock(), random())
        return
      } catch (error) {
        // A result that is not recorded causes a second copy, so waiting for the database is
        // worthwhile.
        if (isStopping || clock() >= until) {
          log.warn({ err: error, item: item.id }, 'the end of a try was not recorded')
          return
        }
        await sleep(lookEveryMs)
      }
    }
  }

  /** Starts the tries that are due, as many as are allowed at the same time. */
  const look = async (): Promise<void> => {
    const most = MOST_AT_ONCE - underWay.size
    if (isStopping || most === 0) return
    const now = clock()
    const until = now + LEASE_SECONDS
    try {
      const items = await storage.leaseOutbox({ node, now, until, most, limits, random })
      for (const item of items) {
        const sending = send(item, until).then(() => {
          underWay.delete(sending)
          lookSoon()
        })
        underWay.add(sending)
      }
      if (hasFailed) log.info('the outbox can be read again')
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'the outbox cannot be read')
      hasFailed = true
    }
  }
  const lookSoon = (): void => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  return {
    begin() {
      timer = setInterval(lookSoon, lookEveryMs).unref()
    },
    /** Starts no more tries, and waits for those under way. */
    async stop() {
      isStopping = true
      clearInterval(timer)
      await looking
      const breakOff = setTimeout(() => stopped.abort(new Error('The service stopped.')), STOP_WITHIN_MS)
      await Promise.all(underWay)
      clearTimeout(breakOff)
    },
  }
}
