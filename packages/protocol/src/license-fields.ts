import {
  type BareItem,
  type InnerList,
  type Item,
  parseDictionary,
  serializeDictionary,
  Token,
} from 'structured-headers'
import { isFeature, MAX_FEATURES_OF_LICENSE } from './features.ts'
import { isLicenseKey, type LicenseKey } from './formats.ts'
import { UPDATE_TOKEN_LENGTH, type UpdateToken } from './update-token.ts'

/** Why a move is not possible yet. */
export const MOVE_WAITS = ['cooldown', 'limit', 'offline'] as const
/** One of `MOVE_WAITS`. */
export type MoveWait = (typeof MOVE_WAITS)[number]

/** Why a license is stopped, which is not a ban. */
export const LICENSE_STOPS = ['refunded', 'charged-back', 'replaced'] as const
/** One of `LICENSE_STOPS`. */
export type LicenseStop = (typeof LICENSE_STOPS)[number]

/**
 * The members of `latchkey-license`: what the service reports beyond the interface. All are absent
 * if a project has the default settings.
 */
export interface LicenseFields {
  /** The key may have several devices, or its devices can be moved. */
  readonly devices?: { readonly linked: number; readonly most: number }
  /** Moves and releases that the user can do now or later. Absent: none. */
  readonly move?: {
    /** How many moves and releases are left in this year. */
    readonly left: number
    /** Unix seconds from which the next move is possible, and the reason to wait. Absent: now. */
    readonly wait?: { readonly until: number; readonly for: MoveWait }
  }
  /** Unix seconds at which the license was moved from this device, or the device was released. */
  readonly movedAt?: number
  /** The gate can ask the owner of the license by mail to free a computer. */
  readonly mayAskOwner?: true
  /** The service refuses this device, because it was banned with another key. */
  readonly isDeviceBanned?: true
  /** The license is stopped: by its order, or another key has replaced this one. */
  readonly stopped?: LicenseStop
  /** The key is a trial, which ends when the key expires. */
  readonly isTrial?: true
  /** The names of what the key opens, each an `isFeature`, sorted. Absent: none. */
  readonly features?: readonly string[]
  /** Unix seconds. Versions of the app that were built later are not covered. Absent: all are. */
  readonly updatesUntil?: number
  /** After its end the key still opens the versions of the app that it covers. */
  readonly isPerpetual?: true
}

/**
 * The value of the header. `v` is its version; without fields the value is `v=1`.
 * @param trialKey only in the answer to a trial request
 * @param updateToken only for a linked device
 */
export function formatLicenseFields(
  fields: LicenseFields,
  trialKey?: LicenseKey,
  updateToken?: UpdateToken,
): string {
  const { devices, move, movedAt, mayAskOwner, isDeviceBanned, stopped } = fields
  const { isTrial, features = [], updatesUntil, isPerpetual } = fields
  const members = new Map<string, BareItem>([['v', 1]])
  if (devices !== undefined) members.set('devices', devices.linked).set('max-devices', devices.most)
  if (move !== undefined) members.set('moves-left', move.left)
  if (move?.wait !== undefined) {
    members.set('move-from', move.wait.until).set('move-waits', new Token(move.wait.for))
  }
  if (movedAt !== undefined) members.set('moved-at', movedAt)
  if (mayAskOwner) members.set('ask-owner', true)
  if (isDeviceBanned) members.set('device-banned', true)
  if (stopped !== undefined) members.set('stopped', new Token(stopped))
  if (isTrial) members.set('trial', true)
  if (updatesUntil !== undefined) members.set('updates-until', updatesUntil)
  if (isPerpetual) members.set('perpetual', true)
  if (trialKey !== undefined) members.set('key', trialKey)
  if (updateToken !== undefined) {
    members.set('update-token', updateToken.token).set('update-token-until', updateToken.until)
  }
  const dictionary = new Map<string, Item | InnerList>()
  for (const [name, value] of members) dictionary.set(name, [value, new Map()])
  if (features.length > 0) {
    dictionary.set('features', [features.map((feature): Item => [feature, new Map()]), new Map()])
  }
  return serializeDictionary(dictionary)
}

/**
 * Reads the header. Unknown members are ignored, because later versions add some.
 * SECURITY: only call it after the signature of the header was verified.
 */
export function parseLicenseFields(header: string): LicenseFields {
  const members = membersOf(header)
  const number = (name: string): number | undefined => {
    const value = members.get(name)?.[0]
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
  }
  const [linked, most] = [number('devices'), number('max-devices')]
  const [left, until, movedAt] = [number('moves-left'), number('move-from'), number('moved-at')]
  const oneOf = <Name extends string>(names: readonly Name[], name: string): Name | undefined => {
    const value = members.get(name)?.[0]
    return names.find((one) => value instanceof Token && value.toString() === one)
  }
  const reason = oneOf(MOVE_WAITS, 'move-waits')
  const stopped = oneOf(LICENSE_STOPS, 'stopped')
  const wait = until !== undefined && reason !== undefined ? { until, for: reason } : undefined
  const features = featuresIn(members.get('features')?.[0])
  const updatesUntil = number('updates-until')
  return {
    ...(linked !== undefined && most !== undefined && { devices: { linked, most } }),
    ...(left !== undefined && { move: { left, ...(wait && { wait }) } }),
    ...(movedAt !== undefined && { movedAt }),
    ...(members.get('ask-owner')?.[0] === true && { mayAskOwner: true }),
    ...(members.get('device-banned')?.[0] === true && { isDeviceBanned: true }),
    ...(stopped !== undefined && { stopped }),
    ...(members.get('trial')?.[0] === true && { isTrial: true }),
    ...(features.length > 0 && { features }),
    ...(updatesUntil !== undefined && { updatesUntil }),
    ...(members.get('perpetual')?.[0] === true && { isPerpetual: true }),
  }
}

/**
 * Reads the new key in the answer to a trial request. It is not in `LicenseFields`, because a
 * window may see those.
 * SECURITY: only call it after the signature of the header was verified.
 */
export function parseTrialKey(header: string): LicenseKey | undefined {
  const key = membersOf(header).get('key')?.[0]
  return typeof key === 'string' && isLicenseKey(key) ? key : undefined
}

/**
 * Reads the token for the feed of updates. As `parseTrialKey`: it is not for a window.
 * SECURITY: only call it after the signature of the header was verified.
 */
export function parseUpdateToken(header: string): UpdateToken | undefined {
  const members = membersOf(header)
  const [token, until] = [members.get('update-token')?.[0], members.get('update-token-until')?.[0]]
  const isToken = typeof token === 'string' && token !== '' && token.length <= UPDATE_TOKEN_LENGTH
  return isToken && Number.isSafeInteger(until) ? { token, until: Number(until) } : undefined
}

const featuresIn = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? list
        .slice(0, MAX_FEATURES_OF_LICENSE)
        .map((item: unknown) => (Array.isArray(item) ? item[0] : undefined))
        .filter(isFeature)
    : []

function membersOf(header: string) {
  try {
    return parseDictionary(header)
  } catch {
    return new Map<string, never>()
  }
}
