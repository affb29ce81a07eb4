import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join, relative, resolve } from 'node:path'
import { RELEASE_PACKAGE_FILE } from '@latchkey/protocol'
import { NOTICE_FILE } from './brand.ts'
import { STAGED_APP_DIR } from './builder-config.ts'
import { checkSettings } from './check-settings.ts'
import { BUILD_ERROR_FILE, findPackage } from './package-layout.ts'
import { CommandError, electronOf, log, type Project, readBuilderConfig, runTool } from './project.ts'
import { coveredSince, writeReleasePackage } from './release-package.ts'
import { writeProjectFeeds } from './update-feed.ts'

export interface PackageOptions {
  readonly targets?: string
  readonly every: boolean
  readonly output: string
}

/** Builds the app for release, then packs a folder and the installers of this platform. */
export async function packageApp(project: Project, options: PackageOptions): Promise<void> {
  const problems = checkSettings(project)
  if (problems.length > 0) {
    const list = problems.map((problem) => `- ${problem}`).join('\n')
    throw new CommandError(`This cannot be released:\n${list}\nSet the app up with: npm run init`)
  }
  const { version } = electronOf(project)
  if (version !== project.pinnedElectron) {
    log(
      `\n*** NOT FOR RELEASE: this package contains Electron ${version} and not the official ` +
        `${project.pinnedElectron}.\n*** release:check refuses it without --runtime development\n`,
    )
  }
  const outputDir = resolve(project.rootDir, options.output)
  // Removed first, so that after a failed build there is no old package to release by mistake.
  await removePackages(outputDir, join(project.rootDir, STAGED_APP_DIR))
  const covered = coveredSince()
  await buildApp(project, outputDir, covered)
  await packAll(project, outputDir, options)
  if (!project.settings.LATCHKEY_UPDATES) return
  const written = await writeReleasePackage(outputDir, project, covered)
  log(written === undefined ? 'No installer can be an update.' : relative(project.rootDir, written))
}

async function removePackages(outputDir: string, stagedDir: string): Promise<void> {
  for (const entry of await readdir(outputDir).catch(() => [])) {
    const path = join(outputDir, entry)
    const isOld = /-unpacked$|^mac|\.(AppImage|deb|gz|exe|dmg|zip|blockmap|ya?ml)$/.test(entry)
    if (isOld || RELEASE_PACKAGE_FILE.test(entry) || entry === BUILD_ERROR_FILE || path === stagedDir)
      await rm(path, { recursive: true })
  }
}

async function buildApp(project: Project, outputDir: string, covered: number): Promise<void> {
  log('Building the app for release ...')
  const stagedDir = join(project.rootDir, STAGED_APP_DIR)
  for (const dir of [stagedDir, outputDir]) await mkdir(dir, { recursive: true })
  const args = ['build', '--logLevel', 'warn', '--outDir', join(stagedDir, 'out')]
  const built = runTool(project, 'electron-vite', args, {
    RELEASE_BUILD: '1',
    LATCHKEY_COVERED_SINCE: new Date(covered * 1000).toISOString().replace('.000', ''),
  })
  // These are warnings, for example of what a page may not do, or the errors.
  process.stderr.write(built.output)
  if (!built.ok) {
    await writeFile(join(outputDir, BUILD_ERROR_FILE), built.output)
    throw new CommandError('The app could not be built. The reason is printed above.')
  }
  const { name, productName, version, description, author, homepage, main } = project.manifest
  // Linux desktops find the window's icon by this name.
  const desktopName = `${name}.desktop`
  const staged = { name, productName, desktopName, version, description, author, homepage, main }
  await writeFile(join(stagedDir, 'package.json'), `${JSON.stringify(staged, null, 2)}\n`)
  const noticePath = join(project.rootDir, NOTICE_FILE)
  if (existsSync(noticePath)) await copyFile(noticePath, join(stagedDir, NOTICE_FILE))
}

/**
 * Packs the folder, then each installer from it. Packs one installer at a time, so that a tool that
 * cannot be downloaded affects only its own installer.
 */
async function packAll(project: Project, outputDir: string, options: PackageOptions): Promise<void> {
  const { build, Platform } = await import('electron-builder')
  const platform =
    { win32: Platform.WINDOWS, darwin: Platform.MAC }[process.platform as string] ?? Platform.LINUX
  const electron = electronOf(project)
  const sevenZip = findSevenZip()
  if (sevenZip !== undefined) process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= sevenZip
  // The highest level takes minutes more on a small machine and saves only one per cent.
  process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] ??= '5'
  const pack = async (target: string, prepackaged?: string): Promise<string[]> =>
    build({
      projectDir: project.rootDir,
      targets: platform.createTarget(target),
      publish: 'never',
      ...(prepackaged !== undefined && { prepackaged }),
      config: {
        ...(await readBuilderConfig(project)),
        directories: { app: STAGED_APP_DIR, buildResources: 'resources', output: outputDir },
        electronVersion: electron.version,
        // electron-builder copies the installed distribution, so that packing works offline.
        electronDist: electron.dir,
      },
    })

  log('Packing ...')
  await pack('dir')
  const unpacked = await findPackage(outputDir, project.manifest)
  if (unpacked === undefined) throw new Error('electron-builder did not create an unpacked app.')
  log(`Unpacked: ${relative(project.rootDir, unpacked.dir)}`)
  const config = await readBuilderConfig(project)
  const { target = [] } = config[platform.buildConfigurationKey as 'win' | 'mac' | 'linux'] ?? {}
  const targets = options.targets?.split(',') ?? [target ?? []].flat().map(String)
  for (const name of targets.filter((each) => each !== 'dir')) {
    log(`Packing: ${name} ...`)
    try {
      for (const file of await pack(name, unpacked.appPath)) {
        const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
        process.stdout.write(`${relative(project.rootDir, file)}  ${megabytes} MB\n`)
      }
    } catch (error) {
      if (options.every) process.exitCode = 1
      log(`Not built: ${name} (${String(error).split('\n')[0]?.slice(0, 200)})`)
    }
  }
  const hasInstaller = (await readdir(outputDir)).some((name) => /\.(exe|zip|AppImage)$/.test(name))
  if (project.settings.LATCHKEY_UPDATE_URL && hasInstaller) await writeProjectFeeds(outputDir)
}

/** The system's 7-Zip. Without it, electron-builder downloads its own. */
function findSevenZip(): string | undefined {
  if (process.platform === 'win32') return undefined
  const dirs = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '')
  return dirs
    .flatMap((dir) => ['7za', '7zz', '7z'].map((name) => join(dir, name)))
    .find((file) => existsSync(file))
}
