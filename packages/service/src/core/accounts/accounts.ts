import { NEVER } from '@latchkey/protocol'

export interface Account {
  readonly id: string
  readonly email: string
  readonly chatId: string
  readonly plan: string
  readonly registeredAt: number
  /** The last second of the API key; `NEVER` if it has none. */
  readonly expiresAt: number
  readonly enabled: boolean
  /** SHA-256 of the API key. The key itself is not stored. */
  readonly apiKeyHash: Uint8Array
  /** Addresses and CIDR ranges from which the API key may be used. Empty: from everywhere. */
  readonly allowList: readonly string[]
}

/** A new account with the first plan, without an end and without a limit of addresses. */
export const newAccount = (
  { id, email, apiKeyHash }: Pick<Account, 'id' | 'email' | 'apiKeyHash'>,
  now: number,
): Account => ({
  id,
  email,
  chatId: '',
  plan: 'standard',
  registeredAt: now,
  expiresAt: NEVER,
  enabled: true,
  apiKeyHash,
  allowList: [],
})

export type ApiAccess = 'granted' | 'api-key-disabled' | 'api-key-expired' | 'address-not-allowed'

/** Whether the API key of an account may be used now and from this address. */
export function decideApiAccess(
  account: Pick<Account, 'enabled' | 'expiresAt'>,
  isAddressAllowed: boolean,
  now: number,
): ApiAccess {
  if (!account.enabled) return 'api-key-disabled'
  if (account.expiresAt !== NEVER && now >= account.expiresAt) return 'api-key-expired'
  return isAddressAllowed ? 'granted' : 'address-not-allowed'
}
