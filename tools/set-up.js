/**
 * Sets up a fresh clone: installs the packages, Electron, and on Linux system libraries and a
 * virtual display. Skips what is installed already. Plain JavaScript for Node 20 without
 * dependencies, because it runs before the packages are installed.
 * Usage: node tools/set-up.js [--retry]   (--retry: repeat a download that failed before)
 */
import { ensureElectron } from './set-up/electron.js'
import { ensureLinux } from './set-up/linux.js'
import { installPackages } from './set-up/packages.js'
import { isStarted, log, runMain } from './set-up/setup-error.js'

/**
 * @param {{ retry?: boolean }} [options]
 * @throws {import('./set-up/setup-error.js').SetupError} if something cannot be installed
 */
export async function setUp({ retry = false } = {}) {
  await installPackages()
  ensureElectron({ retry })
  ensureLinux()
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    await setUp({ retry: process.argv.includes('--retry') })
    log('Set-up is complete. Run: npm start')
  })
}
