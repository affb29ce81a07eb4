import { createLicenseKey, type DeviceStrength, KEY_VALID, type LicenseKey } from '@latchkey/protocol'
import { type CheckAttempt, decideTrialUse, refuse } from '../checks/check-key.ts'
import type { Checks } from '../checks/check-queue.ts'
import { decideOne } from '../checks/decide-one.ts'
import type { UseAnswer } from '../checks/routes.ts'
import type { CheckStorage } from '../checks/storage.ts'
import type { Clock } from '../core/clock.ts'
import { refusal } from '../core/license/refusals.ts'
import { callerOf } from '../core/security/caller.ts'
import type { TrialStorage } from './storage.ts'
import { decideTrial, decideTrialRequest } from './trials.ts'

export interface TrialAttempt {
  readonly attempt: CheckAttempt
  readonly strength: DeviceStrength
  /** Whether the app can verify the signature of the answer. */
  readonly canSign: boolean
}

interface TrialParts {
  readonly storage: Pick<CheckStorage, 'checkKeys'> & TrialStorage
  readonly clock: Clock
  readonly submit: Checks['submit']
}

/**
 * Answers a request for a trial in three atomic steps: the request is verified, the trial starts or
 * continues, its key is checked. After a crash between them, the next request of the same device
 * gets the same key.
 */
export async function startTrial(
  { attempt, strength, canSign }: TrialAttempt,
  { storage, clock, submit }: TrialParts,
): Promise<UseAnswer> {
  const { appName, deviceId, address } = attempt
  const trusted = await submit({ ...attempt, rule: decideTrialRequest })
  if (trusted.code !== KEY_VALID) return trusted
  if (!canSign) return refuse(refusal('TRIAL_NOT_OFFERED')).answer

  const now = clock()
  const request = { deviceId, strength, newKey: createLicenseKey() }
  const decided = await storage.startTrial(
    appName,
    { deviceId, address: callerOf(address) },
    (known) => decideTrial(request, known, now),
    { at: now, actor: 'user', address, fields: ['trial'] },
  )
  if (decided === undefined) return refuse(refusal('APP_NOT_APPROVED')).answer
  if (decided.kind === 'refused') return refuse(decided.refusal).answer
  const key = decided.kind === 'starts' ? decided.license.key : decided.key
  const answer = await decideOne(storage, attempt, { ...attempt, key }, decideTrialUse, clock())
  // The storage has only keys that were created as license keys.
  return answer.code === KEY_VALID ? { ...answer, key: key as LicenseKey } : answer
}
