/** Checks all types, or those of the app if the license service was deleted from this copy. */
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { isStarted } from './set-up/setup-error.js'

/** @returns {Promise<boolean>} */
export function checkTypes() {
  return runToEnd('tsc', hasService ? ['-p', 'tools'] : [], { cwd: rootDir })
}

if (isStarted(import.meta.url)) process.exitCode = (await checkTypes()) ? 0 : 1
