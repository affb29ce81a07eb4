import type { Project } from '../core/accounts/projects.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { findDevice } from '../devices/device-requests.ts'
import { refusalOfMove, releaseByUser } from '../devices/moves.ts'
import { lastOfflineEnd } from '../devices/reset-device.ts'

const YEAR_SECONDS = 365 * SECONDS_A_DAY
/** How often a customer can replace the key of a license in 365 days. */
const MOST_REPLACED = 2

export const isRefused = ({ banned, stopped }: License): boolean => banned || stopped !== ''

/** Releases a computer by the rules of moves. An expired license may be renewed, so it can be freed. */
export function decideFree(
  license: License,
  computerId: string,
  project: Project,
  now: number,
): LicenseChange<'done' | 'not-working' | 'no-move' | 'no-such-computer'> {
  if (isRefused(license)) return { outcome: 'not-working' }
  const device = findDevice(license, computerId)
  if (device === undefined) return { outcome: 'no-such-computer' }
  if (refusalOfMove(license, project, device, now) !== undefined) return { outcome: 'no-move' }
  return { outcome: 'done', license: releaseByUser(license, device, '', now), event: 'released' }
}

const replacedInYear = ({ recorded }: License, now: number): readonly number[] =>
  recorded.replacedAt?.filter((at) => at > now - YEAR_SECONDS) ?? []

/** How often the key of a license can still be replaced. */
export const replacesLeft = (license: License, now: number): number =>
  Math.max(0, MOST_REPLACED - replacedInYear(license, now).length)

/**
 * Whether the key of a license can be replaced: not out of a ban or a stop, which are of the license,
 * and not while a computer without a network works with the earlier key.
 */
export function decideReplace(
  license: License,
  now: number,
): LicenseChange<'done' | 'not-working' | 'held-by-file' | 'no-replacement'> {
  if (isRefused(license)) return { outcome: 'not-working' }
  if (lastOfflineEnd(license) > now) return { outcome: 'held-by-file' }
  if (replacesLeft(license, now) === 0) return { outcome: 'no-replacement' }
  const recorded = { ...license.recorded, replacedAt: [...replacedInYear(license, now), now] }
  return { outcome: 'done', license: { ...license, recorded } }
}
