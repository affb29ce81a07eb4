import { NEVER } from '@latchkey/protocol'
import type { UserChange } from '../storage/storage.ts'
import { isBanInForce, withoutBan } from './bans.ts'
import type { User } from './records.ts'

export interface Ban {
  readonly reason?: string | undefined
  /** `NEVER`, or left out: for good. */
  readonly expire?: number | undefined
  /** A new one for every ban, so that a token of an old ban lifts nothing. */
  readonly unbanToken: string
}

/** Source: interface, "User status", any key → banned. The status stays; a second ban replaces the first. */
export function decideBan(
  known: User,
  { reason = '', expire = NEVER, unbanToken }: Ban,
  now: number,
): UserChange<'banned' | 'ended-already'> {
  if (expire !== NEVER && expire <= now) return { outcome: 'ended-already' }
  return {
    outcome: 'banned',
    user: { ...known, banned: true, banReason: reason, banExpire: expire, unbanToken },
  }
}

/** Of a banned user whose key was deleted, nothing is left without the ban. */
export function decideUnban(known: User, now: number): UserChange<'unbanned' | 'not-banned'> {
  if (!isBanInForce(known, now)) return { outcome: 'not-banned' }
  if (known.key === '') return { outcome: 'unbanned', removed: 'user' }
  return { outcome: 'unbanned', user: withoutBan(known) }
}
