import type { Clock, Schedule } from '@latchkey/client'

export const systemClock: Clock = {
  wallSeconds: () => Date.now() / 1000,
  monotonicMs: () => performance.now(),
}

export const systemSchedule: Schedule = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
