import type { KeyState } from '@latchkey/management'
import { isExpired } from './key-expiry.ts'
import type { User } from './users.ts'

/** What a key can do at the moment; `KEY_STATES` has the rules. Bans that ended have lapsed. */
export function keyStateOf(user: User, now: number): KeyState {
  if (user.banned) return 'banned'
  if (isExpired(user, now)) return 'expired'
  return isUnclaimed(user) ? 'unused' : 'active'
}

export const isUnclaimed = ({ status, lastReset }: User): boolean => status === 'reset' && lastReset === 0
