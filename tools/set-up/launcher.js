import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findElectron } from './electron.js'
import { cacheDir } from './places.js'
import { tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

/**
 * Returns the executable to run instead of `electron`. It enables Chromium's sandbox wherever the
 * system allows it.
 * @returns {string} the path of an executable
 */
export function electronPath() {
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: node tools/set-up.js')
  const mode = sandboxMode(electron.distDir)
  return mode === 'plain' ? electron.binaryPath : writeLauncher(electron.binaryPath, mode)
}

/**
 * Determines how to start Electron with a sandbox. Two cases need more than starting it on Linux:
 * Electron refuses to run as root with its sandbox, and some systems restrict user namespaces.
 * @param {string} distDir
 * @returns {'plain' | 'as-user' | 'off'}
 */
function sandboxMode(distDir) {
  if (process.platform !== 'linux') return 'plain'
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasSetuidHelper(distDir)) return 'plain'
  const canNamespace = tryRun('unshare', [...AS_USER, 'true']).ok
  if (canNamespace) return isRoot ? 'as-user' : 'plain'
  return 'off'
}

/** An ordinary user inside the namespace; outside it is root, which owns the files. */
const AS_USER = ['--user', '--map-user=1000', '--map-group=1000', '--']

/** @param {string} distDir */
function hasSetuidHelper(distDir) {
  const helper = statSync(join(distDir, 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0
}

/**
 * Writes a shell script, because Playwright and electron-vite take only the path of an executable.
 * @param {string} binaryPath
 * @param {'as-user' | 'off'} mode
 */
function writeLauncher(binaryPath, mode) {
  const path = join(cacheDir, mode === 'as-user' ? 'electron-as-user' : 'electron-without-sandbox')
  const binary = `'${binaryPath.replaceAll("'", "'\\''")}'`
  const command =
    mode === 'as-user'
      ? // A graphics library finds the home folder by the user ID, which is another user's here.
        `XDG_CACHE_HOME="\${XDG_CACHE_HOME:-$HOME/.cache}" exec unshare ${AS_USER.join(' ')} ${binary} "$@"`
      : // ELECTRON_DISABLE_SANDBOX is not enough: the helper processes would still refuse root.
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
    "Warning: Chromium's sandbox is OFF, because this system does not allow user namespaces. For development only. To allow them in a container: --security-opt seccomp=unconfined. On Ubuntu: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  )
}
