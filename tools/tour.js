/**
 * Walks through the app as a user would: enters every demo key in a window of its own and prints a table of what
 * came of it; then takes a picture of everything that a window can show, light, dark and in the second language.
 * The pictures are under artifacts/tour/. Ends with exit code 1 when an outcome is not the one that the key is made
 * for. Without a display it opens a virtual one.
 * Usage: npm run tour [-- --docs]   (--docs: also renew the pictures of the guides, in docs/pictures/)
 */
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { nodePath, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { isStarted, runMain } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

/**
 * The app must be built. The tour itself is TypeScript, for the Node that set-up brings.
 * @param {string[]} [args]
 * @returns {Promise<number>} the exit code
 */
export async function runTour(args = []) {
  const script = join(rootDir, 'tools', 'tour', 'run.ts')
  return (await runToEnd(nodePath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: rootDir,
  }))
    ? 0
    : 1
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    await setUp()
    await buildWhenStale()
    return runTour(process.argv.slice(2))
  })
}
