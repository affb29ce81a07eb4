import type { Schedule } from '@latchkey/client'

/** How long the product may take to save and close after its license was lost. */
export const CLOSING_LIMIT_MS = 10_000

/**
 * The time from the loss of the license until the product is closed. The only place that decides
 * how long that is, for the template and for `createLicensing`.
 *
 * `close` runs once for each loss: when the product is ready, or at the limit.
 */
export function createClosing(after: Schedule['after'], close: () => void) {
  let cancelLimit: (() => void) | undefined

  function cancel(): void {
    cancelLimit?.()
    cancelLimit = undefined
  }
  function finish(): void {
    if (cancelLimit === undefined) return
    cancel()
    close()
  }

  return {
    isInProgress: (): boolean => cancelLimit !== undefined,
    start(): void {
      cancelLimit ??= after(CLOSING_LIMIT_MS, finish)
    },
    /** The product is ready to be closed. Ignored while nothing is closing. */
    finish,
    /** The product stays open. */
    cancel,
  }
}
