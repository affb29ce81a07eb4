import { NEVER } from '@latchkey/protocol'
import { isLinked } from './devices.ts'
import type { License, LicenseChange } from './license.ts'

/** A ban ends by itself at its second. */
export const isBanInForce = (license: License, now: number): boolean =>
  license.banned && now < banEnd(license)

/** The end of a ban for comparisons: one without an end lasts longest. */
export const banEnd = ({ banExpire }: License): number =>
  banExpire === NEVER ? Number.POSITIVE_INFINITY : banExpire

/** Removes a ban. Returns the same license if there is none. */
export const withoutBan = (license: License): License =>
  license.banned
    ? { ...license, banned: false, banReason: '', banExpire: 0, unbanToken: '', banIp: '', banOnlyKey: false }
    : license

/**
 * Removes a ban. A license whose key was deleted while it was banned is only a ban, and is deleted
 * with it.
 */
const removeBan = (license: License): Pick<LicenseChange<string>, 'license' | 'removed'> =>
  license.key === '' ? { removed: 'license' } : { license: withoutBan(license) }

/** Whether the ban of a license also refuses this device with other keys. */
export const bansDevice = (license: License, device: string): boolean =>
  license.banned && !license.banOnlyKey && isLinked(license, device)

export interface Ban {
  readonly reason?: string | undefined
  /** The end of the ban. `NEVER` or undefined: it has none. */
  readonly expire?: number | undefined
  /** A new token for every ban, so that a token of an earlier ban lifts nothing. */
  readonly unbanToken: string
  /** The devices of the license may be used with other keys. */
  readonly onlyKey?: boolean | undefined
}

/**
 * Bans a license. The status stays. Replaces an earlier ban. Source: interface, "User status", any
 * key → banned.
 */
export function decideBan(
  known: License,
  { reason = '', expire = NEVER, unbanToken, onlyKey = false }: Ban,
  now: number,
): LicenseChange<'banned' | 'ban-already-over'> {
  if (expire !== NEVER && expire <= now) return { outcome: 'ban-already-over' }
  return {
    outcome: 'banned',
    license: {
      ...known,
      banned: true,
      banReason: reason,
      banExpire: expire,
      unbanToken,
      banOnlyKey: onlyKey,
    },
  }
}

export type UnbanOutcome = 'unbanned' | 'not-banned' | 'devices-not-banned'

/**
 * Lifts a ban.
 * @param onlyDevices the key stays banned, and its devices may be used with other keys
 */
export function decideUnban(known: License, now: number, onlyDevices = false): LicenseChange<UnbanOutcome> {
  if (!isBanInForce(known, now)) return { outcome: 'not-banned' }
  // If the key was deleted, the license is only the ban of its devices.
  if (!onlyDevices || known.key === '') return { outcome: 'unbanned', ...removeBan(known) }
  if (known.banOnlyKey) return { outcome: 'devices-not-banned' }
  return { outcome: 'unbanned', license: { ...known, banOnlyKey: true } }
}

/** What happens to a banned license when time passes. */
export const decideLapse = (known: License, now: number): LicenseChange<'lapsed' | 'in-force'> =>
  isBanInForce(known, now) ? { outcome: 'in-force' } : { outcome: 'lapsed', ...removeBan(known) }
