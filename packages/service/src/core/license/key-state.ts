import type { KeyState } from '@latchkey/management'
import { isExpired } from './key-expiry.ts'
import type { License } from './license.ts'

/**
 * Computes the state of a key from its facts, by the rules of `KEY_STATES`. Bans that have ended
 * must have been removed.
 */
export function keyStateOf(license: License, now: number): KeyState {
  if (license.banned) return 'banned'
  if (license.stopped !== '') return 'stopped'
  if (isExpired(license, now)) return 'expired'
  return isUnclaimed(license) ? 'unused' : 'active'
}

export const isUnclaimed = ({ status, lastReset }: License): boolean => status === 'reset' && lastReset === 0
