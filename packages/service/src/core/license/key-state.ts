import type { KeyState } from '@latchkey/management'
import { isExpired } from './key-expiry.ts'
import type { License } from './license.ts'

/** What a key can do at the moment; `KEY_STATES` has the rules. Bans that ended have lapsed. */
export function keyStateOf(license: License, now: number): KeyState {
  if (license.banned) return 'banned'
  if (isExpired(license, now)) return 'expired'
  return isUnclaimed(license) ? 'unused' : 'active'
}

export const isUnclaimed = ({ status, lastReset }: License): boolean => status === 'reset' && lastReset === 0
