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

/** The files of which all pages are built. The versions of the libraries are in the lock file. */
const SHARED = [
  'packages/management/src',
  'packages/page-plugins.ts',
  'packages/react/src',
  'package-lock.json',
]

/** The pages that the service serves, and of what else they are built. Each is built into `dist`. */
const PAGES = [
  { name: 'console', inputs: ['packages/import-file/src'] },
  { name: 'customer-page', inputs: [] },
]

/** Builds the page of the console and that of customers, unless their builds are up to date. */
export function buildPagesWhenStale() {
  if (!hasService) return
  for (const page of PAGES) buildWhenStale(page)
}

/** @param {{ name: string, inputs: readonly string[] }} page */
function buildWhenStale({ name, inputs }) {
  const pageDir = join(rootDir, 'packages', name)
  if (!existsSync(pageDir)) return
  const stampPath = join(cacheDir, `${name}-built`)
  const indexPath = join(pageDir, 'dist', 'index.html')
  const own = ['src', 'index.html', 'vite.config.ts'].map((path) => join(pageDir, path))
  const state = stateOf([...own, ...[...SHARED, ...inputs].map((path) => join(rootDir, path))])
  const isBuilt = existsSync(indexPath) && existsSync(stampPath)
  if (isBuilt && readFileSync(stampPath, 'utf8') === state + stateOf([indexPath])) return
  log(`Building ${name} ...`)
  // Vitest sets another NODE_ENV, for which React is three times as large.
  const env = { ...toolsEnv(), NODE_ENV: 'production' }
  const newDir = join(pageDir, 'out', String(process.pid))
  const args = ['build', '--logLevel', 'warn', '--outDir', newDir]
  const { ok, output } = tryRun('vite', args, { cwd: pageDir, env })
  if (!ok) throw new SetupError(`The page ${name} could not be built:\n${output}`)
  moveToDist(newDir, join(pageDir, 'dist'))
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampPath, state + stateOf([indexPath]))
}

/**
 * Puts a build in its place at once: a service may be serving the one before, and another process
 * may be building the same.
 * @param {string} newDir @param {string} distDir
 */
function moveToDist(newDir, distDir) {
  const oldDir = `${newDir}-old`
  tryRename(distDir, oldDir)
  if (!tryRename(newDir, distDir) && !existsSync(join(distDir, 'index.html')))
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

if (isStarted(import.meta.url)) buildPagesWhenStale()
