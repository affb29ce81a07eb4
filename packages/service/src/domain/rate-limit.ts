export interface RateLimitSettings {
  /** How many in one window; 0 turns the limit off. */
  readonly most: number
  readonly windowSeconds: number
}

export interface RateLimit {
  /**
   * Counts one more of `who`.
   * @returns the seconds after which it may try again, or 0 when it may go on now
   */
  take(who: string, now: number): number
}

/** Bounds the memory that many addresses can make the service spend in one window. */
const MOST_CALLERS = 100_000

/**
 * A counter for each caller that starts anew with every window. Around the start of a window a caller may so reach
 * twice the limit for a moment, which is a fair price for one number a caller.
 */
export function createRateLimit({ most, windowSeconds }: RateLimitSettings): RateLimit {
  const counts = new Map<string, number>()
  let currentWindow = 0

  return {
    take(who, now) {
      if (most === 0) return 0
      const window = Math.floor(now / windowSeconds)
      if (window !== currentWindow) {
        counts.clear()
        currentWindow = window
      }
      const count = (counts.get(who) ?? 0) + 1
      if (count > most) return (window + 1) * windowSeconds - now
      if (count === 1 && counts.size >= MOST_CALLERS) forgetOldest(counts)
      counts.set(who, count)
      return 0
    },
  }
}

function forgetOldest(counts: Map<string, number>): void {
  const { value: oldest } = counts.keys().next()
  if (oldest !== undefined) counts.delete(oldest)
}
