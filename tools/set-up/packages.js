import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulesDir, nodePath, rootDir } from './places.js'
import { runToEnd, tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

const lockPath = join(rootDir, 'package-lock.json')

/** Inside `node_modules`, so that it goes when they go. Holds the hash of the lock file they came from. */
const stampPath = join(modulesDir, '.latchkey-lock')

const OLDEST_NODE = 20

/** Installs the packages of the lock file, unless they are there. */
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
  // npm would first report that some packages want a newer Node than the one it runs on. They get it: Node 24
  // is among the packages. So its talk is kept for the case that it fails.
  const done = await runToEnd('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: rootDir,
    env: process.env,
    quiet: true,
  })
  if (!done) {
    throw new SetupError(
      'The packages could not be installed: npm says why above. Check the connection to the npm registry (`npm ping`), then run this again.',
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
  // Installed by hand: npm writes its own record of what it installed last of all.
  const recordPath = join(modulesDir, '.package-lock.json')
  return existsSync(recordPath) && statSync(recordPath).mtimeMs >= statSync(lockPath).mtimeMs
}
