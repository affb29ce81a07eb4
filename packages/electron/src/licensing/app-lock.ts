import { createClosing } from '../main/closing.ts'

/**
 * How long no window may be visible at the start, until it is known whether a stored license opens
 * the app. Recognising the device can take a second on a busy Windows.
 */
export const FIRST_WINDOW_LIMIT_MS = 2_000

export interface AppLockParts {
  readonly isLicensed: () => boolean
  /** A stored license is being loaded, and may open the app. */
  readonly mayOpenAtOnce: () => boolean
  /** Allows windows of the app, and opens it. Resolves when one of them is visible. */
  readonly openApp: () => Promise<void>
  /** The app is open: the gate is not needed any more. */
  readonly closeGate: () => void
  /**
   * Lets the app save and close its windows. Resolves when that is done. Calls `noneVisible` when
   * the user sees no window of the app any more.
   */
  readonly closeApp: (noneVisible: () => void) => Promise<void>
  /** Destroys the app's windows, and from now on each that it opens, until `openApp`. */
  readonly keepAppClosed: () => void
  /** Creates the gate's window, which stays hidden. Without any window, the app would quit. */
  readonly prepareGate: () => void
  readonly showGate: () => void
  /** Calls `callback` once after the delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
  /** The app could not be opened. */
  readonly onError: (error: unknown) => void
  /** The app has failed to close, or an `open` that does not matter any more has failed. */
  readonly onLateError: (error: unknown) => void
}

/**
 * Opens the app while licensed, and the gate otherwise. There is always a window of the app or of the
 * gate: an app that quits without windows does not quit in between.
 *
 * SECURITY: nothing here waits for the app without a limit. Its `open` and `close` may never settle.
 */
export function createAppLock(parts: AppLockParts) {
  let shown: 'nothing' | 'gate' | 'app' = 'nothing'
  /** The gate is visible since the license was lost, while the app is still saving. */
  let isGateEarly = false
  let mayWait = true
  /** What the last call of the app's `open` or `close` is for. What an earlier one says is late. */
  let turn = 0
  const closing = createClosing(parts.after, enterGate)
  const cancelWait = parts.after(FIRST_WINDOW_LIMIT_MS, () => {
    mayWait = false
    follow()
  })

  function open(): void {
    shown = 'app'
    const mine = ++turn
    parts.openApp().then(
      () => {
        if (mine === turn) parts.closeGate()
      },
      // Windows that were destroyed under it are a usual reason.
      (error: unknown) => (mine === turn ? parts.onError(error) : parts.onLateError(error)),
    )
  }

  function lose(): void {
    const mine = ++turn
    isGateEarly = false
    parts.prepareGate()
    closing.start()
    const noneVisible = (): void => {
      if (mine !== turn || !closing.isInProgress() || isGateEarly || parts.isLicensed()) return
      isGateEarly = true
      parts.showGate()
    }
    void parts
      .closeApp(noneVisible)
      .catch(parts.onLateError)
      .then(() => {
        if (mine === turn) closing.finish()
      })
  }

  function enterGate(): void {
    shown = 'gate'
    parts.keepAppClosed()
    // The license may be back already.
    if (parts.isLicensed()) open()
    else if (!isGateEarly) parts.showGate()
  }

  /** Call it after every change of the license. */
  function follow(): void {
    // When it has ended, `enterGate` looks at the license again.
    if (closing.isInProgress()) return
    const isLicensed = parts.isLicensed()
    if (shown === 'nothing' && !isLicensed && mayWait && parts.mayOpenAtOnce()) return
    cancelWait()
    if (isLicensed && shown !== 'app') open()
    else if (!isLicensed && shown === 'app') lose()
    else if (!isLicensed && shown === 'nothing') enterGate()
  }

  return {
    follow,
    /** The license is lost, and the app is saving. */
    isClosing: closing.isInProgress,
    /** The gate is what the user should see. */
    isAtGate: (): boolean => shown === 'gate' || (isGateEarly && closing.isInProgress()),
  }
}
