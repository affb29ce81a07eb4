import { setImmediate } from 'node:timers/promises'

/**
 * Lets one request go on in each turn of the event loop. On SQLite, all that a request does until its
 * answer may happen in one turn, so that a burst of requests would hold up key checks by the sum.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
