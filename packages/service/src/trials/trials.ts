import type { DeviceStrength, LicenseKey } from '@latchkey/protocol'
import { isBanInForce } from '../core/license/bans.ts'
import { endAfterDays, isExpired } from '../core/license/key-expiry.ts'
import { deviceBannedRefusal, type Refusal, refusal } from '../core/license/refusals.ts'
import { newUser, type User } from '../core/license/users.ts'

/** Trials of a project. A trial is a key that an app gets by itself, for one device, once. */

/** The settings of a project for its trials. */
export interface TrialRules {
  /** How long a trial lasts; 0: the project offers none. */
  readonly trialDays: number
  /** Whether a device gets one that is hard to tell from others. */
  readonly trialWeakDevices: boolean
  /** How many start in a day, in all, and from one address. */
  readonly trialsPerDay: number
  readonly trialsPerAddress: number
  /** Days after which the key of a trial that is over is deleted. */
  readonly trialKeptDays: number
}

export const NO_TRIALS: TrialRules = {
  trialDays: 0,
  trialWeakDevices: false,
  trialsPerDay: 1_000,
  trialsPerAddress: 5,
  trialKeptDays: 30,
}

/** What is stored that a request for a trial depends on. */
export interface TrialSnapshot {
  readonly rules: TrialRules
  /** Undefined: the device has had no trial. Without a user, the key of its trial is deleted. */
  readonly known: { readonly user: User | undefined } | undefined
  /** Trials that started on this day, in UTC. */
  readonly startedToday: number
  readonly startedByAddress: number
}

export type TrialDecision =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The trial of this device has not ended. */
  | { readonly kind: 'running'; readonly key: string }
  | { readonly kind: 'starts'; readonly user: User }

export interface TrialRequest {
  readonly deviceId: string
  readonly strength: DeviceStrength
  /** For the trial, if it starts. */
  readonly newKey: LicenseKey
}

/** Why no device gets a trial now, or not this one. Undefined: the rest must be looked up. */
export function refusalBeforeTrial(
  { trialDays }: TrialRules,
  bannedDevice: User | undefined,
  now: number,
): Refusal | undefined {
  if (trialDays === 0) return refusal('TRIAL_NOT_OFFERED')
  const isBanned = bannedDevice !== undefined && isBanInForce(bannedDevice, now)
  return isBanned ? deviceBannedRefusal(bannedDevice) : undefined
}

/**
 * Decides an authentic request for a trial. Pure. A device whose trial runs gets the same key again,
 * so that an answer that was lost costs nothing; only a start counts.
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
    const { user } = known
    // SECURITY: a key that was bought is not for everyone who knows the device ID.
    return user?.trial && !isExpired(user, now) ? { kind: 'running', key: user.key } : refused('TRIAL_USED')
  }
  if (rules.trialDays === 0) return refused('TRIAL_NOT_OFFERED')
  if (strength === 'weak' && !rules.trialWeakDevices) return refused('TRIAL_DEVICE_WEAK')
  if (startedToday >= rules.trialsPerDay || startedByAddress >= rules.trialsPerAddress) {
    return refused('TRIAL_LIMIT_REACHED')
  }
  const authExpire = endAfterDays(rules.trialDays, now)
  const wanted = { identifier: deviceId, authExpire, maxDevices: 1, movesPerYear: 0 }
  return { kind: 'starts', user: { ...newUser(newKey, wanted, now), trial: true } }
}
