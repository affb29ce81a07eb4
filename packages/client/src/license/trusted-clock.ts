import type { Clock } from './clock.ts'

/** A smaller correction of the date is normal: NTP corrects the clock regularly. */
export const TOLERANCE_SECONDS = 300

/** The time as it is stored for the next start. Unix seconds of the service's clock. */
export interface TimeMark {
  /** The service's clock minus this computer's date, at the last answer of the service. */
  readonly offsetSeconds: number
  /** The latest time so far. */
  readonly highestSeconds: number
  /**
   * The next start continues at this time or later. A running app reserves the time until its next
   * mark, so that a run that is killed is counted completely. Missing in files of older versions.
   */
  readonly reservedUntilSeconds?: number
}

/**
 * An estimate of the service's clock that the user cannot set back. After an answer of the service,
 * the monotonic clock is used. After a restart, the computer's date is used, but never before the
 * latest time that was stored.
 */
export interface TrustedClock {
  /** Unix seconds of the service's clock. Never decreases, except by `synchronise`. */
  now(): number
  /** Continues from the mark of an earlier run. Has no effect after `synchronise`. */
  restore(mark: TimeMark): void
  /** Sets the clock to the time of a verified answer, also when it is earlier. */
  synchronise(serviceTime: number): void
  /** Adds a sleep, unless the monotonic clock has counted it. */
  resumed(sleptSeconds: number): void
  /** Whether the computer's date is more than `TOLERANCE_SECONDS` before the latest time. */
  isSetBack(): boolean
  /** The mark to store now. The next one must be stored before `reserveSeconds` have passed. */
  mark(reserveSeconds: number): TimeMark
}

export function createTrustedClock(clock: Clock): TrustedClock {
  let offsetSeconds = 0
  let isSynchronised = false
  /** The service's time at one value of the monotonic clock. */
  let anchor = { seconds: clock.wallSeconds(), atMs: clock.monotonicMs() }
  /** How far `now` is ahead, because an earlier run reserved more time than it used. */
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
      // The time moves by at most the length of the sleep, and not at all if the monotonic clock
      // counted it.
      const date = byDate() + aheadSeconds
      setTo(Math.max(now(), Math.min(date, now() + Math.max(0, sleptSeconds))))
    },
    // Ignores reserved time: several short runs must not look like a date that was set back.
    isSetBack: () => byDate() < now() - aheadSeconds - TOLERANCE_SECONDS,
    mark: (reserveSeconds) => ({
      offsetSeconds,
      highestSeconds: now() - aheadSeconds,
      reservedUntilSeconds: now() + reserveSeconds,
    }),
  }
}
