/**
 * Builds the app for release and packs it: an unpacked folder and every installer that this platform can build.
 * Refuses demo settings and a template's name. `npm run release:check` judges what comes of it.
 * Usage: npm run package [-- --targets dir,tar.gz] [--every] [--output FOLDER]
 *   --targets  what to build; all of this platform's, unless told otherwise
 *   --every    fail when one of them cannot be built, as a release workflow wants it
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, Platform } from 'electron-builder'
import { APP_ID, builderConfig, STAGED_APP_DIR } from '../../electron-builder.config.ts'
import manifest from '../../package.json' with { type: 'json' }
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { type ElectronRuntime, findElectron } from '../set-up/electron.js'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { toolsEnv, tryRun } from '../set-up/run.js'
import { log, runMain, SetupError } from '../set-up/setup-error.js'
import { bakedSettings } from './baked-settings.ts'
import { BUILD_ERROR_FILE, findPackage } from './package-layout.ts'
import { releaseProblems } from './release-problems.ts'
import { findSevenZip } from './seven-zip.ts'
import { notesOf, writeFeeds } from './update-feed.ts'

const PLATFORMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const

const options = {
  targets: { type: 'string' },
  every: { type: 'boolean', default: false },
  output: { type: 'string', default: 'dist' },
} as const

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  refuseWhatIsNoRelease()
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: npm run set-up')
  if (electron.kind === 'vendored') {
    log(
      `\n*** NOT FOR RELEASE: this package is built from Electron ${electron.version}, which stands in for the official\n*** ${pinnedElectron()} on this machine. release:check refuses it, unless told: --runtime development\n`,
    )
  }
  const stagedDir = join(rootDir, STAGED_APP_DIR)
  const outputDir = resolve(rootDir, values.output)
  // First, so that a build that fails leaves no package of an earlier one to be released.
  await removePackages(outputDir)
  await buildApp(stagedDir, outputDir)
  const targets = values.targets?.split(',') ?? platformTargets()
  return packAll({ electron, outputDir, targets, isEveryNeeded: values.every })
}

function refuseWhatIsNoRelease(): void {
  const settings = bakedSettings()
  const problems = releaseProblems(settings, { appId: APP_ID, productName: manifest.productName })
  if (problems.length === 0) return
  throw new SetupError(
    `This cannot be released:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nSet the app up with: npm run init`,
  )
}

const pinnedElectron = (): string => manifest.devDependencies.electron.replace(/^\D+/, '')

async function buildApp(stagedDir: string, outputDir: string): Promise<void> {
  log('Building the app for release ...')
  await rm(stagedDir, { recursive: true, force: true })
  for (const dir of [stagedDir, outputDir]) await mkdir(dir, { recursive: true })
  // Bytecode is made by the Electron that will run it, and Electron wants a display.
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  try {
    const outDir = join(stagedDir, 'out')
    const built = tryRun('electron-vite', ['build', '--logLevel', 'warn', '--outDir', outDir], {
      cwd: rootDir,
      env: { ...toolsEnv(), RELEASE_BUILD: '1', ELECTRON_EXEC_PATH: electronPath() },
    })
    if (!built.ok) {
      process.stderr.write(built.output)
      await writeFile(join(outputDir, BUILD_ERROR_FILE), built.output)
      throw new SetupError('The app could not be built: the reason stands above.')
    }
  } finally {
    await display?.close()
  }
  const { name, productName, version, description, author, homepage, main } = manifest
  // On Linux the desktop finds a window's icon by it.
  const desktopName = `${name}.desktop`
  const staged = { name, productName, desktopName, version, description, author, homepage, main }
  await writeFile(join(stagedDir, 'package.json'), `${JSON.stringify(staged, null, 2)}\n`)
}

function platformTargets(): string[] {
  const { win, mac, linux } = builderConfig()
  const { target } = (process.platform === 'win32' ? win : process.platform === 'darwin' ? mac : linux) ?? {}
  return [target ?? []].flat().map(String)
}

interface Packing {
  readonly electron: ElectronRuntime
  readonly outputDir: string
  readonly targets: readonly string[]
  readonly isEveryNeeded: boolean
}

/** The folder first; out of it every installer, one by one, so that a tool that cannot be fetched costs its own alone. */
async function packAll({ electron, outputDir, targets, isEveryNeeded }: Packing): Promise<number> {
  const platform = PLATFORMS[process.platform as keyof typeof PLATFORMS]
  if (platform === undefined) throw new SetupError(`No package is made on ${process.platform}.`)
  const sevenZip = findSevenZip()
  if (sevenZip !== undefined) process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= sevenZip
  // The highest level takes minutes on a small machine, for one per cent.
  process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] ??= '5'
  const pack = (target: string, prepackaged?: string): Promise<string[]> =>
    build({
      projectDir: rootDir,
      targets: platform.createTarget(target),
      publish: 'never',
      ...(prepackaged !== undefined && { prepackaged }),
      config: {
        ...builderConfig(),
        directories: { app: STAGED_APP_DIR, buildResources: 'resources', output: outputDir },
        electronVersion: electron.version,
        // The distribution that set-up fetched and checked, so that packing works without a network.
        electronDist: electron.distDir,
      },
    })

  log('Packing ...')
  await pack('dir')
  const unpacked = await findPackage(outputDir, manifest)
  if (unpacked === undefined) throw new Error('electron-builder left no unpacked app.')
  log(`Unpacked: ${relative(rootDir, unpacked.dir)}`)

  let failures = 0
  for (const target of targets.filter((name) => name !== 'dir')) {
    log(`Packing: ${target} ...`)
    try {
      for (const file of await pack(target, unpacked.appPath)) await report(file)
    } catch (error) {
      failures += 1
      log(`Not built: ${target} (${reasonOf(error)})`)
    }
  }
  if (bakedSettings().LATCHKEY_UPDATE_URL) {
    const changelog = await readFile(join(rootDir, 'CHANGELOG.md'), 'utf8').catch(() => '')
    const { version } = manifest
    for (const name of await writeFeeds(outputDir, { version, notes: notesOf(changelog, version) })) {
      await report(join(outputDir, name))
    }
  }
  return failures > 0 && isEveryNeeded ? 1 : 0
}

/** What an earlier run left: an old installer beside a new one would be published with it. */
async function removePackages(outputDir: string): Promise<void> {
  await rm(join(outputDir, BUILD_ERROR_FILE), { force: true })
  const entries = await readdir(outputDir).catch(() => [])
  for (const entry of entries.filter((name) => join(outputDir, name) !== join(rootDir, STAGED_APP_DIR))) {
    if (/-unpacked$|^mac|\.(AppImage|deb|gz|exe|dmg|zip|blockmap|ya?ml)$/.test(entry)) {
      await rm(join(outputDir, entry), { recursive: true, force: true })
    }
  }
}

async function report(path: string): Promise<void> {
  const { size } = await stat(path)
  process.stdout.write(`${relative(rootDir, path)}  ${(size / 1e6).toFixed(1)} MB\n`)
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''

await runMain(main)
