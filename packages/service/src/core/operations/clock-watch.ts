import type { FastifyBaseLogger } from 'fastify'
import type { Clock, MonotonicClock } from '../clock.ts'

const LOOK_EVERY_MS = 1_000
/** Jumps that are smaller are ordinary corrections. */
const JUMP_SECONDS = 60

interface ClockWatchParts {
  readonly clock: Clock
  readonly monotonic: MonotonicClock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Reports when the time of day is set, because expiries, bans and the time window of key checks
 * depend on it. A machine that was suspended looks the same.
 */
export function createClockWatch({ clock, monotonic, log }: ClockWatchParts) {
  const difference = (): number => clock() - monotonic()
  let before = difference()
  /** The sum of all jumps. Positive: the time of day is ahead of where it would be without them. */
  let jumpedSeconds = 0
  /** The time of day right after the last jump; 0 without any. */
  let jumpedAt = 0

  const look = () => {
    const now = difference()
    const seconds = now - before
    before = now
    if (Math.abs(seconds) > JUMP_SECONDS) {
      jumpedSeconds += seconds
      jumpedAt = clock()
      log.warn(
        { seconds: Math.round(seconds), togetherSeconds: Math.round(jumpedSeconds) },
        'the system clock jumped: make sure that NTP sets it',
      )
    }
    return {
      /** Whether the time of day agrees with the monotonic clock since the start. */
      steady: Math.abs(jumpedSeconds) <= JUMP_SECONDS,
      jumpedSeconds: Math.round(jumpedSeconds),
      jumpedAt,
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return { look, stop: () => clearInterval(timer) }
}

export type ClockWatch = ReturnType<typeof createClockWatch>
