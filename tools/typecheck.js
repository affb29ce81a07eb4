/** Checks all types, or only those of the app if the license service was deleted from this copy. */
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { isStarted } from './set-up/setup-error.js'

/** @returns {Promise<boolean>} */
export async function checkTypes() {
  const isAppRight = await runToEnd('tsc', [], { cwd: rootDir })
  return (!hasService || (await runToEnd('tsc', ['-p', 'tools'], { cwd: rootDir }))) && isAppRight
}

if (isStarted(import.meta.url)) process.exitCode = (await checkTypes()) ? 0 : 1
