import type { KeyCheckData } from '@latchkey/protocol'
import { isBanInForce, withoutBan } from '../core/license/bans.ts'
import { limitsOf, linkDevice, linkedDevices, useDevice } from '../core/license/devices.ts'
import { expiryAfterClaim, isOver } from '../core/license/key-expiry.ts'
import {
  bannedRefusal,
  deviceBannedRefusal,
  expiredRefusal,
  type Refusal,
  refusal,
} from '../core/license/refusals.ts'
import type { User } from '../core/license/users.ts'
import { isReleased, type MoveRules } from './moves.ts'

export const NO_DATA: KeyCheckData = { note: '', total_executions: 0, auth_expire: 0 }

export interface LicenseDecision {
  /** Undefined: the key is valid on this device. */
  readonly refusal: Refusal | undefined
  /** Empty for a device that does not own the key. This execution is already counted. */
  readonly data: KeyCheckData
  /** The user as it is from now on, when that changes: such as by a claim, or a ban that is over. */
  readonly user: User | undefined
}

/** What is known of an existing key. */
export interface KnownKey {
  readonly user: User
  readonly bannedDevice: User | undefined
  /** Of the project. */
  readonly limits: MoveRules
  /** Somebody decided to use the key on this device. A check may also be a start of the app. */
  readonly isByHand?: boolean
  /** The app reads no signed fields, so it cannot know for which versions a perpetual key is. */
  readonly isUnsigned?: boolean
}

/** Whether an existing key is valid on a device. The first of the rules that fails answers. */
export function decideLicense(known: KnownKey, deviceId: string, now: number): LicenseDecision {
  const { user, refusal: refused } = decideState(known, now)
  const changed = user === known.user ? undefined : user
  const linked = linkedDevices(user)
  // SECURITY: the note and the expiry are for the devices that own the key.
  const isOwner = linked.length === 0 || linked.includes(deviceId)
  const refuse = (reason: Refusal): LicenseDecision => ({
    refusal: reason,
    data: isOwner ? dataOf(user) : NO_DATA,
    user: changed,
  })
  const accept = (owned: User): LicenseDecision => ({
    refusal: undefined,
    data: dataOf(owned),
    user: owned === known.user ? undefined : owned,
  })

  if (refused?.isDeviceBanned && user.recorded.refusedDevice !== deviceId) {
    const recorded = { ...user.recorded, refusedDevice: deviceId }
    return { ...refuse(refused), user: { ...user, recorded } }
  }
  if (refused !== undefined) return refuse(refused)
  const limits = limitsOf(known.limits, user)
  if (linked.includes(deviceId)) return accept(useDevice(user, deviceId, limits, now))
  const mustBeByHand = isReleased(user, known.limits, deviceId)
  if (linked.length >= limits.maxDevices || (mustBeByHand && known.isByHand !== true)) {
    return refuse(refusal('KEY_HWID_LOCKED'))
  }
  // The first device to use an unassigned key claims it.
  const claimed = { ...user, authExpire: expiryAfterClaim(user, now) }
  return accept(linkDevice(claimed, deviceId, limits, now))
}

/** Whether a key can be used at all. `user`: without a ban that is over. */
export function decideState(
  known: Pick<KnownKey, 'user' | 'bannedDevice' | 'isUnsigned'>,
  now: number,
): { readonly user: User; readonly refusal?: Refusal } {
  const { bannedDevice } = known
  const user = isBanInForce(known.user, now) ? known.user : withoutBan(known.user)
  if (user.banned) return { user, refusal: bannedRefusal(user) }
  if (bannedDevice !== undefined && isBanInForce(bannedDevice, now)) {
    return { user, refusal: deviceBannedRefusal(bannedDevice) }
  }
  const ends = known.isUnsigned ? { ...user, perpetual: false } : user
  return isOver(ends, now) ? { user, refusal: expiredRefusal(user) } : { user }
}

export const dataOf = (user: User): KeyCheckData => ({
  note: user.note,
  total_executions: user.totalExecutions + 1,
  auth_expire: user.authExpire,
})
