import type { Schedule } from './clock.ts'

/** One request and its answer: time limits for its parts, and one end for all of it. */
export interface Transfer {
  /** Aborted by the caller's signal, by a limit that passed, and by `close`. */
  readonly signal: AbortSignal
  /**
   * What `work` comes to. After `limitMs` the signal aborts, and `work` has a moment to say what it knows (such as
   * that nothing had been sent); it is `too-late` when it does not, or when the caller's signal aborts.
   */
  within<T>(limitMs: number, work: Promise<T>): Promise<T | 'too-late'>
  /** Ends what is still under way, such as an answer that nobody reads to its end. */
  close(): void
}

/** For a transport to notice that it was aborted. */
const LAST_WORD_MS = 1_000

export function openTransfer(schedule: Schedule, outer?: AbortSignal): Transfer {
  const controller = new AbortController()
  const { promise: given, resolve: giveUp } = Promise.withResolvers<'too-late'>()
  const abort = (): void => controller.abort()
  const onOuterAbort = (): void => {
    abort()
    giveUp('too-late')
  }
  if (outer?.aborted) onOuterAbort()
  outer?.addEventListener('abort', onOuterAbort, { once: true })
  return {
    signal: controller.signal,
    async within(limitMs, work) {
      const cancels = [
        schedule.after(limitMs, abort),
        schedule.after(limitMs + LAST_WORD_MS, () => giveUp('too-late')),
      ]
      try {
        return await Promise.race([work, given])
      } finally {
        for (const cancel of cancels) cancel()
      }
    },
    close() {
      outer?.removeEventListener('abort', onOuterAbort)
      abort()
    },
  }
}
