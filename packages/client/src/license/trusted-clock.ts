import type { Clock } from './clock.ts'

/** A clock may be corrected by this much without suspicion: time servers do it every day. */
export const TOLERANCE_SECONDS = 300

/** What the next start needs to know of the time. Unix seconds of the service's clock. */
export interface TimeMark {
  /** The service's clock minus this computer's, when both were last known. */
  readonly offsetSeconds: number
  /** The latest moment that was ever seen. */
  readonly highestSeconds: number
  /**
   * No earlier than this does the next start continue. A running app reserves the time until it stores the next mark:
   * ended without notice, it leaves no time that was used and not counted. Absent in the files of older versions.
   */
  readonly reservedUntilSeconds?: number
}

/**
 * The service's time on a computer whose date anyone can set: from the last answer on, the monotonic clock counts;
 * across a restart, the date counts, and never back beyond the latest moment seen.
 */
export interface TrustedClock {
  /** Unix seconds of the service's clock, as well as it is known. Never goes back without a service's word. */
  now(): number
  /** Continues from an earlier run; without effect once the service has spoken. */
  restore(mark: TimeMark): void
  /** The service has just said what time it is, and it is always right. */
  synchronise(serviceTime: number): void
  /** The computer slept this long, and the monotonic clock may not have counted it. */
  resumed(sleptSeconds: number): void
  /** True while the computer's date is earlier than it can be. */
  isSetBack(): boolean
  /** To be stored, and again before `reserveSeconds` have passed. */
  mark(reserveSeconds: number): TimeMark
}

export function createTrustedClock(clock: Clock): TrustedClock {
  let offsetSeconds = 0
  let isSynchronised = false
  /** The service's time at a moment of the monotonic clock. */
  let anchor = { seconds: clock.wallSeconds(), atMs: clock.monotonicMs() }
  /** How far `now` is ahead of the latest moment seen, because an earlier run reserved more than it used. */
  let aheadSeconds = 0

  const byDate = (): number => clock.wallSeconds() + offsetSeconds
  const now = (): number => anchor.seconds + (clock.monotonicMs() - anchor.atMs) / 1000
  const setTo = (seconds: number): void => {
    anchor = { seconds, atMs: clock.monotonicMs() }
  }

  return {
    now,
    restore(mark) {
      if (isSynchronised) return
      offsetSeconds = mark.offsetSeconds
      const seen = Math.max(byDate(), mark.highestSeconds)
      const start = Math.max(seen, mark.reservedUntilSeconds ?? 0)
      aheadSeconds = start - seen
      setTo(start)
    },
    synchronise(serviceTime) {
      isSynchronised = true
      offsetSeconds = serviceTime - clock.wallSeconds()
      aheadSeconds = 0
      setTo(serviceTime)
    },
    resumed(sleptSeconds) {
      // Forward to what the date says, by no more than the sleep; a clock that did count it is there already.
      const date = byDate() + aheadSeconds
      setTo(Math.max(now(), Math.min(date, now() + Math.max(0, sleptSeconds))))
    },
    // A reserve is no moment that was seen: a few starts in a row do not make a date look set back.
    isSetBack: () => byDate() < now() - aheadSeconds - TOLERANCE_SECONDS,
    mark: (reserveSeconds) => ({
      offsetSeconds,
      highestSeconds: now() - aheadSeconds,
      reservedUntilSeconds: now() + reserveSeconds,
    }),
  }
}
