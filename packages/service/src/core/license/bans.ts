import { NEVER } from '@latchkey/protocol'
import { isLinked } from './devices.ts'
import type { User, UserChange } from './users.ts'

/** A ban ends by itself at its second. */
export const isBanInForce = (user: User, now: number): boolean => user.banned && now < banEnd(user)

/** Compares bans: one without an end lasts longest. */
export const banEnd = ({ banExpire }: User): number =>
  banExpire === NEVER ? Number.POSITIVE_INFINITY : banExpire

/** The same user when there is no ban to remove. */
export const withoutBan = (user: User): User =>
  user.banned
    ? { ...user, banned: false, banReason: '', banExpire: 0, unbanToken: '', banIp: '', banOnlyKey: false }
    : user

/** A user whose key was deleted while banned is only a ban, and is deleted with it. */
const removeBan = (user: User): Pick<UserChange<string>, 'user' | 'removed'> =>
  user.key === '' ? { removed: 'user' } : { user: withoutBan(user) }

/** Whether the ban of a user also refuses this device with other keys. */
export const bansDevice = (user: User, device: string): boolean =>
  user.banned && !user.banOnlyKey && isLinked(user, device)

export interface Ban {
  readonly reason?: string | undefined
  /** `NEVER` or undefined: without an end. */
  readonly expire?: number | undefined
  /** A new one for every ban, so that a token of an old ban lifts nothing. */
  readonly unbanToken: string
  /** Its devices may be used with other keys. */
  readonly onlyKey?: boolean | undefined
}

/** Source: interface, "User status", any key → banned. The status stays. Replaces an older ban. */
export function decideBan(
  known: User,
  { reason = '', expire = NEVER, unbanToken, onlyKey = false }: Ban,
  now: number,
): UserChange<'banned' | 'ban-already-over'> {
  if (expire !== NEVER && expire <= now) return { outcome: 'ban-already-over' }
  return {
    outcome: 'banned',
    user: {
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

/** @param onlyDevices the key stays banned, and its devices may be used with other keys */
export function decideUnban(known: User, now: number, onlyDevices = false): UserChange<UnbanOutcome> {
  if (!isBanInForce(known, now)) return { outcome: 'not-banned' }
  // Without a key, the ban of its devices is all there is.
  if (!onlyDevices || known.key === '') return { outcome: 'unbanned', ...removeBan(known) }
  if (known.banOnlyKey) return { outcome: 'devices-not-banned' }
  return { outcome: 'unbanned', user: { ...known, banOnlyKey: true } }
}

/** What happens to a banned user when time passes. */
export const decideLapse = (known: User, now: number): UserChange<'lapsed' | 'in-force'> =>
  isBanInForce(known, now) ? { outcome: 'in-force' } : { outcome: 'lapsed', ...removeBan(known) }
