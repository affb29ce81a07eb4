import { setTimeout } from 'node:timers/promises'

const WITHIN_MS = 60_000

/**
 * Waits for a condition.
 * @throws an error with `what`, if it is not met within a minute
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WITHIN_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`In vain: ${what}.`)
    await setTimeout(50)
  }
}
