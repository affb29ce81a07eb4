import type { Clock, Schedule } from '../clock.ts'

/** Both clocks and every timer, moved by hand. */
export interface ManualTime {
  readonly clock: Clock
  readonly schedule: Schedule
  /** Time passes: both clocks run, and what falls due is called in order. */
  pass(seconds: number): void
  /** Someone sets the computer's date. Timers do not notice. */
  setWall(seconds: number): void
  /** The computer sleeps: the date runs on, the monotonic clock and the timers stand still. */
  sleep(seconds: number): void
  /** Seconds until the next timer; undefined when none waits. */
  untilNextTimer(): number | undefined
  /** The process ends, and its timers with it. */
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
