import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { API_KEY_PREFIX } from '@latchkey/protocol'
import type { RawSettings } from '../../packages/electron/src/settings.ts'
import type { PackageLayout } from './package-layout.ts'
import { secretsOf } from './secrets.ts'
import { holdsApiKey } from './spellings.ts'

const UTF_16 = 'utf16le'
/** Length of an API key in UTF-16. */
const MAX_KEY_BYTES = 2 * (API_KEY_PREFIX.length + 43)
/** The options by which unchecked files get into a package. */
const WHERE_FROM = 'extraFiles and extraResources in electron-builder.config.ts'

/** A `.env` file contains settings of a build machine or a server, and must not be shipped. */
export const isEnvironmentFile = (path: string): boolean => /^\.env/i.test(basename(path))

export const environmentFileProblem = (path: string): string =>
  `${path} is in the package, and everybody who has the app can read the settings in it. ` +
  `Take it out of ${WHERE_FROM}.`

/** SECURITY: an API key can create, ban and delete users. No app needs it. */
export const apiKeyProblem = (path: string): string =>
  `${path} holds an API key: everybody who has the app could create and ban users with it. ` +
  'Call the management API from a server of yours, and not from the app.'

/**
 * Returns one sentence for each file outside app.asar that contains settings or secrets.
 * @param electronDir an Electron distribution; its files are not searched, which saves seconds
 */
export async function checkFiles(
  layout: PackageLayout,
  settings: RawSettings,
  electronDir: string | undefined,
): Promise<string[]> {
  const known = new Set(electronDir === undefined ? [] : (await filesIn(electronDir)).map(nameAndSize))
  const secrets = secretsOf(settings)
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
    for (const { name } of secrets.filter(({ value }) => isIn(content, value))) {
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
  return Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { path, size: (await lstat(path)).size, isFile: entry.isFile() }
      }),
  )
}

const nameAndSize = ({ path, size }: File): string => `${basename(path)} ${size}`

/** Searches for UTF-8 and UTF-16 only: the build does not encode files outside the archive. */
const isIn = (content: Buffer, text: string): boolean =>
  content.includes(text) || content.includes(Buffer.from(text, UTF_16))

function hasApiKey(content: Buffer): boolean {
  for (const encoding of ['latin1', UTF_16] as const) {
    const prefix = Buffer.from(API_KEY_PREFIX, encoding)
    for (let at = content.indexOf(prefix); at !== -1; at = content.indexOf(prefix, at + 1)) {
      if (holdsApiKey(content.toString(encoding, at, at + MAX_KEY_BYTES))) return true
    }
  }
  return false
}
