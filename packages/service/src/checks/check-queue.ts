import type { Clock } from '../core/clock.ts'
import type { Readiness } from '../core/operations/readiness.ts'
import { StorageUnavailable } from '../core/storage/storage.ts'
import { decideGroup } from './check-group.ts'
import { type CheckAnswer, type CheckAttempt, type DecideCheck, decideCheck } from './check-key.ts'
import type { CheckMetrics } from './check-metrics.ts'
import type { CheckStorage } from './storage.ts'

export interface GroupQueueSettings {
  /**
   * How many groups may be under way. Another one begins only when the first is slow: few large
   * groups cost the database less.
   */
  readonly groupsAtOnce?: number
  readonly mostInGroup?: number
  /**
   * How many items may wait. More are refused at once: their answers would be too late, and they
   * would fill the memory.
   */
  readonly mostWaiting?: number
}

/** How long items are gathered while each turn of the event loop adds more. */
const GATHER_AT_MOST_MS = 2

/** When a group has taken this long, another one may begin. */
const SLOW_AFTER_MS = 8

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers everything that arrives in one turn of the event loop, or while a group is being
 * committed, into one group: a commit waits for the disk, and a group shares that wait. Requests
 * that arrive together are read in several turns, so a group grows while turns add items. A single
 * item is flushed at the end of its turn. If the storage accepts several groups, another one begins
 * while a slow one is under way.
 * @param flush decides a group and answers each of its members, in order
 */
export function createGroupQueue<Item, Answer>(
  flush: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { groupsAtOnce = 1, mostInGroup = 1_000, mostWaiting = 20_000 }: GroupQueueSettings = {},
) {
  const gathering: Waiting<Item, Answer>[] = []
  let underWay = 0
  let slow = 0
  let isScheduled = false

  const run = async (): Promise<void> => {
    isScheduled = false
    const group = gathering.splice(0, mostInGroup)
    underWay += 1
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow += 1
      schedule()
    }, SLOW_AFTER_MS)
    schedule()
    try {
      const answers = await flush(group.map(({ item }) => item))
      group.forEach(({ resolve, reject }, index) => {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('A group was answered in part.'))
        else resolve(answer)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    clearTimeout(timer)
    if (isSlow) slow -= 1
    underWay -= 1
    schedule()
  }

  const schedule = (): void => {
    if (isScheduled || gathering.length === 0 || underWay > slow || underWay >= groupsAtOnce) return
    isScheduled = true
    gather(gathering.length, performance.now())
  }

  const gather = (before: number, since: number): void => {
    setImmediate(() => {
      const now = gathering.length
      const isGrowing = now > before && now < mostInGroup && performance.now() - since < GATHER_AT_MOST_MS
      if (isGrowing) gather(now, since)
      else void run()
    })
  }

  return {
    submit: (item: Item): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (gathering.length >= mostWaiting) {
          reject(new StorageUnavailable('Too much waits for the database.'))
          return
        }
        gathering.push({ item, resolve, reject })
        schedule()
      }),
  }
}

interface ChecksParts {
  readonly storage: CheckStorage
  readonly clock: Clock
  readonly metrics: CheckMetrics
  /** Counts refused checks. */
  readonly refusals: { decided(appName: string, code: string, now: number): void }
  readonly readiness: Readiness
}

/** `rule`: the rule that decides the attempt. Default: the rules of a key check. */
type QueuedAttempt = CheckAttempt & { readonly rule?: DecideCheck }

export interface Checks {
  /** Decides a key check, and measures it. */
  check(attempt: CheckAttempt): Promise<CheckAnswer>
  /** Decides an attempt together with others that arrive at the same time. */
  submit(attempt: QueuedAttempt): Promise<CheckAnswer>
  /** Measures an attempt that takes more than one decision, as a key check. */
  measured<Answer extends CheckAnswer>(
    attempt: Pick<CheckAttempt, 'appName'>,
    decide: () => Promise<Answer>,
  ): Promise<Answer>
}

export const decideQueued: DecideCheck = (attempt: QueuedAttempt, snapshot, now) =>
  (attempt.rule ?? decideCheck)(attempt, snapshot, now)

/** Decides key checks, in groups. */
export function createChecks({ storage, clock, metrics, refusals, readiness }: ChecksParts): Checks {
  const { submit } = createGroupQueue(
    async (attempts: readonly QueuedAttempt[]) => {
      const began = performance.now()
      const now = clock()
      const answers = await storage.checkKeys(attempts, now, decideGroup(attempts, now, decideQueued))
      metrics.committed(attempts.length, (performance.now() - began) / 1_000)
      return answers
    },
    { groupsAtOnce: storage.groupsAtOnce },
  )
  const measured: Checks['measured'] = async ({ appName }, decide) => {
    const arrived = performance.now()
    try {
      const answer = await decide()
      metrics.decided(answer.code, (performance.now() - arrived) / 1_000)
      refusals.decided(appName, answer.code, clock())
      readiness.checked(true)
      return answer
    } catch (error) {
      metrics.undecided()
      if (error instanceof StorageUnavailable) readiness.checked(false)
      throw error
    }
  }
  return { check: (attempt) => measured(attempt, () => submit(attempt)), submit, measured }
}
