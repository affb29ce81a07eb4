import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findElectron } from './electron.js'
import { cacheDir } from './places.js'
import { tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

/** @typedef {'plain' | 'as-user' | 'off'} SandboxMode */

/**
 * What to execute in the place of `electron`, on every machine the same way, with Chromium's sandbox on
 * wherever the machine allows it.
 * @returns {string} the path of an executable
 */
export function electronPath() {
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: node tools/set-up.js')
  const mode = sandboxMode(electron.distDir)
  return mode === 'plain' ? electron.binaryPath : writeLauncher(electron.binaryPath, mode)
}

/**
 * How Chromium's sandbox can be had here. Two kinds of Linux machine need more than starting Electron: root, whom
 * Electron refuses with its sandbox on, and systems that keep user namespaces from programs they do not know.
 * @param {string} distDir
 * @returns {SandboxMode}
 */
function sandboxMode(distDir) {
  if (process.platform !== 'linux') return 'plain'
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasSetuidHelper(distDir)) return 'plain'
  const canNamespace = tryRun('unshare', [...AS_USER, 'true']).ok
  if (canNamespace) return isRoot ? 'as-user' : 'plain'
  return 'off'
}

/** Inside, an ordinary user; outside still root, so that the files it writes belong to who started it. */
const AS_USER = ['--user', '--map-user=1000', '--map-group=1000', '--']

/** @param {string} distDir */
function hasSetuidHelper(distDir) {
  const helper = statSync(join(distDir, 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0
}

/**
 * A file and not a list of arguments, because Playwright and electron-vite take one path.
 * @param {string} binaryPath
 * @param {'as-user' | 'off'} mode
 */
function writeLauncher(binaryPath, mode) {
  const path = join(cacheDir, mode === 'as-user' ? 'electron-as-user' : 'electron-without-sandbox')
  const binary = `'${binaryPath.replaceAll("'", "'\\''")}'`
  const command =
    mode === 'as-user'
      ? // A graphics library looks the home up by the user's number, and would find another user's.
        `XDG_CACHE_HOME="\${XDG_CACHE_HOME:-$HOME/.cache}" exec unshare ${AS_USER.join(' ')} ${binary} "$@"`
      : // Not ELECTRON_DISABLE_SANDBOX: its helper processes would refuse root all the same.
        `exec ${binary} --no-sandbox "$@"`
  const text = `#!/bin/sh\n# Written by tools/set-up/launcher.js.\n${command}\n`
  if (mode === 'off') warnOnce()
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, 0o755)
  }
  return path
}

let hasWarned = false

function warnOnce() {
  if (hasWarned) return
  hasWarned = true
  log(
    "Warning: Chromium's sandbox is OFF, because this system lets this user have no user namespaces. Fit for development only. A container has them with --security-opt seccomp=unconfined, Ubuntu with: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  )
}
