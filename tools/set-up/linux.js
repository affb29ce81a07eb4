import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findElectron } from './electron.js'
import { tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

/** Packages that Electron needs on Debian and Ubuntu. The second name is that of newer releases. */
const PACKAGES = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libxss1'],
  ['libnotify4'],
]
const DISPLAY_PACKAGES = [['xvfb'], ['xauth']]

const INSTALL_LIMIT_MS = 15 * 60_000
/**
 * The time to wait for another apt, such as that of `npm test`, which installs programs for tests.
 */
const WAIT_SECONDS = 5 * 60

/**
 * Installs missing system libraries and Xvfb as root on Debian and Ubuntu. Otherwise throws an
 * error with the command to run.
 */
export function ensureLinux() {
  if (process.platform !== 'linux') return
  const libraries = missingLibraries()
  const hasDisplay = process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  const needsDisplay = !hasDisplay && !isOnPath('Xvfb')
  if (libraries.length === 0 && !needsDisplay) return

  const missing = [...libraries, ...(needsDisplay ? ['a display, or Xvfb for a virtual one'] : [])].join(', ')
  const names = () => [...PACKAGES, ...(needsDisplay ? DISPLAY_PACKAGES : [])].map(packageName)
  installSystemPackages(`Electron needs ${missing}, which is not installed`, names)
  if (missingLibraries().length > 0 || (needsDisplay && !isOnPath('Xvfb'))) {
    throw new SetupError(`Electron needs more than was installed: ${missingLibraries().join(', ')}.`)
  }
}

/**
 * Installs packages as root on Debian and Ubuntu. Otherwise throws an error with the command to run.
 * @param {string} need what is missing, for messages
 * @param {() => readonly string[]} names of the packages; called when apt knows its packages
 */
export function installSystemPackages(need, names) {
  if (!isOnPath('apt-get')) {
    throw new SetupError(`${need}. Install it with the system's package manager, then run this again.`)
  }
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    log(`${need}. Installing it with apt-get ...`)
    apt(['update'])
  }
  const packages = names()
  const installed = isRoot ? apt(['install', '-y', '--no-install-recommends', ...packages]) : undefined
  if (installed?.ok) return
  if (installed !== undefined) log(installed.output)
  const command = `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
  throw new SetupError(`${need}. Run: ${command}`)
}

/** @returns {string[]} shared libraries of Electron that the loader does not find */
function missingLibraries() {
  const electron = findElectron()
  if (electron === undefined) return []
  return notFoundIn(tryRun('ldd', [electron.binaryPath]).stdout)
}

/** @param {string} report of `ldd` @returns {string[]} */
export const notFoundIn = (report) =>
  [...report.matchAll(/^\s*(\S+) => not found$/gm)].map(([, library]) => library ?? '')

/** @param {string[]} args */
const apt = (args) =>
  tryRun('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${WAIT_SECONDS}`, ...args], {
    limitMs: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * @param {string[]} names of one package in different releases
 * @returns {string} the one of this release
 */
export const packageName = (names) => names.find((name) => hasCandidate(name)) ?? names[0] ?? ''

/** @param {string} name */
function hasCandidate(name) {
  const candidate = /Candidate: (\S+)/.exec(tryRun('apt-cache', ['policy', name]).stdout)?.[1]
  return candidate !== undefined && candidate !== '(none)'
}

/** @param {string} program */
export const isOnPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).some((dir) => dir !== '' && existsSync(join(dir, program)))
