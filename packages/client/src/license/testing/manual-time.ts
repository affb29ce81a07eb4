import type { Clock, Schedule } from '../clock.ts'

/** Clocks and timers that the test controls. */
export interface ManualTime {
  readonly clock: Clock
  readonly schedule: Schedule
  /** Advances both clocks and calls the timers that are due, in their order. */
  pass(seconds: number): void
  /** Sets the computer's date. Timers are not affected. */
  setWall(seconds: number): void
  /** The computer sleeps: only the date advances, not the monotonic clock and the timers. */
  sleep(seconds: number): void
  /** Seconds until the next timer; undefined when there is none. */
  untilNextTimer(): number | undefined
  /** Removes all timers, as the end of a process does. */
  dropTimers(): void
}

export function createManualTime(wallSeconds = 1_800_000_000): ManualTime {
  let wall = wallSeconds
  let monotonicMs = 5_000
  let timers: { readonly dueMs: number; readonly callback: () => void }[] = []

  const run = (ms: number): void => {
    wall += ms / 1000
    monotonicMs += ms
  }

  return {
    clock: { wallSeconds: () => wall, monotonicMs: () => monotonicMs },
    schedule: {
      after(delayMs, callback) {
        const timer = { dueMs: monotonicMs + delayMs, callback }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
    pass(seconds) {
      const untilMs = monotonicMs + seconds * 1000
      for (;;) {
        const next = timers.filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        run(Math.max(0, next.dueMs - monotonicMs))
        next.callback()
      }
      run(untilMs - monotonicMs)
    },
    setWall(seconds) {
      wall = seconds
    },
    sleep(seconds) {
      wall += seconds
    },
    untilNextTimer() {
      const next = Math.min(...timers.map(({ dueMs }) => dueMs))
      return Number.isFinite(next) ? Math.max(0, next - monotonicMs) / 1000 : undefined
    },
    dropTimers() {
      timers = []
    },
  }
}
