import { NEVER } from '@latchkey/protocol'
import type { Account } from './records.ts'

export type ApiAccess = 'granted' | 'disabled' | 'expired' | 'address-not-allowed'

/** Whether the holder of an account's API key may use it, now and from there. */
export function judgeApiAccess(
  account: Pick<Account, 'enabled' | 'expiresAt'>,
  isAddressAllowed: boolean,
  now: number,
): ApiAccess {
  if (!account.enabled) return 'disabled'
  if (account.expiresAt !== NEVER && now >= account.expiresAt) return 'expired'
  return isAddressAllowed ? 'granted' : 'address-not-allowed'
}
