/** Work that waits for a worker. */
export interface QueuedWork {
  readonly accountId: string
  readonly scriptId: string
  readonly isSmall: boolean
}

/**
 * A queue in which accounts take turns, so that an account with much work delays another one by one
 * turn and not by all of it. Large work leaves one worker free, so that small work never waits for
 * it. The work of one script is done in the order of its arrival.
 * @param workers at least two: one of them only does small work
 * @param run never rejects
 */
export function createFairQueue<Work extends QueuedWork>(
  workers: number,
  run: (work: Work) => Promise<void>,
) {
  /** The waiting work, in the order of its arrival. */
  const waiting: Work[] = []
  const underWay = new Set<Work>()
  /** The number of the last turn of each account that has work. A new account comes last. */
  const turns = new Map<string, number>()
  let turn = 0

  const takeTurn = (accountId: string): void => {
    turn += 1
    turns.set(accountId, turn)
  }
  const turnOf = ({ accountId }: Work): number => turns.get(accountId) ?? 0

  const findNext = (): Work | undefined => {
    if (underWay.size >= workers) return undefined
    const large = [...underWay].filter(({ isSmall }) => !isSmall)
    const busyScripts = new Set([...underWay].map(({ scriptId }) => scriptId))
    let next: Work | undefined
    for (const work of waiting) {
      const mayBegin = !busyScripts.has(work.scriptId) && (work.isSmall || large.length < workers - 1)
      busyScripts.add(work.scriptId)
      if (mayBegin && (next === undefined || turnOf(work) < turnOf(next))) next = work
    }
    return next
  }

  const begin = async (work: Work): Promise<void> => {
    waiting.splice(waiting.indexOf(work), 1)
    underWay.add(work)
    takeTurn(work.accountId)
    await run(work)
    underWay.delete(work)
    const left = [...waiting, ...underWay]
    if (!left.some(({ accountId }) => accountId === work.accountId)) turns.delete(work.accountId)
    beginAll()
  }

  const beginAll = (): void => {
    for (let work = findNext(); work !== undefined; work = findNext()) void begin(work)
  }

  return {
    /** Adds work, which runs when its turn comes. */
    add(work: Work): void {
      waiting.push(work)
      if (!turns.has(work.accountId)) takeTurn(work.accountId)
      beginAll()
    },
    /** Removes and returns the work that has not begun. */
    drain: (): readonly Work[] => waiting.splice(0),
  }
}
