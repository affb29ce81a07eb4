import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulesDir, nodePath, rootDir } from './places.js'
import { runToEnd, tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

const lockPath = join(rootDir, 'package-lock.json')

/** The hash of the installed lock file. `npm ci` deletes it with the packages. */
const stampPath = join(modulesDir, '.latchkey-lock')

const OLDEST_NODE = 20

/** Installs the packages of the lock file, unless they are installed. */
export async function installPackages() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) {
    throw new SetupError(
      `Latchkey needs Node ${OLDEST_NODE} or newer to set itself up, and this is Node ${process.versions.node}. Install a newer one from nodejs.org, then run this again.`,
    )
  }
  const lockHash = createHash('sha256').update(readFileSync(lockPath)).digest('hex')
  if (isInstalled(lockHash)) return

  log('Installing packages (npm ci) ...')
  // The output is hidden, because npm warns about packages that need a newer Node. The packages
  // contain Node 24.
  const done = await runToEnd('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: rootDir,
    env: process.env,
    quiet: true,
  })
  if (!done) {
    throw new SetupError(
      'The packages could not be installed. The reason is printed above. Check the connection to the npm registry (`npm ping`), then run this again.',
    )
  }
  if (!tryRun(nodePath, ['--version']).ok) {
    throw new SetupError(
      `Node 24 came with the packages but does not run on this machine (${process.platform}, ${process.arch}). Install Node 24 or newer from nodejs.org, delete node_modules, then run this again.`,
    )
  }
  writeFileSync(stampPath, lockHash)
}

/** @param {string} lockHash */
function isInstalled(lockHash) {
  if (!existsSync(nodePath)) return false
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === lockHash) return true
  // After a manual `npm ci` there is no stamp. npm writes this file last.
  const recordPath = join(modulesDir, '.package-lock.json')
  return existsSync(recordPath) && statSync(recordPath).mtimeMs >= statSync(lockPath).mtimeMs
}
