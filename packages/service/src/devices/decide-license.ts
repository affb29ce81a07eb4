import type { KeyCheckData } from '@latchkey/protocol'
import { isBanInForce, withoutBan } from '../core/license/bans.ts'
import { limitsOf, linkDevice, linkedDevices, useDevice } from '../core/license/devices.ts'
import { expiryAfterClaim, isOver } from '../core/license/key-expiry.ts'
import type { License } from '../core/license/license.ts'
import {
  bannedRefusal,
  deviceBannedRefusal,
  expiredRefusal,
  type Refusal,
  refusal,
  stopRefusal,
} from '../core/license/refusals.ts'
import { isReleased, type MoveRules } from './moves.ts'

export const NO_DATA: KeyCheckData = { note: '', total_executions: 0, auth_expire: 0 }

export interface LicenseDecision {
  /** The reason why the key is not valid on this device. Undefined: it is valid. */
  readonly refusal: Refusal | undefined
  /**
   * The data of the key, including this execution. Empty for a device that does not own the key.
   */
  readonly data: KeyCheckData
  /** The changed license, for example after a claim or the end of a ban. */
  readonly license: License | undefined
}

/** What is known of an existing key. */
export interface KnownKey {
  readonly license: License
  readonly bannedDevice: License | undefined
  /** The limits of the project. */
  readonly limits: MoveRules
  /**
   * Whether a person decided to use the key on this device. A check may also be a start of the app.
   */
  readonly isByHand?: boolean
  /**
   * Whether the app reads no signed fields: then it cannot know for which versions a perpetual key
   * is.
   */
  readonly isUnsigned?: boolean
}

/** Whether an existing key is valid on a device. The first rule that refuses it decides. */
export function decideLicense(known: KnownKey, deviceId: string, now: number): LicenseDecision {
  const { license, refusal: refused } = decideState(known, now)
  const changed = license === known.license ? undefined : license
  const linked = linkedDevices(license)
  // SECURITY: only devices that own the key get the note and the expiry.
  const isOwner = linked.length === 0 || linked.includes(deviceId)
  const refuse = (reason: Refusal): LicenseDecision => ({
    refusal: reason,
    data: isOwner ? dataOf(license) : NO_DATA,
    license: changed,
  })
  const accept = (owned: License): LicenseDecision => ({
    refusal: undefined,
    data: dataOf(owned),
    license: owned === known.license ? undefined : owned,
  })

  if (refused?.fields?.isDeviceBanned && license.recorded.refusedDevice !== deviceId) {
    const recorded = { ...license.recorded, refusedDevice: deviceId }
    return { ...refuse(refused), license: { ...license, recorded } }
  }
  if (refused !== undefined) return refuse(refused)
  const limits = limitsOf(known.limits, license)
  if (linked.includes(deviceId)) return accept(useDevice(license, deviceId, limits, now))
  const mustBeByHand = isReleased(license, known.limits, deviceId)
  if (linked.length >= limits.maxDevices || (mustBeByHand && known.isByHand !== true)) {
    return refuse(refusal('KEY_HWID_LOCKED'))
  }
  // The first device that uses an unassigned key claims it.
  const claimed = { ...license, authExpire: expiryAfterClaim(license, now) }
  return accept(linkDevice(claimed, deviceId, limits, now))
}

/** Whether a key can be used at all. `license`: without a ban that has ended. */
export function decideState(
  known: Pick<KnownKey, 'license' | 'bannedDevice' | 'isUnsigned'>,
  now: number,
): { readonly license: License; readonly refusal?: Refusal } {
  const { bannedDevice } = known
  const license = isBanInForce(known.license, now) ? known.license : withoutBan(known.license)
  if (license.banned) return { license, refusal: bannedRefusal(license) }
  if (bannedDevice !== undefined && isBanInForce(bannedDevice, now)) {
    return { license, refusal: deviceBannedRefusal(bannedDevice) }
  }
  const stop = stopRefusal(license)
  if (stop !== undefined) return { license, refusal: stop }
  const ends = known.isUnsigned ? { ...license, perpetual: false } : license
  return isOver(ends, now) ? { license, refusal: expiredRefusal(license) } : { license }
}

export const dataOf = (license: License): KeyCheckData => ({
  note: license.note,
  total_executions: license.totalExecutions + 1,
  auth_expire: license.authExpire,
})
