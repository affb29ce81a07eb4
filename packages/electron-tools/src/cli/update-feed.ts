import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError, readIdentity } from './project.ts'

/** The feed file of each platform, and the installers that electron-updater can install. */
const FEEDS = {
  'latest.yml': /-setup\.exe$/,
  'latest-mac.yml': /-mac-\w+\.zip$/,
  'latest-linux.yml': /\.AppImage$/,
} as const

export interface Release {
  readonly version: string
  /** Release notes; may be empty. */
  readonly notes: string
}

/**
 * Writes the feed files of electron-updater to `dir`, with the hash of every installer there. A
 * platform without an installer gets no feed file. Returns the names of the files.
 */
export async function writeFeeds(dir: string, { version, notes }: Release): Promise<string[]> {
  const written: string[] = []
  for (const [feed, installers] of await findInstallers(dir, version)) {
    const files = await Promise.all(installers.map((name) => describeInstaller(dir, name)))
    const content = { version, files, releaseNotes: notes, releaseDate: new Date().toISOString() }
    // JSON is valid YAML.
    await writeFile(join(dir, feed), `${JSON.stringify(content, null, 2)}\n`)
    written.push(feed)
  }
  return written
}

/** The installers of a version that can be updates, by the feed file of their platform. */
export async function findInstallers(dir: string, version: string) {
  const names = (await readdir(dir)).sort()
  const found = Object.entries(FEEDS) as [keyof typeof FEEDS, RegExp][]
  return found
    .map(([feed, pattern]) => {
      const installers = names.filter((name) => pattern.test(name) && name.includes(`-${version}-`))
      return [feed, installers] as const
    })
    .filter(([, installers]) => installers.length > 0)
}

/** The hash and the size of a file, and its name as the address in a feed. */
export async function describeInstaller(dir: string, name: string) {
  const path = join(dir, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return { url: name, sha512: hash.digest('base64'), size: (await stat(path)).size }
}

/** Returns the section of a version in a changelog in the format of keepachangelog.com. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find(
    (text) => text.startsWith(`[${version}]`) || /^\S+/.exec(text)?.[0] === version,
  )
  return section?.replace(/^.*\n/, '').trim() ?? ''
}

export async function writeProjectFeeds(dir: string): Promise<void> {
  const { version } = readIdentity(process.cwd()).manifest
  const changelog = await readFile('CHANGELOG.md', 'utf8').catch(() => '')
  const written = await writeFeeds(dir, { version, notes: notesOf(changelog, version) })
  if (written.length === 0)
    throw new CommandError(`${dir} has no installer of ${version} that supports updates.`)
  for (const name of written) process.stdout.write(`${join(dir, name)}\n`)
}
