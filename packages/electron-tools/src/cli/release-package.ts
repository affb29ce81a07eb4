import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleasePackage } from '@latchkey/protocol'
import { readCoveredSince } from '../covered-since.ts'
import { CommandError, log, type Project, toolEnv } from './project.ts'
import { describeInstaller, findInstallers, notesOf } from './update-feed.ts'

/** The date for the app and for its release, which must be the same. @throws CommandError */
export function coveredSince(): number {
  const date = readCoveredSince()
  if (typeof date === 'string') throw new CommandError(date)
  return date
}

const PLATFORMS = { 'latest.yml': 'win32', 'latest-mac.yml': 'darwin', 'latest-linux.yml': 'linux' } as const

/** The processor in the name of an installer. electron-builder has two names for most. */
function archOf(name: string): ReleasePackage['files'][number]['arch'] {
  if (/universal/.test(name)) return 'universal'
  if (/arm64|aarch64/.test(name)) return 'arm64'
  if (/x64|x86_64/.test(name)) return 'x64'
  return process.arch === 'arm64' || process.arch === 'ia32' ? process.arch : 'x64'
}

/** Describes the installers of this system for `latchkey releases publish`, which signs them. */
export async function writeReleasePackage(
  dir: string,
  { manifest: { version }, settings, rootDir }: Project,
  covered: number,
): Promise<string | undefined> {
  const files: ReleasePackage['files'] = []
  for (const [feed, names] of await findInstallers(dir, version)) {
    for (const name of names) {
      const { sha512, size } = await describeInstaller(dir, name)
      files.push({ platform: PLATFORMS[feed], arch: archOf(name), file: name, sha512, size })
    }
  }
  if (files.length === 0) return undefined
  const changelog = await readFile(join(rootDir, 'CHANGELOG.md'), 'utf8').catch(() => '')
  const content: ReleasePackage = {
    project: settings.LATCHKEY_APP_NAME ?? '',
    version,
    covered_since: covered,
    notes: notesOf(changelog, version),
    files,
  }
  const path = join(dir, `latchkey-release-${process.platform}-${process.arch}.json`)
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
  return path
}

/** Signs and uploads what `package` has made, with the command line of the vendor. */
export function publishRelease({ rootDir }: Project, args: readonly string[]): void {
  log('Publishing ...')
  const { error, status } = spawnSync('latchkey', ['releases', 'publish', ...args], {
    cwd: rootDir,
    env: toolEnv(rootDir),
    stdio: 'inherit',
    // On Windows the tools are .cmd files.
    shell: process.platform === 'win32',
  })
  if (error !== undefined) {
    throw new CommandError('The command latchkey is missing. Run: npm install --save-dev @latchkey/vendor')
  }
  process.exitCode = status ?? 1
}
