import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installSystemPackages } from './linux.js'
import { SetupError } from './setup-error.js'

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']

/** @returns {string | undefined} the path of an installed Chrome, Chromium or Edge */
function findBrowser() {
  const dirs = {
    linux: (process.env['PATH'] ?? '').split(':'),
    win32: [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LOCALAPPDATA']],
  }
  const candidates =
    process.platform === 'darwin'
      ? MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
      : process.platform === 'win32'
        ? WINDOWS_PROGRAMS.flatMap((program) => dirs.win32.map((dir) => join(dir ?? '', program)))
        : LINUX_NAMES.flatMap((name) => dirs.linux.map((dir) => join(dir, name)))
  return candidates.find((path) => existsSync(path))
}

/**
 * Installs Chromium as root on Debian and Ubuntu, if there is no browser. Otherwise throws an error
 * with the command to run.
 * @returns {string} the path of its executable
 */
export function ensureBrowser() {
  const present = findBrowser()
  if (present !== undefined) return present
  const need = 'The tests of the console need Chrome, Chromium or Edge, and none is installed'
  installSystemPackages(need, () => ['chromium'])
  const installed = findBrowser()
  if (installed === undefined) throw new SetupError(`${need}.`)
  return installed
}
