import type { PageName } from '../../ipc/schema.ts'

/** How long the product may take to save after its license ended. */
export const CLOSING_LIMIT_MS = 10_000
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
  let cancelLimit: (() => void) | undefined
  const cancelFirst = after(FIRST_PAGE_LIMIT_MS, () => enter('gate'))

  function endClosing(): void {
    cancelLimit?.()
    cancelLimit = undefined
  }
  function enter(next: PageName): void {
    cancelFirst()
    endClosing()
    page = next
    show(next)
  }

  return {
    isClosing: (): boolean => cancelLimit !== undefined,
    goTo(wanted: PageName): void {
      if (wanted === 'gate' && page === 'product') {
        if (cancelLimit !== undefined) return
        cancelLimit = after(CLOSING_LIMIT_MS, () => enter('gate'))
        notifyClosing()
        return
      }
      // If the license is valid again before the product has closed, the product stays open.
      enter(wanted)
    },
    readyToClose(): void {
      if (cancelLimit !== undefined) enter('gate')
    },
  }
}
