import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './places.js'
import { tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

const VERSION = '13.5.0'
const dir = join(cacheDir, `lighthouse-${VERSION}`)
const modulePath = join(dir, 'node_modules', 'lighthouse', 'core', 'index.js')

/**
 * Installs Lighthouse beside the other dependencies: it brings dozens of packages, and wants an
 * older version of one that the service uses. Only a long test needs it.
 * @returns {string} the path of its module
 */
export function ensureLighthouse() {
  if (existsSync(modulePath)) return modulePath
  log('Installing Lighthouse ...')
  const args = ['install', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund']
  const { ok, output } = tryRun('npm', [...args, `lighthouse@${VERSION}`])
  if (!ok) throw new SetupError(`Lighthouse could not be installed:\n${output}`)
  return modulePath
}
