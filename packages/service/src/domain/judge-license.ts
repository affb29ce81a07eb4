import type { KeyCheckData } from '@latchkey/protocol'
import { isBanInForce, withoutBan } from './bans.ts'
import { expiryAfterClaim, isExpired } from './key-expiry.ts'
import type { User } from './records.ts'
import { bannedRefusal, expiredRefusal, type Refusal, refusal } from './refusals.ts'

export const NO_DATA: KeyCheckData = { note: '', total_executions: 0, auth_expire: 0 }

export interface LicenseVerdict {
  /** Undefined: the key is good on this device. */
  readonly refusal: Refusal | undefined
  /** Nothing for anybody but the device that holds the key. This execution is counted already. */
  readonly data: KeyCheckData
  /** The user as it is from now on, when that changes: the key is claimed, or its ban is over. */
  readonly user: User | undefined
}

/** Whether a key that exists is good on a device. The order of the rules is fixed, and the first that fails answers. */
export function judgeLicense(
  known: { readonly user: User; readonly bannedDevice: User | undefined },
  deviceId: string,
  now: number,
): LicenseVerdict {
  const user = isBanInForce(known.user, now) ? known.user : withoutBan(known.user)
  const changed = user === known.user ? undefined : user
  // What a key is good for concerns nobody but the device that holds it.
  const isOwner = user.identifier === '' || user.identifier === deviceId
  const refuse = (reason: Refusal): LicenseVerdict => ({
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
