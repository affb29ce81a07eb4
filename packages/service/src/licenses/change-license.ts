import { AS_PROJECT } from '@latchkey/management'
import { keyIdOfLicense } from '../core/event-log/events.ts'
import { definedFields, type SomeFields } from '../core/fields.ts'
import { isBanInForce } from '../core/license/bans.ts'
import { replaceFirst } from '../core/license/devices.ts'
import { expiryAfterClaim } from '../core/license/key-expiry.ts'
import type { DeviceLimits, License, LicenseChange } from '../core/license/license.ts'
import { featureList, type Terms } from '../core/license/terms.ts'

/**
 * Changes of a license. Fields that are not given do not change, nor does an `authExpire` of 0. An
 * empty text unlinks.
 */
export type LicenseUpdate = SomeFields<
  Pick<
    License,
    'identifier' | 'chatId' | 'authExpire' | 'note' | 'vendorNote' | keyof DeviceLimits | keyof Terms
  > & {
    /** Makes a trial an ordinary key, with the limits of its project. */
    readonly trial: false
  }
>

/** Decides an update. Source: interface, "Update User". */
export function decideUpdate(known: License, update: LicenseUpdate, now: number): LicenseChange<'updated'> {
  const { identifier, authExpire, features = known.features, ...others } = update
  const terms = { features: featureList(features), ...expiryOf(known, authExpire) }
  const limits = known.trial && update.trial === false ? AS_OF_PROJECT : {}
  const dated = { ...known, ...limits, ...definedFields(others), ...terms }
  const linked = identifier === undefined ? dated : replaceFirst(dated, identifier)
  const isClaimed = linked.identifier !== '' || linked.chatId !== ''
  return {
    outcome: 'updated',
    license: isClaimed ? { ...linked, authExpire: expiryAfterClaim(linked, now) } : linked,
  }
}

const AS_OF_PROJECT: DeviceLimits = { maxDevices: AS_PROJECT, movesPerYear: AS_PROJECT }

/** The end of a license after an update. A given end replaces days that were sold. */
const expiryOf = (known: License, wanted = 0): Pick<License, 'authExpire' | 'keyDays'> =>
  wanted === 0 ? { authExpire: known.authExpire, keyDays: known.keyDays } : { authExpire: wanted, keyDays: 0 }

/**
 * Decides a deletion. Source: interface, "Delete User/Key" and "User status", banned. A banned
 * license stays stored without its key, because its devices could otherwise use another key. A ban
 * of the key alone is deleted with the key.
 */
export function decideDelete(known: License, now: number): LicenseChange<'deleted'> {
  if (!isBanInForce(known, now) || known.banOnlyKey) return { outcome: 'deleted', removed: 'license' }
  const recorded = { keyId: keyIdOfLicense(known) }
  const license: License = {
    ...known,
    identifierType: '',
    status: 'banned',
    authExpire: 0,
    keyDays: 0,
    recorded,
    deviceUse: {},
    // Notes may name the customer, so they are deleted. The reason of the ban stays.
    note: '',
    vendorNote: '',
  }
  return { outcome: 'deleted', removed: 'key', license }
}
