import { NEVER } from '@latchkey/protocol'
import type { User, UserChange } from './users.ts'

/** A ban ends by itself at its second. */
export const isBanInForce = (user: User, now: number): boolean => user.banned && now < banEnd(user)

/** Compares bans: one without an end lasts longest. */
export const banEnd = ({ banExpire }: User): number =>
  banExpire === NEVER ? Number.POSITIVE_INFINITY : banExpire

/** The same user when there is no ban to remove. */
export const withoutBan = (user: User): User =>
  user.banned ? { ...user, banned: false, banReason: '', banExpire: 0, unbanToken: '', banIp: '' } : user

/** A user whose key was deleted while banned is only a ban, and is deleted with it. */
const removeBan = (user: User): Pick<UserChange<string>, 'user' | 'removed'> =>
  user.key === '' ? { removed: 'user' } : { user: withoutBan(user) }

export interface Ban {
  readonly reason?: string | undefined
  /** `NEVER` or undefined: without an end. */
  readonly expire?: number | undefined
  /** A new one for every ban, so that a token of an old ban lifts nothing. */
  readonly unbanToken: string
}

/** Source: interface, "User status", any key → banned. The status stays. Replaces an older ban. */
export function decideBan(
  known: User,
  { reason = '', expire = NEVER, unbanToken }: Ban,
  now: number,
): UserChange<'banned' | 'ban-already-over'> {
  if (expire !== NEVER && expire <= now) return { outcome: 'ban-already-over' }
  return {
    outcome: 'banned',
    user: { ...known, banned: true, banReason: reason, banExpire: expire, unbanToken },
  }
}

export const decideUnban = (known: User, now: number): UserChange<'unbanned' | 'not-banned'> =>
  isBanInForce(known, now) ? { outcome: 'unbanned', ...removeBan(known) } : { outcome: 'not-banned' }

/** What happens to a banned user when time passes. */
export const decideLapse = (known: User, now: number): UserChange<'lapsed' | 'in-force'> =>
  isBanInForce(known, now) ? { outcome: 'in-force' } : { outcome: 'lapsed', ...removeBan(known) }
