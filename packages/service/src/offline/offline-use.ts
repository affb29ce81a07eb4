import { KEY_VALID, type KeyCheckRecord, NEVER } from '@latchkey/protocol'
import { type CheckEffects, type DecideCheck, refuse } from '../checks/check-key.ts'
import {
  isLinked,
  leastRecent,
  limitsOf,
  linkDevice,
  offlineEnd,
  recordOffline,
} from '../core/license/devices.ts'
import { endAfterDays } from '../core/license/key-expiry.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { dateOf, refusal } from '../core/license/refusals.ts'
import { dataOf, decideLicense } from '../devices/decide-license.ts'
import { decideRelease, type ResetOutcome } from '../devices/reset-device.ts'
import { termFields } from '../features/features.ts'

/** The decision of the vendor about a key that is linked to another device. */
export interface Move {
  /**
   * Moves the key to the device of the request, in the place of the device that a reset would
   * unlink.
   */
  readonly move: boolean
  /** Moves the key even if a reset would need `force`. */
  readonly force: boolean
}

/**
 * Decides whether a key may be used without a network on a device, by the rules of a key check, and
 * counts as one. The messages are for the vendor.
 */
export const decideOfflineUse =
  ({ move, force }: Move): DecideCheck =>
  ({ deviceId }, { project, license, bannedDevice }, now) => {
    if (project === undefined || !project.approved) return refuse(refusal('APP_NOT_APPROVED'))
    if (license === undefined) return refuse(asRefusal('KEY_INCORRECT', UNKNOWN))
    if (license.trial) return { answer: asRefusal('TRIAL_KEY', OF_TRIAL), effects: {} }
    let decision = decideLicense({ license, bannedDevice, limits: project, isByHand: true }, deviceId, now)
    if (decision.refusal?.code === 'KEY_HWID_LOCKED') {
      if (!move) return refuse(asRefusal('KEY_HWID_LOCKED', linkedElsewhere(license, now)))
      const replaced = leastRecent(license)
      const reset = { force, cooldownSeconds: project.resetCooldownSeconds }
      const release = decideRelease(license, replaced, reset, now)
      if (release.license === undefined) return { answer: moveRefusal(release.outcome, license), effects: {} }
      const linked = linkDevice(release.license, deviceId, limitsOf(project, license), now)
      decision = { refusal: undefined, data: dataOf(linked), license: linked }
    }
    const { refusal: refused, data, license: changed } = decision
    if (refused?.code === 'KEY_EXPIRED') return refuse(asRefusal('KEY_EXPIRED', expired(license)))
    if (refused !== undefined) return refuse(refused)
    const effects: CheckEffects = { execution: true, ...(changed && { license: changed }) }
    const fields = termFields(changed ?? license, project)
    return { answer: { code: KEY_VALID, message: '', data, fields }, effects }
  }

/** The end of an offline license: after these days, but not after the end of the key. */
export const endOfUse = (days: number, authExpire: number, now: number): number => {
  const end = endAfterDays(days, now)
  return authExpire === NEVER ? end : Math.min(end, authExpire)
}

/** Records an offline license. A longer one on the same device is kept. */
export function decideIssue(
  known: License,
  { deviceId, until }: { readonly deviceId: string; readonly until: number },
): LicenseChange<'issued' | 'moved-meanwhile'> {
  if (!isLinked(known, deviceId)) return { outcome: 'moved-meanwhile' }
  return { outcome: 'issued', license: recordOffline(known, deviceId, until) }
}

const asRefusal = <Code extends string>(code: Code, message: string) => ({ code, message })

const OF_TRIAL = 'The key is a trial, which is for computers with a network. Make it an ordinary key first.'

const UNKNOWN = 'The request is for a key that this project does not have.'

const expired = ({ authExpire }: License): string =>
  `The key expired on ${dateOf(authExpire)}. Give it a later end first.`

const linkedElsewhere = (license: License, now: number): string => {
  const goesOn = offlineEndOfReplaced(license) > now ? ` ${stillUsed(license)}` : ''
  return `The key is linked to another device. Use move to move it to the computer of the request.${goesOn}`
}

const offlineEndOfReplaced = (license: License): number => offlineEnd(license, leastRecent(license))

const stillUsed = (license: License): string =>
  `The other computer has an offline license, and goes on with it until ${dateOf(offlineEndOfReplaced(license))}.`

function moveRefusal(outcome: ResetOutcome | 'released', license: License): KeyCheckRecord {
  switch (outcome) {
    case 'on-cooldown':
      return asRefusal(
        'RESET_ON_COOLDOWN',
        'The key is on cooldown after its last reset. Wait, or use force to move it anyway.',
      )
    case 'resets-disabled':
      return asRefusal(
        'RESETS_DISABLED',
        'Device resets are disabled for this project. Use force to move the key anyway.',
      )
    case 'offline-license-active':
      return asRefusal('OFFLINE_LICENSE_ACTIVE', `${stillUsed(license)} Use force to move the key anyway.`)
    // `decideLicense` has refused a banned license before this.
    case 'license-banned':
    case 'reset':
    case 'released':
      throw new Error(`A move ended as ${outcome}.`)
  }
}
