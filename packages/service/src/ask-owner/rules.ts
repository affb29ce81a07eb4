import { KEY_VALID } from '@latchkey/protocol'
import { type DecideCheck, decideAuthentic, refuse } from '../checks/check-key.ts'
import {
  hasDevices,
  isLinked,
  limitsOf,
  linkDevice,
  nameDevice,
  offlineEnd,
} from '../core/license/devices.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { refusal } from '../core/license/refusals.ts'
import { decideLicense, decideState } from '../devices/decide-license.ts'
import { findDevice } from '../devices/device-requests.ts'
import { type MoveRules, mayAskOwner, releaseByUser } from '../devices/moves.ts'
import type { OwnerChoice } from './storage.ts'

/** Rules for requests to the owner of a license (docs/decisions/0059-ask-the-owner.md). */

/** How long the owner can answer. */
export const OPEN_SECONDS = SECONDS_A_DAY
/** Requests for a license in a day, each of which is a mail. */
const REQUESTS_A_DAY = 2
/** SECURITY: the tries to type the words. */
const MOST_TRIES = 3

/** `tried-out`: the words were wrong too often. */
export const OWNER_REQUEST_STATES = ['waiting', 'allowed', 'denied', 'tried-out'] as const
export type OwnerRequestState = (typeof OWNER_REQUEST_STATES)[number]

/** A request for a license, as far as the limits are about it. */
interface PastRequest {
  readonly askedAt: number
  readonly state: OwnerRequestState
  /** When it was answered; 0: it was not. */
  readonly endedAt: number
}

/** Whether the owner cannot be asked again now. */
export function isLimited(past: readonly PastRequest[], now: number): boolean {
  const since = now - SECONDS_A_DAY
  const asked = past.filter(({ askedAt }) => askedAt > since)
  const isRefused = past.some(
    ({ state, endedAt }) => (state === 'denied' || state === 'tried-out') && endedAt > since,
  )
  return isRefused || asked.length >= REQUESTS_A_DAY
}

/**
 * Decides whether a request is authentic, and whether its key can be used at all. `OWNER_ALLOWED`:
 * there is a place for the computer.
 */
export const decideAsk: DecideCheck = (attempt, { license, bannedDevice, ...snapshot }, now) =>
  decideAuthentic(attempt, { license, bannedDevice, ...snapshot }, now, ({ project, authentic }) => {
    if (license === undefined) return refuse(refusal('KEY_INCORRECT'), authentic)
    const known = { license, bannedDevice, limits: project, isByHand: true }
    const { refusal: unusable } = decideState(known, now)
    if (unusable !== undefined) return refuse(unusable, authentic)
    const decided = (code: string) => ({ answer: { code, message: '' }, effects: authentic })
    const hasPlace = decideLicense(known, attempt.deviceId, now).refusal === undefined
    if (hasPlace) return decided('OWNER_ALLOWED')
    if (!mayAskOwner(license, project, now)) return refuse(refusal('ASK_NOT_OFFERED'), authentic)
    return decided(KEY_VALID)
  })

export const WORDS_OUTCOMES = ['words-wrong', 'request-over'] as const

/** What follows from words that are wrong for the n-th time. */
export const afterWrongWords = (tries: number): (typeof WORDS_OUTCOMES)[number] =>
  tries >= MOST_TRIES ? 'request-over' : 'words-wrong'

export type AllowOutcome = 'allowed' | 'no-such-computer' | 'held-by-file' | 'not-working'

/**
 * Gives the place of the chosen computer to the one that asked. It counts as a move, but needs none
 * that is left: the owner decides. SECURITY: the computer is linked at once, because the one that
 * was freed could take a free place again.
 */
export function decideAllow(
  known: License,
  { computer }: Pick<OwnerChoice, 'computer'>,
  asking: { readonly deviceId: string; readonly computer: string },
  rules: MoveRules,
  now: number,
): LicenseChange<AllowOutcome> {
  const { license, refusal: unusable } = decideState({ license: known, bannedDevice: undefined }, now)
  if (unusable !== undefined) return { outcome: 'not-working' }
  if (isLinked(license, asking.deviceId)) return { outcome: 'allowed' }
  const freed = findDevice(license, computer)
  if (freed === undefined) return { outcome: 'no-such-computer' }
  if (offlineEnd(license, freed) > now) return { outcome: 'held-by-file' }
  const limits = limitsOf(rules, license)
  const linked = linkDevice(releaseByUser(license, freed, asking.deviceId, now), asking.deviceId, limits, now)
  const named = hasDevices(limits) ? nameDevice(linked, asking.deviceId, asking.computer) : linked
  return { outcome: 'allowed', license: named, event: 'moved' }
}
