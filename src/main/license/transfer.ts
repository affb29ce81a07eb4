import type { Schedule } from './clock.ts'

/** One request and its answer: time limits for its parts, and one end for all of it. */
export interface Transfer {
  /** Aborted by the caller's signal, by a limit that passed, and by `close`. */
  readonly signal: AbortSignal
  /** What `work` comes to, or `too-late` after `limitMs` or an abort, even if `work` never notices either. */
  within<T>(limitMs: number, work: Promise<T>): Promise<T | 'too-late'>
  /** Ends what is still under way, such as an answer that nobody reads to its end. */
  close(): void
}

export function openTransfer(schedule: Schedule, outer?: AbortSignal): Transfer {
  const controller = new AbortController()
  const { signal } = controller
  const { promise: aborted, resolve } = Promise.withResolvers<'too-late'>()
  const abort = (): void => controller.abort()
  signal.addEventListener('abort', () => resolve('too-late'), { once: true })
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal,
    async within(limitMs, work) {
      const cancel = schedule.after(limitMs, abort)
      try {
        return await Promise.race([work, aborted])
      } finally {
        cancel()
      }
    },
    close() {
      outer?.removeEventListener('abort', abort)
      abort()
    },
  }
}
