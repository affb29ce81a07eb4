import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { API_KEY_PREFIX } from '@latchkey/protocol'
import type { PackagedUpdateSettings } from './builder-config.ts'
import {
  apiKeyProblem,
  environmentFileProblem,
  isEnvironmentFile,
  secretsIn,
  WHERE_FROM,
} from './check-archive.ts'
import type { Finding, Subject } from './checks.ts'
import { sizeOf, UPDATE_SETTINGS_FILE } from './package-layout.ts'
import { problemsIn } from './problems.ts'
import { hasUpdates } from './project.ts'
import { holdsApiKey } from './spellings.ts'

/** What packaging may add, relative to the Electron distribution, if app.json sets no limit. */
const MAX_ADDED_SHARE = 0.01
/** Length of an API key in UTF-16. */
const MAX_KEY_BYTES = 2 * (API_KEY_PREFIX.length + 43)

/** Settings and secrets outside app.asar. Skips the files of the Electron distribution. */
export async function checkFilesBeside({ layout, project }: Subject): Promise<string[]> {
  const { electron } = project
  const known = new Set(electron && (await filesIn(electron.dir)).map(nameAndSize))
  const problems: string[] = []
  // Sequentially, because some files are large.
  for (const file of await filesIn(layout.dir)) {
    const { path } = file
    const shown = relative(layout.dir, path).split(sep).join('/')
    if (isEnvironmentFile(path)) problems.push(environmentFileProblem(shown))
    const original = path === layout.binaryPath ? { ...file, path: 'electron' } : file
    if (!file.isFile || path === layout.archivePath || known.has(nameAndSize(original))) continue
    const content = await readFile(path)
    if (hasApiKey(content)) problems.push(apiKeyProblem(shown))
    // UTF-8 and UTF-16 only: the build does not encode files outside the archive.
    const isIn = (text: string): boolean =>
      content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
    for (const name of secretsIn(project, isIn)) {
      problems.push(
        `${shown} holds ${name}: a shared secret outside the main process. Take it out of ${WHERE_FROM}.`,
      )
    }
  }
  return problems
}

interface File {
  readonly path: string
  readonly size: number
  /** False for a symbolic link. */
  readonly isFile: boolean
}

async function filesIn(dir: string): Promise<File[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path, size: (await lstat(path)).size, isFile: entry.isFile() }
    }),
  )
}

const nameAndSize = ({ path, size }: File): string => `${basename(path)} ${size}`

function hasApiKey(content: Buffer): boolean {
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const prefix = Buffer.from(API_KEY_PREFIX, encoding)
    for (let at = content.indexOf(prefix); at !== -1; at = content.indexOf(prefix, at + 1)) {
      if (holdsApiKey(content.toString(encoding, at, at + MAX_KEY_BYTES))) return true
    }
  }
  return false
}

/** Unknown files next to app.asar: Electron might run a folder `app`. */
export async function checkResources({ layout }: Subject): Promise<string[]> {
  const { resourcesDir, dir, platform } = layout
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
export async function checkIntegrity({ layout, archive, project }: Subject): Promise<string[]> {
  const { platform, appPath, binaryPath } = layout
  if (platform === 'linux') return []
  const plistPath = join(appPath, 'Contents', 'Info.plist')
  const signedPath = platform === 'darwin' ? plistPath : binaryPath
  const signed = await readFile(signedPath, 'latin1')
  const { appId } = project.app
  const isNamed = platform === 'win32' || signed.includes(`<string>${appId}</string>`)
  return problemsIn([
    [!signed.includes(archive.headerHash), `${basename(signedPath)} does not contain the hash of app.asar.`],
    [!isNamed, `Info.plist does not name the app ${appId}.`],
  ])
}

/** An app with an update feed needs app-update.yml; an app without a feed must not have it. */
export async function checkUpdates({ layout, project }: Subject): Promise<string[]> {
  const settingsPath = join(layout.resourcesDir, UPDATE_SETTINGS_FILE)
  const text = await readFile(settingsPath, 'utf8').catch(() => undefined)
  if (!hasUpdates(project.settings))
    return text === undefined ? [] : [`${UPDATE_SETTINGS_FILE} is there, and no feed is set.`]
  if (text === undefined) return [`${UPDATE_SETTINGS_FILE} is missing: no update could be fetched.`]
  // The app installs only what the vendor has signed.
  if (project.settings.LATCHKEY_UPDATES) return []
  const { publisherName = [] } = JSON.parse(text) as PackagedUpdateSettings
  if (layout.platform !== 'win32' || publisherName.some((name) => name !== '')) return []
  return ['It is not signed, and would install any update that its feed offers. Sign it, or set no feed.']
}

export async function checkElectron(subject: Subject): Promise<Finding[]> {
  const { project, allowsDevelopmentElectron } = subject
  const version = await electronVersion(subject)
  const wanted = project.pinnedElectron
  if (version === wanted) return []
  const difference = `It runs on Electron ${version ?? 'of no known version'} and not on the official ${wanted}.`
  return [allowsDevelopmentElectron ? { note: `NOT FOR RELEASE. ${difference}` } : difference]
}

/** Reads the Electron version from the user agent string in the binary. */
async function electronVersion({ layout }: Subject): Promise<string | undefined> {
  const { platform, appPath, binaryPath } = layout
  const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework'
  const path = platform === 'darwin' ? join(appPath, framework) : binaryPath
  let before = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 4 << 20 })) {
    const found = /Electron[ /]v?(\d+\.\d+\.\d+)/.exec(before + chunk)
    if (found !== null) return found[1]
    before = chunk.slice(-40)
  }
  return undefined
}

export async function checkSize(subject: Subject): Promise<Finding[]> {
  const { electron } = subject.project
  if (electron === undefined || electron.version !== (await electronVersion(subject))) {
    return [{ note: 'Its size was not compared: this machine has no Electron distribution of its version.' }]
  }
  const [base, total] = await Promise.all([sizeOf(electron.dir), sizeOf(subject.layout.dir)])
  const added = total - base
  const { maxAddedMegabytes } = subject.project.app
  const isTooLarge =
    added > (maxAddedMegabytes === undefined ? MAX_ADDED_SHARE * base : maxAddedMegabytes * 1e6)
  const limit = maxAddedMegabytes === undefined ? `${MAX_ADDED_SHARE * 100} %` : `${maxAddedMegabytes} MB`
  const share = ((added / base) * 100).toFixed(2)
  const text = `It adds ${(added / 1e6).toFixed(2)} MB, ${share} % of the Electron distribution`
  return [
    isTooLarge
      ? `${text}: more than ${limit}. If your product needs it, set maxAddedMegabytes in app.json.`
      : { note: `${text}.` },
  ]
}

/** Installers of other versions, which would be published by mistake. */
export async function checkInstallers({ outputDir, project: { manifest } }: Subject): Promise<string[]> {
  const prefix = `${manifest.name}-${manifest.version}-`
  return (await readdir(outputDir))
    .filter((name) => /\.(AppImage|deb|tar\.gz|exe|dmg|zip)$/.test(name) && !name.startsWith(prefix))
    .map((name) => `${name} is not of ${manifest.version}.`)
}
