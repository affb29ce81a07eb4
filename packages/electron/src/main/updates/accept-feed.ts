import { type PublicKeys, type ReleaseRecord, verifyRelease } from '@latchkey/protocol'
import { UpdateProblem } from './update-problem.ts'

/** The part of a feed that is read here. Untrusted: everything may be missing. */
export interface Feed {
  readonly version: string
  files?: readonly { readonly url: string; readonly sha512?: string; readonly size?: number }[]
  /** An installer of NSIS that downloads another file, which nobody has signed. */
  packages?: unknown
  readonly latchkey?: { readonly releases?: unknown; readonly rotations?: unknown; readonly newest?: unknown }
}

/** This copy of the app. */
export interface InstalledApp {
  readonly project: string
  readonly platform: string
  readonly arch: string
}

/** What the vendor has signed of a version. */
export interface SignedVersion {
  readonly version: string
  readonly coveredSince: number
  readonly isSecurityFix: boolean
}

/** A list of the feed; anything else is empty. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** More files than a release has. */
const MOST_RECORDS = 64

/**
 * Leaves the files in the feed that the vendor has signed for this app, this version and this system.
 * SECURITY: electron-updater downloads one of them and compares its hash with the feed's, which is the
 * signed one then. Neither the service nor anybody on the way can name another file, version or date.
 * @throws UpdateProblem if there is none
 */
export function acceptFeed(feed: Feed, app: InstalledApp, keys: PublicKeys): SignedVersion {
  const records = listIn(feed.latchkey?.releases)
    .slice(0, MOST_RECORDS)
    .flatMap((signed) => recordOf(signed, app, keys))
    .filter((record) => record.version === feed.version && isForSystem(record, app))
  const signedFor = (file: unknown): ReleaseRecord | undefined => {
    const { url, sha512, size } = (file ?? {}) as Record<string, unknown>
    return records.find((one) => fileNameOf(url) === one.file && sha512 === one.sha512 && size === one.size)
  }
  const files = listIn(feed.files).filter((file) => signedFor(file) !== undefined)
  const accepted = files.flatMap((file) => signedFor(file) ?? [])
  if (accepted.length === 0) throw new UpdateProblem('not-signed')
  feed.files = files as NonNullable<Feed['files']>
  delete feed.packages
  return {
    version: feed.version,
    coveredSince: Math.max(...accepted.map((record) => record.covered_since)),
    isSecurityFix: accepted.every((record) => record.is_security_fix),
  }
}

/** The newest version, which the service does not offer to this license. */
export function newestIn(feed: Feed, app: InstalledApp, keys: PublicKeys): SignedVersion | undefined {
  const [record] = recordOf(feed.latchkey?.newest, app, keys)
  if (record === undefined) return undefined
  return {
    version: record.version,
    coveredSince: record.covered_since,
    isSecurityFix: record.is_security_fix,
  }
}

function recordOf(signed: unknown, { project }: InstalledApp, keys: PublicKeys): readonly ReleaseRecord[] {
  const verdict = verifyRelease(signed, keys)
  return verdict.kind === 'authentic' && verdict.record.project === project ? [verdict.record] : []
}

const isForSystem = (record: ReleaseRecord, { platform, arch }: InstalledApp): boolean =>
  record.platform === platform && (record.arch === arch || record.arch === 'universal')

/** The file in an address of a feed, which is relative to the feed. */
function fileNameOf(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  try {
    return decodeURIComponent(url.split('/').at(-1) ?? '')
  } catch {
    return undefined
  }
}
