import { setImmediate } from 'node:timers/promises'

/**
 * Lets one request continue in each turn of the event loop. On SQLite, a request may do all its
 * work in one turn, so that a burst of requests would delay key checks by the sum of that work.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
