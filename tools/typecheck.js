/** Checks all types, or only those of the app if the license service was deleted from this copy. */
import { join } from 'node:path'
import { hasService } from './service-tests.js'
import { nodePath, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { isStarted } from './set-up/setup-error.js'

/** Each of the four checkers of the default repeats much of the work of the others. */
export const ONE_CHECKER = ['--checkers', '1']

const GENERATOR = join(rootDir, 'packages', 'service', 'src', 'testing', 'generate-client-types.ts')

/** @returns {Promise<boolean>} */
export async function checkTypes() {
  const isAppRight = await check()
  if (!hasService) return isAppRight
  const isGenerated = await runToEnd(nodePath, [GENERATOR], { cwd: rootDir })
  return (await check('-p', 'tools')) && isGenerated && isAppRight
}

/** @param {string[]} args */
const check = (...args) => runToEnd('tsc', [...ONE_CHECKER, ...args], { cwd: rootDir })

if (isStarted(import.meta.url)) process.exitCode = (await checkTypes()) ? 0 : 1
