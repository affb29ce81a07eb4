import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { log, SetupError } from './set-up/setup-error.js'

/** Everything that the app in `out/` is made of. */
const INPUTS = [
  'src',
  'packages/client',
  'packages/electron',
  'packages/protocol',
  'packages/react',
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

/** Builds the app into `out/`, unless it is there and nothing that it is made of has changed. */
export async function buildWhenStale() {
  const inputs = stateOfInputs()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === inputs + stateOfOutput()) return
  log('Building the app ...')
  if (!(await runToEnd('electron-vite', ['build', '--logLevel', 'warn'], { cwd: rootDir, quiet: true }))) {
    throw new SetupError('The app could not be built: the reason stands above.')
  }
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampPath, inputs + stateOfOutput())
}

/** Tells this build from one that someone else left in its place, such as a development server. */
function stateOfOutput() {
  const entry = statSync(entryPath, { throwIfNoEntry: false })
  return entry === undefined ? ' nothing' : ` ${entry.size} ${entry.mtimeMs}`
}

/** A change of a file's name, size or time changes it, and so does a licensing setting that a build bakes in. */
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
