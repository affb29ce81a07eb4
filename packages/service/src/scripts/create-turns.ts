export interface Turns {
  /** Runs `work` when its turn comes, and makes room for the next one however it ends. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** Whether nobody's turn is under way. */
  isFree(): boolean
}

/** Lets so many go on at the same time, first come, first served. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let free = atOnce
  return {
    isFree: () => free === atOnce,
    async take(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // A turn is handed on, so that nobody can come in between.
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
