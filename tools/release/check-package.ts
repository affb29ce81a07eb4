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

/** What packaging may add to the Electron distribution, as a share of its size. */
export const MOST_ADDED = 0.01

export interface Expected {
  readonly manifest: ExpectedManifest
  readonly identity: Identity
  readonly settings: RawSettings
  /** Where the app was built: its LICENSE and icons are there. No file of the package may name it. */
  readonly buildDir: string
  /** The version that the project pins, of the official distribution. */
  readonly electronVersion: string
  /** Another runtime is reported, and let pass. */
  readonly isDevelopmentRuntimeAllowed: boolean
  /** A bare distribution to measure against, and its version; undefined when this machine has none. */
  readonly distribution: { readonly dir: string; readonly version: string } | undefined
}

export interface Verdict {
  /** What keeps it from being released, a sentence each. Empty: it may go out. */
  readonly problems: readonly string[]
  /** What is worth knowing, and no reason to refuse. */
  readonly notes: readonly string[]
}

/** Reads a finished package back and says whether it may be released. */
export async function checkPackage(layout: PackageLayout, expected: Expected): Promise<Verdict> {
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

/** What may stand beside app.asar. Electron runs a folder `app`, and its bootstrap, where it finds no archive. */
async function checkResources({ resourcesDir, dir, platform }: PackageLayout): Promise<string[]> {
  const allowed = {
    linux: /^(app\.asar|app-update\.yml|apparmor-profile)$/,
    win32: /^(app\.asar|app-update\.yml|elevate\.exe)$/,
    darwin: /^(app\.asar|app-update\.yml|icon\.icns|electron\.icns|Assets\.car|[\w-]+\.lproj|LICENSE.*)$/,
  }[platform]
  const strangers = (await readdir(resourcesDir)).filter((name) => !allowed.test(name))
  const needed = platform === 'darwin' ? [] : ['LICENSE.electron.txt', 'LICENSES.chromium.html']
  const files = new Set(await readdir(dir))
  return [
    ...strangers.map((name) => `resources/${name} does not belong into a package.`),
    ...needed.filter((name) => !files.has(name)).map((name) => `${name} is missing, and must be passed on.`),
    ...(platform === 'linux' && !files.has('chrome-sandbox') ? ['chrome-sandbox is missing.'] : []),
  ]
}

/** Where Electron checks the archive, the hash of its header must stand in what the system's signature covers. */
async function checkIntegrity(
  { platform, appPath, binaryPath }: PackageLayout,
  hash: string,
): Promise<string[]> {
  if (platform === 'linux') return []
  const carrier = platform === 'darwin' ? join(appPath, 'Contents', 'Info.plist') : binaryPath
  const isThere = (await readFile(carrier, 'latin1')).includes(hash)
  return isThere ? [] : [`${basename(carrier)} does not carry the hash of app.asar.`]
}

async function checkIdentity({ platform, appPath }: PackageLayout, { appId }: Identity): Promise<string[]> {
  if (platform !== 'darwin') return []
  const plist = await readFile(join(appPath, 'Contents', 'Info.plist'), 'utf8')
  return plist.includes(`<string>${appId}</string>`) ? [] : [`Info.plist does not name the app ${appId}.`]
}

/** An app with a feed needs the updater's settings; one without has no use for them. */
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
  const carrier =
    platform === 'darwin'
      ? join(appPath, 'Contents/Frameworks/Electron Framework.framework/Electron Framework')
      : binaryPath
  const version = await findVersion(carrier)
  const wanted = expected.electronVersion
  if (version === wanted) return { version, problems: [], notes: [] }
  const difference = `It runs on Electron ${version ?? 'of no known version'} and not on the official ${wanted}.`
  return expected.isDevelopmentRuntimeAllowed
    ? { version, problems: [], notes: [`NOT FOR RELEASE. ${difference}`] }
    : { version, problems: [difference], notes: [] }
}

/** The version that the binary tells web sites in its user agent. */
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
      notes: ['Its size was not compared: there is no bare Electron of its version here.'],
    }
  }
  const [bare, whole] = await Promise.all([distributionSize(distribution.dir), sizeOf(dir)])
  const share = (whole - bare) / bare
  const said = `${((whole - bare) / 1e6).toFixed(2)} MB, ${(share * 100).toFixed(2)} % of the Electron distribution`
  return share > MOST_ADDED
    ? { problems: [`It adds ${said}: more than ${MOST_ADDED * 100} %.`], notes: [] }
    : { problems: [], notes: [`It adds ${said}.`] }
}
