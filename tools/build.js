import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { log, SetupError } from './set-up/setup-error.js'

/** Files and folders that determine the build in `out/`. */
const INPUTS = [
  'src',
  'packages/client',
  'packages/electron',
  'packages/protocol',
  'packages/react',
  'resources',
  'app.json',
  'electron.vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
]

const stampPath = join(cacheDir, 'built')
const entryPath = join(rootDir, 'out', 'main', 'index.cjs')

/** Builds the app into `out/`, unless the build is up to date. */
export async function buildWhenStale() {
  const inputs = stateOfInputs()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === inputs + stateOfOutput()) return
  log('Building the app ...')
  // Prints only warnings, such as of what a page may not do.
  if (!(await runToEnd('electron-vite', ['build', '--logLevel', 'warn'], { cwd: rootDir }))) {
    throw new SetupError('The app could not be built. The reason is printed above.')
  }
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampPath, inputs + stateOfOutput())
}

/** Detects output that another program has written to `out/`, such as a development server. */
function stateOfOutput() {
  const entry = statSync(entryPath, { throwIfNoEntry: false })
  return entry === undefined ? ' nothing' : ` ${entry.size} ${entry.mtimeMs}`
}

/** Hashes name, size and time of all input files, and the LATCHKEY_ variables. */
function stateOfInputs() {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    for (const path of filesBelow(join(rootDir, input))) {
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path}\0${size}\0${mtimeMs}\n`)
    }
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('LATCHKEY_')) hash.update(`${name}\0${value}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => (name === 'node_modules' ? [] : filesBelow(join(path, name))))
}
