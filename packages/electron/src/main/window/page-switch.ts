import type { PageName } from '@latchkey/client/bridge'
import { createClosing } from '../closing.ts'

/**
 * How long the window may stay hidden at the start, until it is known which page is its first.
 * Recognising the device can take a second on a busy Windows.
 */
export const FIRST_PAGE_LIMIT_MS = 2_000

export interface PageSwitchParts {
  readonly show: (page: PageName) => void
  /** Notifies the product that it must save. It then calls `readyToClose`. */
  readonly notifyClosing: () => void
  /** Calls `callback` once after the delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
}

/**
 * Switches to the product at once, and back to the gate only after the product has saved the user's
 * work or the time limit has passed. If no page was chosen in time, shows the gate.
 */
export function createPageSwitch({ show, notifyClosing, after }: PageSwitchParts) {
  let page: PageName | undefined
  const cancelFirst = after(FIRST_PAGE_LIMIT_MS, () => enter('gate'))
  const closing = createClosing(after, () => enter('gate'))

  function enter(next: PageName): void {
    cancelFirst()
    closing.cancel()
    page = next
    show(next)
  }

  return {
    isClosing: closing.isInProgress,
    goTo(wanted: PageName): void {
      if (wanted === 'gate' && page === 'product') {
        if (closing.isInProgress()) return
        closing.start()
        notifyClosing()
        return
      }
      // If the license is valid again before the product has closed, the product stays open.
      enter(wanted)
    },
    readyToClose: closing.finish,
  }
}
