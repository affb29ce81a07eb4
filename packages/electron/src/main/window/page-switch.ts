import type { PageName } from '../../ipc/schema.ts'

/** How long a product may take to save when its license is lost. */
export const CLOSING_LIMIT_MS = 10_000

export interface PageSwitchParts {
  readonly show: (page: PageName) => void
  /** Tells the product to save; it answers through `readyToClose`. */
  readonly tellClosing: () => void
  /** Calls back once, later; returns what prevents it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
}

/**
 * Decides which page the window shows. From the gate to the product at once; back only after the product had its
 * moment to save, because losing a license must not cost anybody their work.
 */
export function createPageSwitch({ show, tellClosing, after }: PageSwitchParts) {
  let page: PageName = 'gate'
  let cancelLimit: (() => void) | undefined

  function endClosing(): void {
    cancelLimit?.()
    cancelLimit = undefined
  }
  function enter(next: PageName): void {
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
        tellClosing()
        return
      }
      // Also when the license came back before the product was gone: it stays as it is.
      enter(wanted)
    },
    readyToClose(): void {
      if (cancelLimit !== undefined) enter('gate')
    },
  }
}
