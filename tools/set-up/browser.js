import { existsSync } from 'node:fs'
import { join } from 'node:path'

const LINUX_NAMES = [
  // This browser has no windows, so tests take a third less processor time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']

/** @returns {string | undefined} the path of an installed Chrome, Chromium or Edge */
export function findBrowser() {
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
