import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { hasService } from './service-tests.js'
import { cacheDir, rootDir } from './set-up/places.js'
import { toolsEnv, tryRun } from './set-up/run.js'
import { isStarted, log, SetupError } from './set-up/setup-error.js'

const consoleDir = join(rootDir, 'packages', 'console')
const distDir = join(consoleDir, 'dist')
const pagePath = join(distDir, 'index.html')
const stampPath = join(cacheDir, 'console-built')

/** The files of which the page is built. The versions of the libraries are in the lock file. */
const INPUTS = [
  'packages/console/src',
  'packages/console/index.html',
  'packages/console/vite.config.ts',
  'packages/import-file/src',
  'packages/management/src',
  'packages/react/src',
  'package-lock.json',
]

/** Builds the page of the console into `packages/console/dist`, unless the build is up to date. */
export function buildConsoleWhenStale() {
  if (!hasService || !existsSync(consoleDir)) return
  const inputs = stateOf(INPUTS.map((input) => join(rootDir, input)))
  const isBuilt = existsSync(pagePath) && existsSync(stampPath)
  if (isBuilt && readFileSync(stampPath, 'utf8') === inputs + stateOf([pagePath])) return
  log('Building the console ...')
  // Vitest sets another NODE_ENV, for which React is three times as large.
  const env = { ...toolsEnv(), NODE_ENV: 'production' }
  const newDir = join(consoleDir, 'out', String(process.pid))
  const args = ['build', '--logLevel', 'warn', '--outDir', newDir]
  const { ok, output } = tryRun('vite', args, { cwd: consoleDir, env })
  if (!ok) throw new SetupError(`The console could not be built:\n${output}`)
  moveToDist(newDir)
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampPath, inputs + stateOf([pagePath]))
}

/**
 * Puts a build in its place at once: a service may be serving the one before, and another process
 * may be building the same.
 * @param {string} newDir
 */
function moveToDist(newDir) {
  const oldDir = `${newDir}-old`
  tryRename(distDir, oldDir)
  if (!tryRename(newDir, distDir) && !existsSync(pagePath))
    throw new SetupError(`${newDir} could not be renamed to ${distDir}.`)
  for (const dir of [newDir, oldDir]) rmSync(dir, { recursive: true, force: true })
}

/** @param {string} from @param {string} to @returns {boolean} false if another process was first */
function tryRename(from, to) {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a hash that changes with the name, the size or the time of any file.
 * @param {readonly string[]} paths
 */
function stateOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [path]

if (isStarted(import.meta.url)) buildConsoleWhenStale()
