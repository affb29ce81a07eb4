/**
 * Builds the app for release, and packs an unpacked folder and all installers of this platform.
 * Refuses demo settings and the template's name. Run `npm run release:check` on the result.
 * Usage: npm run package [-- --targets dir,tar.gz] [--every] [--output FOLDER]
 *   --targets  what to build; default: all targets of this platform
 *   --every    exit with code 1 if any target cannot be built, for release workflows
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, Platform } from 'electron-builder'
import app from '../../app.json' with { type: 'json' }
import { builderConfig, STAGED_APP_DIR } from '../../electron-builder.config.ts'
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
  refuseInvalidRelease()
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: npm run set-up')
  if (electron.kind === 'vendored') {
    log(
      `\n*** NOT FOR RELEASE: this package contains Electron ${electron.version} and not the official ${pinnedElectron()}.\n*** release:check refuses it without --runtime development\n`,
    )
  }
  const stagedDir = join(rootDir, STAGED_APP_DIR)
  const outputDir = resolve(rootDir, values.output)
  // Removed first, so that after a failed build there is no old package to release by mistake.
  await removePackages(outputDir)
  await buildApp(stagedDir, outputDir)
  const targets = values.targets?.split(',') ?? platformTargets()
  return packAll({ electron, outputDir, targets, isEveryNeeded: values.every })
}

function refuseInvalidRelease(): void {
  const settings = bakedSettings()
  const problems = releaseProblems(settings, { appId: app.appId, productName: manifest.productName })
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
  // electron-vite compiles bytecode with the same Electron, which needs a display.
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
      throw new SetupError('The app could not be built. The reason is printed above.')
    }
  } finally {
    await display?.close()
  }
  const { name, productName, version, description, author, homepage, main } = manifest
  // Linux desktops find the window's icon by this name.
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

/**
 * Packs the folder, then each installer from it. One by one, so that a tool that cannot be
 * downloaded affects only its own installer.
 */
async function packAll({ electron, outputDir, targets, isEveryNeeded }: Packing): Promise<number> {
  const platform = PLATFORMS[process.platform as keyof typeof PLATFORMS]
  if (platform === undefined) throw new SetupError(`Packaging is not supported on ${process.platform}.`)
  const sevenZip = findSevenZip()
  if (sevenZip !== undefined) process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= sevenZip
  // The highest level takes minutes more on a small machine and saves only one per cent.
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
        // The distribution from set-up, so that packing works offline.
        electronDist: electron.distDir,
      },
    })

  log('Packing ...')
  await pack('dir')
  const unpacked = await findPackage(outputDir, manifest)
  if (unpacked === undefined) throw new Error('electron-builder did not create an unpacked app.')
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

/** Removes the packages of earlier runs. An old installer would be published with the new ones. */
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
