import type { CoreStorage } from '../storage/storage.ts'

export type AddCounts = CoreStorage['addCounts']

const WINDOW_SECONDS = 60

/** The most callers in a window: limits the memory that many addresses can use. */
const MOST_CALLERS = 100_000

/** Counts below this share of the limit are not sent to the other nodes. */
const SHARED_FROM = 0.02

/**
 * A counter for each caller, reset at every window. Around the start of a window a caller may reach
 * twice the limit, the price of storing one number for each caller.
 * @param name under which the nodes count together
 * @param most in a minute, over all nodes; 0 turns the limit off
 */
export function createRateLimit(name: string, most: number) {
  /** `reported` is the part of `here` that the other nodes know. */
  let counts = new Map<string, { here: number; reported: number; elsewhere: number }>()
  /** The callers whose counts are shared. */
  let shared = new Set<string>()
  let currentWindow = 0

  const enter = (now: number): number => {
    const window = Math.floor(now / WINDOW_SECONDS)
    if (window !== currentWindow) {
      counts = new Map()
      shared = new Set()
      currentWindow = window
    }
    return window
  }

  return {
    /**
     * Counts one request of `caller`.
     * @returns 0, or the seconds to wait when the limit is reached
     */
    take(caller: string, now: number): number {
      if (most === 0) return 0
      const window = enter(now)
      let count = counts.get(caller)
      if (count === undefined) {
        if (counts.size >= MOST_CALLERS) counts.delete(counts.keys().next().value ?? '')
        count = { here: 0, reported: 0, elsewhere: 0 }
        counts.set(caller, count)
      }
      if (count.here + count.elsewhere >= most) return (window + 1) * WINDOW_SECONDS - now
      count.here += 1
      if (count.here >= most * SHARED_FROM) shared.add(caller)
      return 0
    },

    /**
     * Exchanges counts with the other nodes. Until the next exchange, a caller may use the rest of
     * the limit at every node, so a shorter interval makes the limit stricter.
     */
    async share(addCounts: AddCounts, now: number): Promise<void> {
      if (most === 0) return
      const window = enter(now)
      const until = (window + 1) * WINDOW_SECONDS - 1
      const reporting = [...shared].flatMap((caller) => {
        const count = counts.get(caller)
        return count === undefined ? [] : [{ caller, count, here: count.here }]
      })
      if (reporting.length === 0) return
      const totals = await addCounts(
        reporting.map(({ caller, count, here }) => ({
          name: `${name} ${window} ${caller}`,
          more: here - count.reported,
          until,
        })),
        now,
      )
      reporting.forEach(({ count, here }, index) => {
        count.reported = here
        count.elsewhere = (totals[index] ?? 0) - here
      })
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
