export interface RateLimitSettings {
  /** Under which the nodes count together. */
  readonly name: string
  /** How many in one window, over all nodes; 0 turns the limit off. */
  readonly most: number
  readonly windowSeconds: number
}

export interface RateLimit {
  /**
   * Counts one more of `who`.
   * @returns the seconds after which it may try again, or 0 when it may go on now
   */
  take(who: string, now: number): number
  /**
   * Tells the other nodes what was taken here since the last time, and learns what was taken there. Between two times
   * a caller may take what is left at every node, so the limit is as strict as this is often.
   */
  share(addCounts: AddCounts, now: number): Promise<void>
}

export type AddCounts = (
  counts: readonly { readonly name: string; readonly more: number; readonly until: number }[],
  now: number,
) => Promise<readonly number[]>

/** Bounds the memory that many addresses can make the service spend in one window. */
const MOST_CALLERS = 100_000

/** Whoever takes less than this part of the limit at a node is not worth telling the others. */
const SHARED_FROM = 0.02

interface Count {
  here: number
  /** Of `here`, what the others know. */
  told: number
  elsewhere: number
}

/**
 * A counter for each caller that starts anew with every window. Around the start of a window a caller may so reach
 * twice the limit for a moment, which is a fair price for one number a caller.
 */
export function createRateLimit({ name, most, windowSeconds }: RateLimitSettings): RateLimit {
  let counts = new Map<string, Count>()
  /** Who takes so much that the others should know. */
  let shared = new Set<string>()
  let currentWindow = 0

  const enter = (now: number): number => {
    const window = Math.floor(now / windowSeconds)
    if (window !== currentWindow) {
      counts = new Map()
      shared = new Set()
      currentWindow = window
    }
    return window
  }

  return {
    take(who, now) {
      if (most === 0) return 0
      const window = enter(now)
      let count = counts.get(who)
      if (count === undefined) {
        if (counts.size >= MOST_CALLERS) forgetOldest(counts)
        count = { here: 0, told: 0, elsewhere: 0 }
        counts.set(who, count)
      }
      if (count.here + count.elsewhere >= most) return (window + 1) * windowSeconds - now
      count.here += 1
      if (count.here >= most * SHARED_FROM) shared.add(who)
      return 0
    },

    async share(addCounts, now) {
      if (most === 0) return
      const window = enter(now)
      const until = (window + 1) * windowSeconds - 1
      const telling = [...shared].flatMap((who) => {
        const count = counts.get(who)
        return count === undefined ? [] : [{ who, count, here: count.here }]
      })
      if (telling.length === 0) return
      const totals = await addCounts(
        telling.map(({ who, count, here }) => ({
          name: `${name} ${window} ${who}`,
          more: here - count.told,
          until,
        })),
        now,
      )
      telling.forEach(({ count, here }, index) => {
        count.told = here
        count.elsewhere = (totals[index] ?? 0) - here
      })
    },
  }
}

function forgetOldest(counts: Map<string, unknown>): void {
  const { value: oldest } = counts.keys().next()
  if (oldest !== undefined) counts.delete(oldest)
}
