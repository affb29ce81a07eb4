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
import { dateOf, refusal } from '../core/license/refusals.ts'
import type { User, UserChange } from '../core/license/users.ts'
import { dataOf, decideLicense } from '../devices/decide-license.ts'
import { decideRelease, type ResetOutcome } from '../devices/reset-device.ts'
import { termFields } from '../features/features.ts'

/** What the vendor has decided about a key that is linked to another device. */
export interface Move {
  /** Moves the key to the device of the request, in the place of one that a reset would unlink. */
  readonly move: boolean
  /** Moves it also where a reset needs `force`. */
  readonly force: boolean
}

/**
 * Whether a key may be used without a network on a device: by the rules of a key check, of which it
 * counts as one. The messages are for the vendor.
 */
export const decideOfflineUse =
  ({ move, force }: Move): DecideCheck =>
  ({ deviceId }, { project, user, bannedDevice }, now) => {
    if (project === undefined || !project.approved) return refuse(refusal('APP_NOT_APPROVED'))
    if (user === undefined) return refuse(asRefusal('KEY_INCORRECT', UNKNOWN))
    if (user.trial) return { answer: asRefusal('TRIAL_KEY', OF_TRIAL), effects: {} }
    let decision = decideLicense({ user, bannedDevice, limits: project, isByHand: true }, deviceId, now)
    if (decision.refusal?.code === 'KEY_HWID_LOCKED') {
      if (!move) return refuse(asRefusal('KEY_HWID_LOCKED', linkedElsewhere(user, now)))
      const replaced = leastRecent(user)
      const reset = { force, cooldownSeconds: project.resetCooldownSeconds }
      const release = decideRelease(user, replaced, reset, now)
      if (release.user === undefined) return { answer: moveRefusal(release.outcome, user), effects: {} }
      const linked = linkDevice(release.user, deviceId, limitsOf(project, user), now)
      decision = { refusal: undefined, data: dataOf(linked), user: linked }
    }
    const { refusal: refused, data, user: changed } = decision
    if (refused?.code === 'KEY_EXPIRED') return refuse(asRefusal('KEY_EXPIRED', expired(user)))
    if (refused !== undefined) return refuse(refused)
    const effects: CheckEffects = { execution: true, ...(changed && { user: changed }) }
    const license = termFields(changed ?? user, project)
    return { answer: { code: KEY_VALID, message: '', data, license }, effects }
  }

/** The end of an offline license: after these days, and at the end of the key, if it has one. */
export const endOfUse = (days: number, authExpire: number, now: number): number => {
  const end = endAfterDays(days, now)
  return authExpire === NEVER ? end : Math.min(end, authExpire)
}

/** Records an offline license. A longer one on the same device stays in force. */
export function decideIssue(
  known: User,
  { deviceId, until }: { readonly deviceId: string; readonly until: number },
): UserChange<'issued' | 'moved-meanwhile'> {
  if (!isLinked(known, deviceId)) return { outcome: 'moved-meanwhile' }
  return { outcome: 'issued', user: recordOffline(known, deviceId, until) }
}

const asRefusal = <Code extends string>(code: Code, message: string) => ({ code, message })

const OF_TRIAL = 'The key is a trial, which is for computers with a network. Make it an ordinary key first.'

const UNKNOWN = 'The request is for a key that this project does not have.'

const expired = ({ authExpire }: User): string =>
  `The key expired on ${dateOf(authExpire)}. Give it a later end first.`

const linkedElsewhere = (user: User, now: number): string => {
  const goesOn = offlineEndOfReplaced(user) > now ? ` ${stillUsed(user)}` : ''
  return `The key is linked to another device. Use move to move it to the computer of the request.${goesOn}`
}

const offlineEndOfReplaced = (user: User): number => offlineEnd(user, leastRecent(user))

const stillUsed = (user: User): string =>
  `The other computer has an offline license, and goes on with it until ${dateOf(offlineEndOfReplaced(user))}.`

function moveRefusal(outcome: ResetOutcome | 'released', user: User): KeyCheckRecord {
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
      return asRefusal('OFFLINE_LICENSE_ACTIVE', `${stillUsed(user)} Use force to move the key anyway.`)
    // The license was decided first, and refuses a banned user.
    case 'user-banned':
    case 'reset':
    case 'released':
      throw new Error(`A move ended as ${outcome}.`)
  }
}
