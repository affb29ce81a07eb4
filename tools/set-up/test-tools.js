/**
 * Installs what some tests need. Each test does the same for itself; at once it takes apt a third of
 * the time.
 * Usage: node tools/set-up/test-tools.js
 */
import { findBrowser } from './browser.js'
import { installSystemPackages, isOnPath, packageName } from './linux.js'
import { isStarted, runMain, SetupError } from './setup-error.js'

/** Programs, and their packages on Debian and Ubuntu. The second name is that of Ubuntu. */
const PACKAGES = {
  // Simulates key presses: Playwright cannot control packaged apps.
  xdotool: ['xdotool'],
  scrot: ['scrot'],
  // Create a TLS certificate that the system trusts.
  openssl: ['openssl'],
  certutil: ['libnss3-tools'],
  'Chrome, Chromium or Edge': ['chromium-headless-shell', 'chromium'],
}
/** @typedef {keyof typeof PACKAGES} Program */

const PROGRAMS = /** @type {Program[]} */ (Object.keys(PACKAGES))
/** @type {Program} */
const BROWSER = 'Chrome, Chromium or Edge'

/** @param {Program} program */
const isThere = (program) => (program === BROWSER ? findBrowser() !== undefined : isOnPath(program))

/**
 * Installs missing programs as root. Otherwise throws an error with the command to run.
 * @param {readonly Program[]} programs
 */
export function ensureTestTools(programs) {
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return
  const names = () => missing.map((program) => packageName(PACKAGES[program]))
  installSystemPackages(`Some tests need ${missing.join(' and ')}, which is not installed`, names)
}

/**
 * Installs Chromium as root on Debian and Ubuntu, if there is no browser. Otherwise throws an error
 * with the command to run.
 * @returns {string} the path of its executable
 */
export function ensureBrowser() {
  ensureTestTools([BROWSER])
  const path = findBrowser()
  if (path === undefined) throw new SetupError(`${BROWSER} was installed, and is not found.`)
  return path
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    // The tests that need the others run on Linux alone.
    ensureTestTools(process.platform === 'linux' ? PROGRAMS : [BROWSER])
  })
}
