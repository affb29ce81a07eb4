import type { KeyCheckData } from '@latchkey/protocol'
import { isBanInForce, withoutBan } from './bans.ts'
import { expiryAfterClaim, isExpired } from './key-expiry.ts'
import { bannedRefusal, expiredRefusal, type Refusal, refusal } from './refusals.ts'
import type { User } from './users.ts'

export const NO_DATA: KeyCheckData = { note: '', total_executions: 0, auth_expire: 0 }

export interface LicenseDecision {
  /** Undefined: the key is valid on this device. */
  readonly refusal: Refusal | undefined
  /** Empty for a device that does not own the key. This execution is already counted. */
  readonly data: KeyCheckData
  /** The user as it is from now on, when that changes: the key is claimed, or its ban is over. */
  readonly user: User | undefined
}

/** Whether an existing key is valid on a device. The first of the rules that fails answers. */
export function decideLicense(
  known: { readonly user: User; readonly bannedDevice: User | undefined },
  deviceId: string,
  now: number,
): LicenseDecision {
  const user = isBanInForce(known.user, now) ? known.user : withoutBan(known.user)
  const changed = user === known.user ? undefined : user
  // SECURITY: the note and the expiry are for the device that owns the key.
  const isOwner = user.identifier === '' || user.identifier === deviceId
  const refuse = (reason: Refusal): LicenseDecision => ({
    refusal: reason,
    data: isOwner ? dataOf(user) : NO_DATA,
    user: changed,
  })

  if (user.banned) return refuse(bannedRefusal(user))
  if (known.bannedDevice !== undefined && isBanInForce(known.bannedDevice, now)) {
    return refuse(bannedRefusal(known.bannedDevice))
  }
  if (isExpired(user, now)) return refuse(expiredRefusal(user))
  if (!isOwner) return refuse(refusal('KEY_HWID_LOCKED'))
  if (user.identifier !== '') return { refusal: undefined, data: dataOf(user), user: changed }

  const claimed = claim(user, deviceId, now)
  return { refusal: undefined, data: dataOf(claimed), user: claimed }
}

/** The first device to use an unassigned key owns it from then on. */
const claim = (user: User, deviceId: string, now: number): User => ({
  ...user,
  identifier: deviceId,
  identifierType: 'HWID',
  status: 'active',
  authExpire: expiryAfterClaim(user, now),
})

const dataOf = (user: User): KeyCheckData => ({
  note: user.note,
  total_executions: user.totalExecutions + 1,
  auth_expire: user.authExpire,
})
