import { type EventKind, keyIdOf } from '@latchkey/management'
import {
  DEVICE_NAMED,
  DEVICE_RELEASED,
  DEVICES_LISTED,
  KEY_VALID,
  OWNER_ANSWERS,
  UPDATE_TOKEN_GIVEN,
} from '@latchkey/protocol'
import { isBanInForce } from '../license/bans.ts'
import { linkedDevices } from '../license/devices.ts'
import type { License, LicenseChange } from '../license/license.ts'
import { shortAddress } from './addresses.ts'

/** Who does something, when and from where. */
export interface Origin {
  readonly at: number
  /**
   * `service`: the change happens by itself when time passes. `shop`: it follows an order. `user`:
   * an app did it. `customer`: somebody who is signed in at the customer's page.
   */
  readonly actor: 'user' | 'api-key' | 'command-line' | 'chat' | 'shop' | 'service' | 'person' | 'customer'
  /** The whole address; empty if there is none. Events have only its network. */
  readonly address: string
  /** The names of the fields that were given, without their values. */
  readonly fields: readonly string[]
  /** The e-mail address of the actor `person`; otherwise absent. */
  readonly person?: string
  /** The ID of the change of many keys to which the event belongs; otherwise absent. */
  readonly bulk?: string
}

/**
 * What happened to a key, a script, a project, an account, a person or a customer. SECURITY: never a
 * license key, a token, a customer's address or a free text, because events stay when a key is deleted.
 */
export interface EventEntry extends Required<Origin> {
  readonly kind: EventKind
  /** `keys`: many keys were changed at once. Its events of single keys have the same `bulk`. */
  readonly subject: 'key' | 'keys' | 'script' | 'project' | 'account' | 'person' | 'customer'
  /** The `keyIdOf` of a key, the `bulk` of many keys, otherwise the public ID. */
  readonly subjectId: string
  /**
   * 1 for a single subject, and the number of keys for `keys`. 0 for each of those keys, so that
   * lists count them once.
   */
  readonly count: number
  /** The code of a refused check; otherwise empty. */
  readonly code: string
}

/** An event of a key, with the numbers of its license and its project in the storage. */
export interface StoredEvent {
  readonly projectRow: number
  readonly licenseRow: number
  readonly event: EventEntry
}

/** An event as it is listed. */
export interface ListedEvent extends EventEntry {
  /** The license key; empty when it was deleted, and for other subjects. */
  readonly licenseKey: string
  /** The number of that license in the storage. Undefined if there is none. */
  readonly licenseRow: number | undefined
  /** The number of the event in the storage. */
  readonly row: number
}

/** How many of the newest refusals of each key are kept. */
export const REFUSALS_KEPT = 50
/** In this time, a refusal is recorded once for the same key and code. */
const REFUSED_EVERY_SECONDS = 60

const ACCEPTED: ReadonlySet<string> = new Set([
  KEY_VALID,
  DEVICES_LISTED,
  DEVICE_RELEASED,
  DEVICE_NAMED,
  ...OWNER_ANSWERS,
  UPDATE_TOKEN_GIVEN,
])
/** Whether a code of an answer is not a refusal. */
export const isAccepted = (code: string): boolean => ACCEPTED.has(code)

export const eventOf = (
  kind: EventKind,
  subject: EventEntry['subject'],
  subjectId: string,
  { at, actor, address, fields, person = '', bulk = '' }: Origin,
  code = '',
): EventEntry => ({
  at,
  kind,
  subject,
  subjectId,
  code,
  actor,
  address: shortAddress(address),
  fields,
  person,
  bulk,
  count: bulk === '' ? 1 : 0,
})

/**
 * The event of a change of many keys. It replaces the events of `count` keys, such as `one`, in
 * lists.
 */
export const eventOfMany = (kind: EventKind, one: EventEntry, count: number): EventEntry => ({
  ...one,
  kind,
  subject: 'keys',
  subjectId: one.bulk,
  count,
})

/** The ID of the key of a license. If the key was deleted, the license has stored it. */
export const keyIdOfLicense = ({ key, recorded }: License): string =>
  key === '' ? (recorded.keyId ?? '') : keyIdOf(key)

/** The origin of changes that happen by themselves. */
export const byService = (at: number): Origin => ({ at, actor: 'service', address: '', fields: [] })

/** The events of a change that `by` makes to a license. */
export function eventsOfChange(
  known: License,
  { license, removed, event: ofDevices }: Omit<LicenseChange<string>, 'outcome'>,
  by: Origin,
): readonly EventEntry[] {
  const event = (kind: EventKind): EventEntry => {
    const isLapse = kind === 'unbanned' && !isBanInForce(known, by.at)
    return eventOf(kind, 'key', keyIdOfLicense(known), isLapse ? byService(by.at) : by)
  }
  // A license without a key is only a ban.
  if (removed !== undefined) return [event(known.key === '' ? 'unbanned' : 'deleted')]
  if (license === undefined) return []
  const before = linkedDevices(known)
  const isLinked = linkedDevices(license).some((device) => !before.includes(device))
  const isChatLinked = license.chatId !== '' && license.chatId !== known.chatId
  const isBannedAnew = license.banned && license.unbanToken !== known.unbanToken
  const kinds: EventKind[] = []
  const isDevicesFreed = license.banned && license.banOnlyKey && !known.banOnlyKey
  if (known.banned && (!license.banned || (isDevicesFreed && !isBannedAnew))) kinds.push('unbanned')
  if (isBannedAnew) kinds.push('banned')
  if (ofDevices !== undefined) kinds.push(ofDevices)
  else {
    if (license.totalResets > known.totalResets) kinds.push('reset')
    if (isLinked || isChatLinked) kinds.push('linked')
  }
  return (kinds.length === 0 ? (['updated'] as const) : kinds).map(event)
}

/**
 * The events of a check, and the license with them if it changes. A license stores when its
 * refusals were recorded, so the limit is valid for all nodes: a storage locks the licenses of a
 * check.
 * @param change the license as the check leaves it; absent: unchanged
 */
export function eventsOfCheck(
  known: License,
  change: Pick<LicenseChange<string>, 'license' | 'event'>,
  code: string,
  by: Origin,
): { readonly events: readonly EventEntry[]; readonly license: License | undefined } {
  const { license: changed } = change
  // Other changes by a check, such as the day of the last use, are not events.
  const events = eventsOfChange(known, change, by).filter(({ kind }) => kind !== 'updated')
  if (isAccepted(code)) return { events, license: changed }
  const license = changed ?? known
  const { refusedAt } = license.recorded
  const last = refusedAt?.[code]
  // A time in the future was written with a wrong clock.
  if (last !== undefined && Math.abs(by.at - last) < REFUSED_EVERY_SECONDS)
    return { events, license: changed }
  const refused = (kind: EventKind, origin: Origin, reason: string) =>
    events.push(eventOf(kind, 'key', keyIdOfLicense(license), origin, reason))
  // The first refusal after the end is also the event of the end, which nothing else records.
  if (code === 'KEY_EXPIRED' && (last ?? 0) < license.authExpire) refused('expired', byService(by.at), '')
  refused('refused', by, code)
  const recorded = { ...license.recorded, refusedAt: { ...refusedAt, [code]: by.at } }
  return { events, license: { ...license, recorded } }
}
