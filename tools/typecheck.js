/** Checks all types, or only those of the app if the license service was deleted from this copy. */
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { isStarted } from './set-up/setup-error.js'

/** Each of the four checkers of the default repeats much of the work of the others. */
export const ONE_CHECKER = ['--checkers', '1']

/** @returns {Promise<boolean>} */
export async function checkTypes() {
  const isAppRight = await check()
  return (!hasService || (await check('-p', 'tools'))) && isAppRight
}

/** @param {string[]} args */
const check = (...args) => runToEnd('tsc', [...ONE_CHECKER, ...args], { cwd: rootDir })

if (isStarted(import.meta.url)) process.exitCode = (await checkTypes()) ? 0 : 1
