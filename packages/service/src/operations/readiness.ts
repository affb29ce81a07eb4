import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MonotonicClock } from '../clock.ts'
import type { Storage } from '../storage/storage.ts'

/** A database that takes longer to answer counts as failed. */
const ANSWER_WITHIN_MS = 2_000
/** A trial costs a commit, and every client can request one. */
const TRIAL_GOOD_FOR_SECONDS = 1
/**
 * After a check that could not be decided. A trial may succeed where a larger group of checks does
 * not.
 */
const UNWELL_FOR_SECONDS = 5

/**
 * `read-only`: it can be read, and key checks cannot be decided: a full disk, or a lock of another
 * process.
 */
export type DatabaseHealth = 'well' | 'read-only' | 'unreachable'

export interface Readiness {
  /** The last key check was decided, or the database could not. */
  checked(outcome: 'decided' | 'unavailable'): void
  health(): Promise<DatabaseHealth>
}

export interface ReadinessParts {
  readonly storage: Pick<Storage, 'ping' | 'tryWriting'>
  readonly monotonic: MonotonicClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

/**
 * Whether the database can decide key checks. Uses their results, and recovers without them.
 */
export function createReadiness({ storage, monotonic, log }: ReadinessParts): Readiness {
  let lastCheck: 'decided' | 'unavailable' = 'decided'
  let failedAt = Number.NEGATIVE_INFINITY
  let trial: { readonly at: number; readonly succeeded: Promise<boolean> } | undefined

  const canWrite = (): Promise<boolean> => {
    const at = monotonic()
    if (trial === undefined || at - trial.at >= TRIAL_GOOD_FOR_SECONDS) {
      trial = { at, succeeded: succeeds(storage.tryWriting()) }
    }
    return trial.succeeded
  }

  return {
    checked(outcome) {
      if (outcome !== lastCheck) {
        if (outcome === 'unavailable') log.error('the database cannot decide key checks')
        else log.info('the database decides key checks again')
      }
      lastCheck = outcome
      if (outcome === 'unavailable') failedAt = monotonic()
    },
    async health() {
      if (!(await succeeds(storage.ping()))) return 'unreachable'
      if (lastCheck === 'unavailable' && monotonic() - failedAt < UNWELL_FOR_SECONDS) return 'read-only'
      return (await canWrite()) ? 'well' : 'read-only'
    },
  }
}

const succeeds = (work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    setTimeout(ANSWER_WITHIN_MS, false, { ref: false }),
  ])
