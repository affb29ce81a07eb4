import { createHash } from 'node:crypto'
import type { SignedRelease } from '@latchkey/protocol'
import { isBanInForce } from '../core/license/bans.ts'
import { isOver } from '../core/license/key-expiry.ts'
import type { License } from '../core/license/license.ts'
import { coveredUntil } from '../features/features.ts'
import { MAIN_CHANNEL, type ReleaseFile, type ReleaseSettings, type ReleaseWithFiles } from './releases.ts'
import { compareVersions } from './versions.ts'

/** Who asks for an update. */
export interface Asker {
  /** Undefined: an app without a license. */
  readonly license: License | undefined
  /** A text that stays the same for a device. It decides whether the device is in a share. */
  readonly device: string
}

/** What an app asks for. `arch` undefined: files of every processor. */
export interface Wanted {
  readonly channel: string
  readonly platform: SignedRelease['platform']
  readonly arch?: SignedRelease['arch']
}

/** The answer to an app. */
export interface Offer {
  /** The newest version for the asker, with its files for the platform. */
  readonly release: ReleaseWithFiles | undefined
  /** A file of the newest version, if that is later and not covered by the license. */
  readonly notCovered: SignedRelease | undefined
  /** The version to which the app must update. */
  readonly leastVersion: string | undefined
}

/**
 * Whether a file may be given to an asker. A license gets what it covers, also after its end;
 * stopped and banned ones get only security fixes of that. An app whose gate is closed gets all
 * security fixes, if the project wants that.
 */
export function covers(
  asker: Pick<Asker, 'license'>,
  settings: Pick<ReleaseSettings, 'feed' | 'withoutLicense'>,
  file: Pick<SignedRelease, 'covered_since' | 'is_security_fix'>,
  now: number,
): boolean {
  const { license } = asker
  const isFix = file.is_security_fix
  const isFixForClosedGate = isFix && settings.withoutLicense
  if (license === undefined) return settings.feed === 'all' || isFixForClosedGate
  const isBlocked = license.stopped !== '' || (license.banned && isBanInForce(license, now))
  if ((isBlocked || isOver(license, now)) && isFixForClosedGate) return true
  return file.covered_since <= coveredUntil(license, now) && (!isBlocked || isFix)
}

/** Whether a release is offered in a channel to a device, whatever its license covers. */
export const isOfferedTo = (release: ReleaseWithFiles, channel: string, device: string): boolean =>
  release.state === 'offered' &&
  release.channels.some((one) => one === channel || one === MAIN_CHANNEL) &&
  isInShare(release, device)

/**
 * Devices are in a share by a hash with the version, so each version begins with others. One without a
 * name is in none.
 */
function isInShare({ version, share }: ReleaseWithFiles, device: string): boolean {
  if (share >= 100 || device === '') return share >= 100
  const hash = createHash('sha256').update(`${version} ${device}`).digest()
  return hash.readUInt32BE(0) % 10_000 < share * 100
}

const isFor = ({ signed, isWhole }: ReleaseFile, { platform, arch }: Wanted): boolean =>
  isWhole &&
  signed.platform === platform &&
  (arch === undefined || signed.arch === arch || signed.arch === 'universal')

/** Chooses the newest version for an asker. Pure. */
export function releaseFor(
  asker: Asker,
  wanted: Wanted,
  releases: readonly ReleaseWithFiles[],
  settings: Pick<ReleaseSettings, 'feed' | 'withoutLicense' | 'leastVersion'>,
  now: number,
): Offer {
  const offered = releases
    .filter((release) => isOfferedTo(release, wanted.channel, asker.device))
    .map((release) => ({ ...release, files: release.files.filter((file) => isFor(file, wanted)) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => compareVersions(b.version, a.version))
  const covered = offered
    .map((one) => ({ ...one, files: one.files.filter(({ signed }) => covers(asker, settings, signed, now)) }))
    .filter(({ files }) => files.length > 0)
  const [newest, release] = [offered[0], covered[0]]
  // Who has no license learns nothing of what others get.
  const isLater = asker.license !== undefined && newest?.version !== release?.version
  const { leastVersion: least } = settings
  // The least version never asks for more than the asker gets.
  const isReached = release !== undefined && least !== '' && compareVersions(release.version, least) >= 0
  return {
    release,
    notCovered: isLater ? newest?.files[0]?.signed : undefined,
    leastVersion: least === '' ? undefined : isReached ? least : release?.version,
  }
}
