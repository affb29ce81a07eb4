import { app } from 'electron'
import { type AppLockParts, createAppLock, type Screen } from './app-lock.ts'
import { type LicenseCore, watchSleep } from './compose-license.ts'
import type { LicenseStatus } from './license-status.ts'
import { systemSchedule } from './system-clock.ts'
import { exitWithError, printError } from './window/start-problem.ts'

/** The lock of the app, which follows its license. */
export function composeLock({ gate, send }: LicenseCore, screen: Screen) {
  const { isLicensed, mayOpenAtOnce, hasFeature } = gate
  const parts: AppLockParts = {
    ...screen,
    isLicensed,
    mayOpenAtOnce,
    after: systemSchedule.after,
    quit: () => app.quit(),
    onError: exitWithError,
    onLateError: printError,
  }
  const lock = createAppLock(parts)
  app.on('before-quit', lock.beforeQuit)
  const status: LicenseStatus = { isLicensed, hasFeature, isClosing: lock.isClosing }
  return {
    status,
    isAtGate: lock.isAtGate,
    /** Opens the product with a stored license, and checks its key. Call it once. */
    start(onChange: () => void): void {
      gate.subscribe((view) => {
        // SECURITY: first, because a listener may do anything.
        lock.follow()
        send('license', 'onChange', view)
        onChange()
      })
      gate.start()
      lock.follow()
      watchSleep((seconds) => gate.resumed(seconds))
    },
  }
}
