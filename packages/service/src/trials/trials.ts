import { type DeviceStrength, KEY_VALID, type LicenseKey } from '@latchkey/protocol'
import { type DecideCheck, decideAuthentic, refuse } from '../checks/check-key.ts'
import type { TrialRules } from '../core/accounts/projects.ts'
import { isBanInForce } from '../core/license/bans.ts'
import { endAfterDays, isExpired } from '../core/license/key-expiry.ts'
import { type License, newLicense } from '../core/license/license.ts'
import { deviceBannedRefusal, type Refusal, refusal } from '../core/license/refusals.ts'

/**
 * Rules for the trials of a project. A trial is a key that an app gets by itself, for one device,
 * once.
 */

/** The stored data on which the decision about a trial depends. */
export interface TrialSnapshot {
  readonly rules: TrialRules
  /**
   * What is known of the device. Undefined: it has had no trial. Without a license, the key of its
   * trial was deleted.
   */
  readonly known: { readonly license: License | undefined } | undefined
  /** Trials that started on this day, in UTC. */
  readonly startedToday: number
  readonly startedByAddress: number
}

export type TrialDecision =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The trial of this device has not ended. */
  | { readonly kind: 'running'; readonly key: string }
  | { readonly kind: 'starts'; readonly license: License }

export interface TrialRequest {
  readonly deviceId: string
  readonly strength: DeviceStrength
  /** The key of the trial, if it starts. */
  readonly newKey: LicenseKey
}

/**
 * Decides whether a request for a trial is authentic, and whether a trial may start on its device.
 */
export const decideTrialRequest: DecideCheck = (attempt, snapshot, now) =>
  decideAuthentic(attempt, snapshot, now, ({ project, authentic }) => {
    const { bannedDevice } = snapshot
    if (project.trialDays === 0) return refuse(refusal('TRIAL_NOT_OFFERED'), authentic)
    if (bannedDevice !== undefined && isBanInForce(bannedDevice, now)) {
      return refuse(deviceBannedRefusal(bannedDevice), authentic)
    }
    return { answer: { code: KEY_VALID, message: '' }, effects: authentic }
  })

/**
 * Decides an authentic request for a trial. Pure. A device whose trial runs gets the same key
 * again, so that a lost answer costs nothing; only a start counts.
 */
export function decideTrial(
  { deviceId, strength, newKey }: TrialRequest,
  { rules, known, startedToday, startedByAddress }: TrialSnapshot,
  now: number,
): TrialDecision {
  const refused = (code: Parameters<typeof refusal>[0]): TrialDecision => ({
    kind: 'refused',
    refusal: refusal(code),
  })
  if (known !== undefined) {
    const { license } = known
    // SECURITY: a key that was bought is not given to everyone who knows the device ID.
    return license?.trial && !isExpired(license, now)
      ? { kind: 'running', key: license.key }
      : refused('TRIAL_USED')
  }
  if (rules.trialDays === 0) return refused('TRIAL_NOT_OFFERED')
  if (strength === 'weak' && !rules.trialWeakDevices) return refused('TRIAL_DEVICE_WEAK')
  if (startedToday >= rules.trialsPerDay || startedByAddress >= rules.trialsPerAddress) {
    return refused('TRIAL_LIMIT_REACHED')
  }
  const authExpire = endAfterDays(rules.trialDays, now)
  const wanted = { identifier: deviceId, authExpire, maxDevices: 1, movesPerYear: 0 }
  return { kind: 'starts', license: { ...newLicense(newKey, wanted, now), trial: true } }
}
