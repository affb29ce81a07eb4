/**
 * Checks the result of `npm run package` and its source before a release. Prints the problems and
 * exits with code 1 if there are any.
 * Usage: npm run release:check [-- --runtime development] [--output FOLDER]
 *   --runtime development  accept a package that contains another Electron than the official one
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import app from '../../app.json' with { type: 'json' }
import electronManifest from '../../node_modules/electron/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { findElectron } from '../set-up/electron.js'
import { rootDir } from '../set-up/places.js'
import { runMain, SetupError } from '../set-up/setup-error.js'
import { bakedSettings } from './baked-settings.ts'
import { checkBrand } from './brand.ts'
import { checkPackage } from './check-package.ts'
import { checkSources } from './check-sources.ts'
import { BUILD_ERROR_FILE, findPackage } from './package-layout.ts'
import { releaseProblems } from './release-problems.ts'

const options = {
  runtime: { type: 'string', default: 'official' },
  output: { type: 'string', default: 'dist' },
} as const

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  const outputDir = resolve(rootDir, values.output)
  const layout = await findPackage(outputDir, manifest)
  const settings = bakedSettings()
  const identity = { appId: app.appId, productName: manifest.productName }
  const sourceProblems = await checkSources(rootDir)
  if (layout === undefined) {
    report([
      ...sourceProblems,
      ...releaseProblems(settings, identity),
      ...(await checkBrand(rootDir, identity.productName)),
      ...(await checkFailedBuild(outputDir)),
    ])
    throw new SetupError('There is no package to check. Run: npm run package')
  }
  const electron = findElectron()
  const { problems, notes } = await checkPackage(layout, {
    manifest,
    identity,
    settings,
    buildDir: rootDir,
    electronVersion: electronManifest.version,
    isDevelopmentRuntimeAllowed: values.runtime === 'development',
    distribution: electron && { dir: electron.distDir, version: electron.version },
  })
  const allProblems = [...sourceProblems, ...problems, ...(await checkInstallers(outputDir))]
  const shown = relative(rootDir, layout.dir)
  for (const note of notes) process.stdout.write(`note: ${note}\n`)
  report(allProblems)
  process.stdout.write(allProblems.length === 0 ? `${shown} passes.\n` : `${shown} must not be released.\n`)
  return allProblems.length === 0 ? 0 : 1
}

/** Returns the errors of the last build if it failed: some mistakes already stop the build. */
async function checkFailedBuild(outputDir: string): Promise<string[]> {
  const output = await readFile(join(outputDir, BUILD_ERROR_FILE), 'utf8').catch(() => '')
  const lines = output.split('\n').filter((line) => /^\w*Error: (?!Build failed)/.test(line))
  return [...new Set(lines)].map((line) => line.replace(/^\w*Error: /, ''))
}

function report(problems: readonly string[]): void {
  for (const problem of problems) process.stdout.write(`REFUSED: ${problem}\n`)
}

/** Reports installers of other versions, which would be published by mistake. */
async function checkInstallers(outputDir: string): Promise<string[]> {
  const installers = (await readdir(outputDir)).filter((name) =>
    /\.(AppImage|deb|tar\.gz|exe|dmg|zip)$/.test(name),
  )
  const prefix = `${manifest.name}-${manifest.version}-`
  return installers
    .filter((name) => !name.startsWith(prefix))
    .map((name) => `${name} is not of ${manifest.version}.`)
}

await runMain(main)
