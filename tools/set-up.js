/**
 * Makes a fresh clone ready: packages, an Electron runtime, and on Linux the system's libraries and a display.
 * What is there already is left alone, so that a second run costs next to nothing. Plain JavaScript for Node 20
 * without dependencies, because it runs before anything is installed.
 * Usage: node tools/set-up.js [--retry]   (--retry: ask again for a download that failed before)
 */
import { ensureElectron } from './set-up/electron.js'
import { ensureLinux } from './set-up/linux.js'
import { installPackages } from './set-up/packages.js'
import { isStarted, log, runMain } from './set-up/setup-error.js'

/**
 * @param {{ retry?: boolean }} [options]
 * @throws {import('./set-up/setup-error.js').SetupError} when something is missing that it cannot put there
 */
export async function setUp({ retry = false } = {}) {
  await installPackages()
  ensureElectron({ retry })
  ensureLinux()
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    await setUp({ retry: process.argv.includes('--retry') })
    log('Everything is here. Run: npm start')
  })
}
