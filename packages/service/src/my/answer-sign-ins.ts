import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import { atIntervals, type IntervalWork } from '../core/operations/at-intervals.ts'
import { createId, createToken } from '../core/security/credentials.ts'
import type { MyStorage } from './storage.ts'

interface AnswerParts extends Pick<IntervalWork, 'log'> {
  readonly storage: Pick<MyStorage, 'answerSignIn'>
  readonly clock: Clock
  readonly everyMs?: number | undefined
}

const EVERY_MS = 1_000

/**
 * Answers requests to sign in by mail, each second. SECURITY: not when they arrive: their answers
 * must not depend on the address.
 */
export const createSignInWork = ({ storage, clock, log, everyMs = EVERY_MS }: AnswerParts) =>
  atIntervals({
    log,
    everyMs,
    failure: 'the requests of customers to sign in cannot be answered',
    async work(isStopping) {
      const answerOne = () =>
        storage.answerSignIn({ token: createToken(), mailId: createId(randomBytes) }, clock())
      while (!isStopping() && (await answerOne())) await setImmediate()
    },
  })
