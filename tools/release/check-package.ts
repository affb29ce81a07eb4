import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RawSettings } from '../../packages/electron/src/settings.ts'
import { readArchive } from './archive.ts'
import { checkBrand } from './brand.ts'
import { checkArchive, type ExpectedManifest } from './check-archive.ts'
import { checkFiles } from './check-files.ts'
import { checkFuses } from './check-fuses.ts'
import { distributionSize, sizeOf } from './distribution.ts'
import type { PackageLayout } from './package-layout.ts'
import { type Identity, releaseProblems } from './release-problems.ts'
import { type PackagedUpdateSettings, UPDATE_SETTINGS_FILE } from './update-settings.ts'

/** Maximum size that packaging may add, relative to the Electron distribution. */
export const MAX_ADDED_SHARE = 0.01

export interface Expected {
  readonly manifest: ExpectedManifest
  readonly identity: Identity
  readonly settings: RawSettings
  /** The source folder with LICENSE and icons. No file of the package may contain this path. */
  readonly buildDir: string
  /** The version of the official distribution that the project pins. */
  readonly electronVersion: string
  /** Report another Electron version as a note instead of a problem. */
  readonly isDevelopmentRuntimeAllowed: boolean
  /** An Electron distribution for the size comparison; undefined if this machine has none. */
  readonly distribution: { readonly dir: string; readonly version: string } | undefined
}

export interface CheckResult {
  /** Reasons against a release, one sentence each. Empty: the package may be released. */
  readonly problems: readonly string[]
  /** Information that does not prevent a release. */
  readonly notes: readonly string[]
}

/** Checks whether a finished package may be released. */
export async function checkPackage(layout: PackageLayout, expected: Expected): Promise<CheckResult> {
  const archive = readArchive(layout.archivePath)
  const runtime = await checkRuntime(layout, expected)
  const size = await checkSize(layout, runtime.version, expected)
  return {
    problems: [
      ...(await checkFuses(layout.binaryPath)),
      ...checkArchive(archive, expected.manifest, expected.settings, expected.buildDir),
      ...releaseProblems(expected.settings, expected.identity),
      ...(await checkBrand(expected.buildDir, expected.identity.productName)),
      ...(await checkFiles(layout, expected.settings, expected.distribution?.dir)),
      ...(await checkResources(layout)),
      ...(await checkIntegrity(layout, archive.headerHash)),
      ...(await checkIdentity(layout, expected.identity)),
      ...(await checkUpdates(layout, expected.settings)),
      ...runtime.problems,
      ...size.problems,
    ],
    notes: [...runtime.notes, ...size.notes],
  }
}

/** Reports unknown files next to app.asar: Electron might run a folder `app`. */
async function checkResources({ resourcesDir, dir, platform }: PackageLayout): Promise<string[]> {
  const allowed = {
    linux: /^(app\.asar|app-update\.yml|apparmor-profile)$/,
    win32: /^(app\.asar|app-update\.yml|elevate\.exe)$/,
    darwin: /^(app\.asar|app-update\.yml|icon\.icns|electron\.icns|Assets\.car|[\w-]+\.lproj|LICENSE.*)$/,
  }[platform]
  const unknown = (await readdir(resourcesDir)).filter((name) => !allowed.test(name))
  const needed = platform === 'darwin' ? [] : ['LICENSE.electron.txt', 'LICENSES.chromium.html']
  const files = new Set(await readdir(dir))
  return [
    ...unknown.map((name) => `resources/${name} does not belong into a package.`),
    ...needed.filter((name) => !files.has(name)).map((name) => `${name} is missing, and must be passed on.`),
    ...(platform === 'linux' && !files.has('chrome-sandbox') ? ['chrome-sandbox is missing.'] : []),
  ]
}

/** On Windows and macOS, a signed file must contain the hash of the archive's header. */
async function checkIntegrity(
  { platform, appPath, binaryPath }: PackageLayout,
  hash: string,
): Promise<string[]> {
  if (platform === 'linux') return []
  const signedPath = platform === 'darwin' ? join(appPath, 'Contents', 'Info.plist') : binaryPath
  const hasHash = (await readFile(signedPath, 'latin1')).includes(hash)
  return hasHash ? [] : [`${basename(signedPath)} does not contain the hash of app.asar.`]
}

async function checkIdentity({ platform, appPath }: PackageLayout, { appId }: Identity): Promise<string[]> {
  if (platform !== 'darwin') return []
  const plist = await readFile(join(appPath, 'Contents', 'Info.plist'), 'utf8')
  return plist.includes(`<string>${appId}</string>`) ? [] : [`Info.plist does not name the app ${appId}.`]
}

/** An app with an update feed needs app-update.yml; an app without a feed must not have it. */
async function checkUpdates(
  { resourcesDir, platform }: PackageLayout,
  { LATCHKEY_UPDATE_URL: feedUrl }: RawSettings,
): Promise<string[]> {
  const text = await readFile(join(resourcesDir, UPDATE_SETTINGS_FILE), 'utf8').catch(() => undefined)
  if (!feedUrl) return text === undefined ? [] : [`${UPDATE_SETTINGS_FILE} is there, and no feed is set.`]
  if (text === undefined) return [`${UPDATE_SETTINGS_FILE} is missing: no update could be fetched.`]
  const { publisherName = [] } = JSON.parse(text) as PackagedUpdateSettings
  if (platform !== 'win32' || publisherName.some((name) => name !== '')) return []
  return ['It is not signed, and would install any update that its feed offers. Sign it, or set no feed.']
}

async function checkRuntime({ platform, appPath, binaryPath }: PackageLayout, expected: Expected) {
  const versionPath =
    platform === 'darwin'
      ? join(appPath, 'Contents/Frameworks/Electron Framework.framework/Electron Framework')
      : binaryPath
  const version = await findVersion(versionPath)
  const wanted = expected.electronVersion
  if (version === wanted) return { version, problems: [], notes: [] }
  const difference = `It runs on Electron ${version ?? 'of no known version'} and not on the official ${wanted}.`
  return expected.isDevelopmentRuntimeAllowed
    ? { version, problems: [], notes: [`NOT FOR RELEASE. ${difference}`] }
    : { version, problems: [difference], notes: [] }
}

/** Reads the Electron version from the user agent string in the binary. */
async function findVersion(binaryPath: string): Promise<string | undefined> {
  let before = ''
  for await (const chunk of createReadStream(binaryPath, { encoding: 'latin1', highWaterMark: 4 << 20 })) {
    const found = /Electron[ /]v?(\d+\.\d+\.\d+)/.exec(before + chunk)
    if (found !== null) return found[1]
    before = chunk.slice(-40)
  }
  return undefined
}

async function checkSize({ dir }: PackageLayout, version: string | undefined, { distribution }: Expected) {
  if (distribution === undefined || distribution.version !== version) {
    return {
      problems: [],
      notes: ['Its size was not compared: this machine has no Electron distribution of its version.'],
    }
  }
  const [base, total] = await Promise.all([distributionSize(distribution.dir), sizeOf(dir)])
  const share = (total - base) / base
  const added = `${((total - base) / 1e6).toFixed(2)} MB, ${(share * 100).toFixed(2)} % of the Electron distribution`
  return share > MAX_ADDED_SHARE
    ? { problems: [`It adds ${added}: more than ${MAX_ADDED_SHARE * 100} %.`], notes: [] }
    : { problems: [], notes: [`It adds ${added}.`] }
}
