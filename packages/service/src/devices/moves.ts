import { MOST_MOVES_PER_YEAR } from '@latchkey/management'
import type { LicenseFields, MoveWait } from '@latchkey/protocol'
import type { Project } from '../core/accounts/projects.ts'
import {
  hasDevices,
  isLinked,
  leastRecent,
  limitsOf,
  linkDevice,
  linkedDevices,
  offlineEnd,
  unlinkDevice,
} from '../core/license/devices.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import type { DeviceLimits, License } from '../core/license/license.ts'
import { moveRefusal, type Refusal, refusal } from '../core/license/refusals.ts'
import { cooldownEnd, RESETS_DISABLED } from './reset-device.ts'

/** Rules for moves and releases by the user of a key. Each of them counts as a reset. */

/** The settings of a project that decide about a move. */
export type MoveRules = DeviceLimits & Pick<Project, 'resetCooldownSeconds'>

const YEAR_SECONDS = 365 * SECONDS_A_DAY
const MOVED_FROM_KEPT = 8

const lastYear = (times: readonly number[] = [], now: number): readonly number[] =>
  times.filter((at) => at > now - YEAR_SECONDS)

interface MoveState {
  readonly left: number
  /** The reasons why a move is not possible now, in the order in which it is refused. */
  readonly waits: readonly { readonly until: number; readonly for: MoveWait }[]
}

const canMove = (license: License, rules: MoveRules): boolean =>
  limitsOf(rules, license).movesPerYear > 0 && rules.resetCooldownSeconds !== RESETS_DISABLED

const movedFrom = (license: License, device: string) =>
  isLinked(license, device)
    ? undefined
    : license.deviceUse.movedFrom?.find((moved) => moved.device === device)

/**
 * Whether a device lost the license to another one. It is then linked again only by a move, so that
 * no start of the app undoes what its user decided. This does not apply if it would lock out
 * somebody: if no other device is linked, or if the user cannot move the key.
 */
export const isReleased = (license: License, rules: MoveRules, device: string): boolean =>
  canMove(license, rules) && license.identifier !== '' && movedFrom(license, device) !== undefined

/**
 * The moves that are left, and what forbids the next one.
 * @param replaced the device to unlink; empty: not decided yet
 * @returns undefined when users cannot move the key
 */
function moveState(license: License, rules: MoveRules, replaced: string, now: number): MoveState | undefined {
  if (!canMove(license, rules)) return undefined
  const { movesPerYear } = limitsOf(rules, license)
  const moves = lastYear(license.deviceUse.moves, now).toSorted((a, b) => a - b)
  const freed = moves[moves.length - movesPerYear]
  const ends: Readonly<Record<MoveWait, number>> = {
    cooldown: cooldownEnd(license, rules.resetCooldownSeconds),
    limit: freed === undefined ? 0 : freed + YEAR_SECONDS,
    offline: offlineEnd(license, replaced),
  }
  const waits = (['cooldown', 'limit', 'offline'] as const)
    .map((reason) => ({ until: ends[reason], for: reason }))
    .filter(({ until }) => until > now)
  return { left: Math.max(0, movesPerYear - moves.length), waits }
}

/** What a user can do, for the fields of an answer. Undefined: the key cannot be moved. */
export function moveField(
  license: License,
  rules: MoveRules,
  replaced: string,
  now: number,
): LicenseFields['move'] {
  const state = moveState(license, rules, replaced, now)
  if (state === undefined) return undefined
  const [wait] = state.waits.toSorted((a, b) => b.until - a.until)
  return { left: state.left, ...(wait && { wait }) }
}

/**
 * The fields of an answer that the interface does not define. Undefined for a key of one device.
 */
export function deviceFields(
  license: License,
  rules: MoveRules,
  deviceId: string,
  now: number,
): LicenseFields | undefined {
  const limits = limitsOf(rules, license)
  if (!hasDevices(limits)) return undefined
  const linked = linkedDevices(license).length
  const move = moveField(license, rules, isLinked(license, deviceId) ? '' : leastRecent(license), now)
  // SECURITY: only the device that had the license learns this.
  const moved = movedFrom(license, deviceId)
  // If a place is free, the device replaces no other one when it moves back, so it need not wait.
  const returns = move && moved && linked < limits.maxDevices
  return {
    devices: { linked, most: limits.maxDevices },
    ...(move && { move: returns ? { left: move.left } : move }),
    ...(moved && { movedAt: moved.at }),
  }
}

/** Why a user cannot unlink a device. Undefined: it is possible. */
export function refusalOfMove(
  license: License,
  rules: MoveRules,
  replaced: string,
  now: number,
): Refusal | undefined {
  const state = moveState(license, rules, replaced, now)
  if (state === undefined) return refusal('MOVE_DISABLED')
  const [wait] = state.waits
  return wait && moveRefusal(wait.for, wait.until)
}

/**
 * Whether a computer without a place may ask the owner for one: no place is free, not every computer
 * holds a license file, and the owner has not done so as often as a year ever allows.
 */
export const mayAskOwner = (
  license: License,
  project: DeviceLimits & Pick<Project, 'askOwner'>,
  now: number,
): boolean =>
  project.askOwner &&
  license.customerId !== null &&
  lastYear(license.deviceUse.moves, now).length < MOST_MOVES_PER_YEAR &&
  linkedDevices(license).length >= limitsOf(project, license).maxDevices &&
  linkedDevices(license).some((device) => offlineEnd(license, device) <= now)

/** Unlinks the device `from`, which counts as a move. `by`: the device that sent the request. */
export function releaseByUser(license: License, from: string, by: string, now: number): License {
  const { deviceUse, ...unlinked } = unlinkDevice(license, from)
  const moves = [...lastYear(deviceUse.moves, now), now].slice(-MOST_MOVES_PER_YEAR)
  // A device that releases itself knows this, and a device that releases another one is in use.
  const others = deviceUse.movedFrom?.filter(({ device }) => device !== from && device !== by) ?? []
  const away = from === by ? others : [...others, { device: from, at: now }].slice(-MOVED_FROM_KEPT)
  return {
    ...unlinked,
    lastReset: now,
    totalResets: license.totalResets + 1,
    deviceUse: { ...deviceUse, moves, movedFrom: away },
  }
}

/** Links a device in the place of the one that was used least recently. */
export const moveTo = (license: License, device: string, rules: MoveRules, now: number): License =>
  linkDevice(releaseByUser(license, leastRecent(license), device, now), device, limitsOf(rules, license), now)
