import type { SignedRelease } from '@latchkey/protocol'
import type { Offer, Wanted } from './release-for.ts'
import type { ReleaseSettings } from './releases.ts'

/** The names of electron-updater: one for Windows and macOS, and one for each processor on Linux. */
const FEED_FILE = /^latest(?:-(mac|linux)(?:-(arm64|ia32))?)?\.yml$/

/** What the name of a feed's file asks for. Undefined: there is no such file. */
export function wantedBy(file: string): Omit<Wanted, 'channel'> | undefined {
  const match = FEED_FILE.exec(file)
  if (match === null) return undefined
  const [, system, arch] = match as unknown as [string, string?, ('arm64' | 'ia32')?]
  if (system === 'linux') return { platform: 'linux', arch: arch ?? 'x64' }
  if (arch !== undefined) return undefined
  return { platform: system === 'mac' ? 'darwin' : 'win32' }
}

/** Nothing is offered. No app has an earlier version. */
const NO_VERSION = '0.0.0'

const infoOf = ({ version, file, sha512, size }: SignedRelease) => ({
  url: `${version}/${encodeURIComponent(file)}`,
  sha512,
  size,
})

/**
 * The file that electron-updater reads, with the records by which the app verifies it. JSON is valid
 * YAML, and its texts cannot break out of it.
 */
export function feedContent(
  { release, notCovered, leastVersion }: Offer,
  { rotations }: Pick<ReleaseSettings, 'rotations'>,
): string {
  const releases = release?.files.map(({ signed }) => signed) ?? []
  const [first] = releases
  return JSON.stringify({
    version: release?.version ?? NO_VERSION,
    files: releases.map(infoOf),
    ...(first && { path: infoOf(first).url, sha512: first.sha512 }),
    ...(release && { releaseDate: new Date(release.createdAt * 1_000).toISOString() }),
    ...(release && release.notes !== '' && { releaseNotes: release.notes }),
    latchkey: {
      releases,
      rotations,
      ...(notCovered && { newest: notCovered }),
      ...(leastVersion !== undefined && { least_version: leastVersion }),
    },
  })
}
