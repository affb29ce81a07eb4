import type { Refusal } from '@latchkey/shops'
import type { OrderStorage } from '../orders/storage.ts'

const MOST_A_SECOND = 100

interface Refused {
  readonly count: number
  readonly reason: Refusal
  readonly at: number
}

/**
 * Counts the refused deliveries of this process, and adds them to the database every few seconds:
 * anybody can send them, so they must not write.
 */
export function createRefusedDeliveries() {
  let refused = new Map<number, Refused>()
  let second = 0
  let inSecond = 0

  const add = (shopRow: number, reason: Refusal, at: number, count: number): void => {
    refused.set(shopRow, { count: (refused.get(shopRow)?.count ?? 0) + count, reason, at })
  }

  return {
    /** @returns whether it was counted. Otherwise there were too many in this second. */
    count(shopRow: number, reason: Refusal, now: number): boolean {
      if (now !== second) inSecond = 0
      second = now
      inSecond += 1
      if (inSecond > MOST_A_SECOND) return false
      add(shopRow, reason, now, 1)
      return true
    },
    /** Adds the counts to the database. If that fails, they are kept. */
    async flush({ countRefused }: Pick<OrderStorage, 'countRefused'>): Promise<void> {
      const flushed = refused
      refused = new Map()
      for (const [shopRow, { count, reason, at }] of flushed) {
        await countRefused(shopRow, count, reason, at).catch((error: unknown) => {
          add(shopRow, reason, at, count)
          throw error
        })
      }
    },
  }
}

export type RefusedDeliveries = ReturnType<typeof createRefusedDeliveries>
