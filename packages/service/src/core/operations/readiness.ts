import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MonotonicClock } from '../clock.ts'
import { type CoreStorage, DatabaseReplaced } from '../storage/storage.ts'

/** If the database takes longer than this to answer, it counts as failed. */
const ANSWER_WITHIN_MS = 2_000
/**
 * How long the result of a trial is used. A trial costs a commit, and every client can request one.
 */
const TRIAL_GOOD_FOR_SECONDS = 1
/**
 * How long the node is not ready after a check that could not be decided. A trial may succeed where
 * a larger group of checks fails.
 */
const UNWELL_FOR_SECONDS = 5

/**
 * The health of a database. `read-only`: key checks cannot be decided, because the disk is full, or
 * another process has a lock. `replaced`: the file of the database was deleted or replaced.
 */
export type DatabaseHealth = 'well' | 'read-only' | 'replaced' | 'unreachable'

interface ReadinessParts {
  readonly storage: Pick<CoreStorage, 'ping' | 'tryWriting'>
  readonly monotonic: MonotonicClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

/** Whether the database can decide key checks. Uses their results, and recovers without them. */
export function createReadiness({ storage, monotonic, log }: ReadinessParts) {
  let wasDecided = true
  let failedAt = Number.NEGATIVE_INFINITY
  let trial: { readonly at: number; readonly succeeded: Promise<boolean> } | undefined

  const canWrite = (): Promise<boolean> => {
    const at = monotonic()
    if (trial === undefined || at - trial.at >= TRIAL_GOOD_FOR_SECONDS) {
      trial = { at, succeeded: endOf(storage.tryWriting()).then((end) => end === 'done') }
    }
    return trial.succeeded
  }

  return {
    /** Reports the result of the last key check: whether the database could decide it. */
    checked(isDecided: boolean): void {
      if (wasDecided && !isDecided) log.error('the database cannot decide key checks')
      if (!wasDecided && isDecided) log.info('the database decides key checks again')
      wasDecided = isDecided
      if (!isDecided) failedAt = monotonic()
    },
    async health(): Promise<DatabaseHealth> {
      const asked = await endOf(storage.ping())
      if (asked !== 'done') return asked === 'replaced' ? 'replaced' : 'unreachable'
      if (!wasDecided && monotonic() - failedAt < UNWELL_FOR_SECONDS) return 'read-only'
      return (await canWrite()) ? 'well' : 'read-only'
    },
  }
}

export type Readiness = ReturnType<typeof createReadiness>

type End = 'done' | 'failed' | 'replaced'

const endOf = (work: Promise<void>): Promise<End> =>
  Promise.race([
    work.then(
      (): End => 'done',
      (error: unknown): End => (error instanceof DatabaseReplaced ? 'replaced' : 'failed'),
    ),
    setTimeout<End>(ANSWER_WITHIN_MS, 'failed', { ref: false }),
  ])
