/**
 * How long no window may be visible at the start, until it is known whether a stored license opens
 * the product. Recognising the device can take a second on a busy Windows.
 */
export const FIRST_PAGE_LIMIT_MS = 2_000
/** How long the product may take to save and close after its license was lost. */
export const CLOSING_LIMIT_MS = 10_000

/** What an entry shows: the template a page in its window, `createLicensing` windows. */
export interface Screen {
  /** Opens the product. Resolves when it is visible. */
  readonly openProduct: () => Promise<void>
  /** The product is open: the gate is not needed any more. */
  readonly closeGate: () => void
  /**
   * Notifies the product that it must save and close. Resolves when that is done. Calls `noneVisible`
   * when the user sees no window of the product any more.
   */
  readonly closeProduct: (noneVisible: () => void) => Promise<void>
  /** Destroys what is left of the product, and from now on what it opens, until `openProduct`. */
  readonly keepProductClosed: () => void
  readonly showGate: () => void
}

export interface AppLockParts extends Screen {
  readonly isLicensed: () => boolean
  /** A stored license is being loaded, and may open the product. */
  readonly mayOpenAtOnce: () => boolean
  /** Calls `callback` once after the delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
  /** Goes on with a quit of the app that began while the product was closing. */
  readonly quit: () => void
  /** The product could not be opened. */
  readonly onError: (error: unknown) => void
  /** The product has failed to close, or an `openProduct` that does not matter any more has failed. */
  readonly onLateError: (error: unknown) => void
}

/**
 * Opens the product while licensed, and the gate otherwise. The only place that decides when the
 * product is closed, and how long it may save, for the template and for `createLicensing`.
 *
 * SECURITY: from the moment of the loss, calls that need a license are refused. The limit begins before
 * the product is notified, and nothing waits for code of the product without it: `openProduct` and
 * `closeProduct` may never settle.
 */
export function createAppLock(parts: AppLockParts) {
  let shown: 'nothing' | 'gate' | 'product' = 'nothing'
  /** The gate is visible since the license was lost, while the product is still saving. */
  let isGateEarly = false
  let mayWait = true
  /** Number of the last call of `openProduct` or `closeProduct`. The results of earlier ones are late. */
  let turn = 0
  /** Defined while the product is closing. */
  let cancelLimit: (() => void) | undefined
  let isQuitting = false
  const isClosing = (): boolean => cancelLimit !== undefined
  const cancelWait = parts.after(FIRST_PAGE_LIMIT_MS, () => {
    mayWait = false
    follow()
  })

  function open(): void {
    shown = 'product'
    const mine = ++turn
    parts.openProduct().then(
      () => {
        if (mine === turn) parts.closeGate()
      },
      // A usual reason: its windows were destroyed after a loss.
      (error: unknown) => (mine === turn ? parts.onError(error) : parts.onLateError(error)),
    )
  }

  function lose(): void {
    const mine = ++turn
    const isCurrent = (): boolean => mine === turn && isClosing()
    isGateEarly = false
    isQuitting = false
    cancelLimit = parts.after(CLOSING_LIMIT_MS, enterGate)
    const noneVisible = (): void => {
      // A new window would stop the app from quitting.
      if (!isCurrent() || isGateEarly || isQuitting || parts.isLicensed()) return
      isGateEarly = true
      parts.showGate()
    }
    void parts
      .closeProduct(noneVisible)
      .catch(parts.onLateError)
      .then(() => {
        if (!isCurrent()) return
        // An app that does not quit after all is locked at the limit.
        if (isQuitting && !parts.isLicensed()) parts.quit()
        else enterGate()
      })
  }

  function enterGate(): void {
    cancelLimit?.()
    cancelLimit = undefined
    shown = 'gate'
    parts.keepProductClosed()
    // The license may be back already.
    if (parts.isLicensed()) open()
    else if (!isGateEarly) parts.showGate()
  }

  /** Call it after every change of the license. */
  function follow(): void {
    // When it has ended, `enterGate` looks at the license again.
    if (isClosing()) return
    const isLicensed = parts.isLicensed()
    if (shown === 'nothing' && !isLicensed && mayWait && parts.mayOpenAtOnce()) return
    cancelWait()
    if (isLicensed && shown !== 'product') open()
    else if (!isLicensed && shown === 'product') lose()
    else if (!isLicensed && shown === 'nothing') enterGate()
  }

  return {
    follow,
    /** The license is lost, and the product is saving. */
    isClosing,
    /** The gate is what the user should see. */
    isAtGate: (): boolean => shown === 'gate' || (isGateEarly && isClosing()),
    /** Call it before the app quits. The user or the system may still prevent that. */
    beforeQuit(): void {
      isQuitting = true
    },
  }
}
