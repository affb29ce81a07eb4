/** Work that waits for a worker. */
export interface QueuedWork {
  readonly accountId: string
  readonly scriptId: string
  readonly isSmall: boolean
}

export interface FairQueueParts<Work extends QueuedWork> {
  /** At least two: one of them takes small work alone. */
  readonly workers: number
  /** Never rejects. */
  readonly run: (work: Work) => Promise<void>
}

export interface FairQueue<Work extends QueuedWork> {
  /** Runs it when its turn comes. */
  add(work: Work): void
  /** Removes and returns the work that has not begun. */
  drain(): readonly Work[]
}

/**
 * Accounts take turns, so that one with much work delays another by one turn and not by all of it.
 * Large work leaves one worker free, so that small work never waits for it. Work of one script is
 * done in the order in which it came.
 */
export function createFairQueue<Work extends QueuedWork>({
  workers,
  run,
}: FairQueueParts<Work>): FairQueue<Work> {
  /**
   * By account, in the order of their next turns. A line may be empty while its account has a turn.
   */
  const lines = new Map<string, Work[]>()
  const underWay = new Set<Work>()

  const mayBegin = ({ isSmall }: Work): boolean =>
    isSmall || [...underWay].filter((work) => !work.isSmall).length < workers - 1

  const takeFrom = (line: Work[]): Work | undefined => {
    const scripts = new Set([...underWay].map(({ scriptId }) => scriptId))
    const at = line.findIndex((work) => {
      if (!scripts.has(work.scriptId) && mayBegin(work)) return true
      scripts.add(work.scriptId)
      return false
    })
    return at < 0 ? undefined : line.splice(at, 1)[0]
  }

  const takeNext = (): Work | undefined => {
    if (underWay.size >= workers) return undefined
    for (const [accountId, line] of lines) {
      const work = takeFrom(line)
      if (work === undefined) continue
      // Its next turn comes after those of all others.
      lines.delete(accountId)
      lines.set(accountId, line)
      return work
    }
    return undefined
  }

  const begin = async (work: Work): Promise<void> => {
    underWay.add(work)
    try {
      await run(work)
    } finally {
      underWay.delete(work)
      forget(work.accountId)
      beginAll()
    }
  }

  const forget = (accountId: string): void => {
    const isBusy = [...underWay].some((work) => work.accountId === accountId)
    if (!isBusy && lines.get(accountId)?.length === 0) lines.delete(accountId)
  }

  const beginAll = (): void => {
    for (let work = takeNext(); work !== undefined; work = takeNext()) void begin(work)
  }

  return {
    add(work) {
      const line = lines.get(work.accountId)
      if (line === undefined) lines.set(work.accountId, [work])
      else line.push(work)
      beginAll()
    },
    drain() {
      const waiting = [...lines.values()].flat()
      lines.clear()
      return waiting
    },
  }
}
