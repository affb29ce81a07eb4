import { isDeviceId, isLicenseKey, KEY_VALID } from '@latchkey/protocol'
import { type CheckDecision, type CheckEffects, type DecideCheck, refuse } from '../checks/check-key.ts'
import { type Refusal, refusal } from '../core/license/refusals.ts'
import { decideLicense, NO_DATA } from '../devices/decide-license.ts'
import type { Script } from './scripts.ts'

const MISSING_KEY: Refusal = {
  code: 'KEY_INVALID',
  message:
    'There is no license key. Set script_key to your license key at the top of the loader, and try again.',
}
const NOT_FREE: Refusal = {
  code: 'KEY_INCORRECT',
  message: 'This script is no longer free for all. Set script_key to your license key, and start it again.',
}

/**
 * Decides whether a caller may load a script: if it is free for all, or by the rules of the key
 * check.
 */
export const decideLoad =
  ({ ffa }: Script): DecideCheck =>
  ({ key, deviceId }, { project, license, bannedDevice }, now) => {
    if (ffa) return accept(FREE_FOR_ALL_DATA, { execution: true })
    if (key === '') return refuse(MISSING_KEY)
    if (!isLicenseKey(key)) return refuse(refusal('KEY_INVALID'))
    if (!isDeviceId(deviceId)) return refuse(refusal('INVALID_EXECUTOR'))
    if (project === undefined || license === undefined) return refuse(refusal('KEY_INCORRECT'))
    const decision = decideLicense({ license, bannedDevice, limits: project }, deviceId, now)
    const effects: CheckEffects = { execution: true, ...(decision.license && { license: decision.license }) }
    if (decision.refusal !== undefined) return refuse(decision.refusal, effects, decision.data)
    return accept(decision.data, effects)
  }

/** Decides whether a running script may continue. Counts no execution, and does not claim a key. */
export const decideHeartbeat =
  ({ ffa }: Script): DecideCheck =>
  ({ key, deviceId }, { project, license, bannedDevice }, now) => {
    if (ffa) return accept(NO_DATA, {})
    if (key === '') return refuse(NOT_FREE)
    if (project === undefined || license === undefined) return refuse(refusal('KEY_INCORRECT'))
    const decision = decideLicense({ license, bannedDevice, limits: project }, deviceId, now)
    return decision.refusal === undefined ? accept(NO_DATA, {}) : refuse(decision.refusal)
  }

/** A script that is free for all has no expiry. */
const FREE_FOR_ALL_DATA = { ...NO_DATA, auth_expire: -1 }

const accept = (data: typeof NO_DATA, effects: CheckEffects): CheckDecision => ({
  answer: { code: KEY_VALID, message: 'The script may run.', data },
  effects,
})
