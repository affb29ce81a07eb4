/**
 * Installs what some tests need. Each test can do the same for itself, but apt takes a third of the
 * time if it installs everything at once.
 * Usage: node tools/set-up/test-tools.js
 */
import { findBrowser } from './browser.js'
import { installSystemPackages, isOnPath, packageName } from './linux.js'
import { isStarted, runMain, SetupError } from './setup-error.js'

/** Programs, and their packages on Debian and Ubuntu. The second name is that of Ubuntu. */
const PACKAGES = {
  // This program simulates key presses: Playwright cannot control packaged apps.
  xdotool: ['xdotool'],
  scrot: ['scrot'],
  // These programs create a TLS certificate that the system trusts.
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
    // The other programs are for tests that run only on Linux.
    ensureTestTools(process.platform === 'linux' ? PROGRAMS : [BROWSER])
  })
}
