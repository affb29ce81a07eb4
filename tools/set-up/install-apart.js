import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './places.js'
import { tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

/**
 * Installs a package beside the other dependencies, at its first use.
 * @param {string} name
 * @param {string} version
 * @param {string} main the path of its module, in the package
 * @returns {string} the path of its module
 */
function installApart(name, version, main) {
  const dir = join(cacheDir, `${name}-${version}`)
  const modulePath = join(dir, 'node_modules', name, main)
  if (existsSync(modulePath)) return modulePath
  log(`Installing ${name} ...`)
  const args = ['install', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund']
  const { ok, output } = tryRun('npm', [...args, `${name}@${version}`])
  if (!ok) throw new SetupError(`${name} could not be installed:\n${output}`)
  return modulePath
}

/**
 * Installs Lighthouse for a long test. It brings dozens of packages, and an older version of one
 * that the service has.
 */
export const ensureLighthouse = () => installApart('lighthouse', '13.5.0', join('core', 'index.js'))

/** Installs Express for a benchmark. */
export const ensureExpress = () => installApart('express', '5.3.0', 'index.js')
