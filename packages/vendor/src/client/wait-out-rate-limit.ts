import type { Outcome } from './outcome.ts'

export type Wait = (ms: number) => Promise<void>

/** A service that asks for more patience than this gets its refusal reported instead. */
const LONGEST_PAUSE_SECONDS = 120
const MOST_ATTEMPTS = 5

/**
 * Repeats a request that came too often, after the pause that its refusal asked for. A 429 means that it was not
 * carried out, so nothing happens twice.
 */
export async function waitOutRateLimit<T>(
  attempt: () => Promise<Outcome<T>>,
  wait: Wait,
): Promise<Outcome<T>> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt()
    if (outcome.kind !== 'refused' || outcome.status !== 429 || attempts === MOST_ATTEMPTS) return outcome
    const pauseSeconds = Math.max(1, outcome.retryAfterSeconds ?? 1)
    if (pauseSeconds > LONGEST_PAUSE_SECONDS) return outcome
    await wait(pauseSeconds * 1_000)
  }
}
