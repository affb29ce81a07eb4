import type { Schedule } from './clock.ts'

/** Time limits and cancellation for one request and its answer. */
export interface Transfer {
  /** Aborted by the caller's signal, by a time limit and by `close`. */
  readonly signal: AbortSignal
  /**
   * The result of `work`. After `limitMs` the signal is aborted, and `work` has `ABORT_REPORT_MS`
   * to settle, for example with the fault that nothing was sent. Resolves to `too-late` after that,
   * and when the caller's signal is aborted.
   */
  within<T>(limitMs: number, work: Promise<T>): Promise<T | 'too-late'>
  /** Aborts what is still in progress, for example an answer that is not read to its end. */
  close(): void
}

/** Time for a transport to settle after it was aborted. */
const ABORT_REPORT_MS = 1_000

export function openTransfer(schedule: Schedule, outer?: AbortSignal): Transfer {
  const controller = new AbortController()
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<'too-late'>()
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
        schedule.after(limitMs + ABORT_REPORT_MS, () => giveUp('too-late')),
      ]
      try {
        return await Promise.race([work, tooLate])
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
