/** How long the app may take to save and close its windows after its license was lost. */
export const CLOSING_LIMIT_MS = 10_000
/**
 * How long no window may be visible at the start, until it is known whether a stored license opens
 * the app. Recognising the device can take a second on a busy Windows.
 */
export const FIRST_WINDOW_LIMIT_MS = 2_000

export interface AppLockParts {
  readonly isLicensed: () => boolean
  /** A stored license is being loaded, and may open the app. */
  readonly mayOpenAtOnce: () => boolean
  /** Opens the app. Resolves when one of its windows is visible. */
  readonly openApp: () => Promise<void>
  /** Lets the app save and close its windows. Resolves when there is none. */
  readonly closeApp: () => Promise<void>
  /** Creates the gate's window, which stays hidden. Without any window, the app would quit. */
  readonly prepareGate: () => void
  readonly showGate: () => void
  readonly closeGate: () => void
  /** Calls `callback` once after the delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
  /** Receives an error of the app's own `open` or `close`. */
  readonly onError: (error: unknown) => void
}

/**
 * Opens the app while licensed, and the gate otherwise. One step runs at a time, and each leaves a
 * window of the app or of the gate: an app that quits without windows does not quit in between.
 */
export function createAppLock(parts: AppLockParts) {
  let shown: 'nothing' | 'gate' | 'app' = 'nothing'
  let isRunning = false
  let isClosing = false
  let mayWait = true
  const cancelWait = parts.after(FIRST_WINDOW_LIMIT_MS, () => {
    mayWait = false
    follow()
  })

  function wanted(): typeof shown {
    if (parts.isLicensed()) return 'app'
    return shown === 'nothing' && mayWait && parts.mayOpenAtOnce() ? 'nothing' : 'gate'
  }

  async function step(): Promise<void> {
    cancelWait()
    if (shown !== 'app' && parts.isLicensed()) {
      shown = 'app'
      await parts.openApp()
      parts.closeGate()
      return
    }
    if (shown === 'app') {
      parts.prepareGate()
      isClosing = true
      try {
        await parts.closeApp()
      } finally {
        isClosing = false
      }
    }
    shown = 'gate'
    // The license may be back already.
    if (!parts.isLicensed()) parts.showGate()
  }

  async function run(): Promise<void> {
    try {
      while (shown !== wanted()) await step()
    } finally {
      isRunning = false
    }
  }

  /** Call it after every change of the license. */
  function follow(): void {
    if (isRunning) return
    isRunning = true
    run().catch(parts.onError)
  }

  return {
    follow,
    /** The license is lost, and the app is saving. */
    isClosing: (): boolean => isClosing,
    /** The gate is what the user should see. */
    isAtGate: (): boolean => shown === 'gate',
  }
}
