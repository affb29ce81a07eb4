import { AS_PROJECT } from '@latchkey/management'
import { type LicenseKey, NEVER } from '@latchkey/protocol'
import type { Customer } from '../core/customer/customers.ts'
import { decideBan, withoutBan } from '../core/license/bans.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import { type License, type NewLicense, newLicense } from '../core/license/license.ts'

type Imported = Pick<
  NewLicense,
  'note' | 'vendorNote' | 'identifier' | 'authExpire' | 'keyDays' | 'maxDevices'
> & {
  /** The key is banned for this reason. */
  readonly banReason?: string | undefined
}

/**
 * A license whose key was issued elsewhere. Its end is fixed, also before its claim.
 * @param request the ID of the request, which may be repeated
 * @param unbanToken for a key that is banned
 */
export function importedLicense(
  key: LicenseKey,
  { authExpire = 0, banReason, ...wanted }: Imported,
  { request, unbanToken, now }: { request: string | undefined; unbanToken: string; now: number },
): License {
  const created = newLicense(key, wanted, now)
  const isFixed = authExpire > 0 || created.keyDays === 0
  const license: License = {
    ...created,
    ...(isFixed && { authExpire: authExpire > 0 ? authExpire : NEVER, keyDays: 0 }),
    recorded: request === undefined ? {} : { request },
  }
  const { license: banned } =
    banReason === undefined ? {} : decideBan(license, { reason: banReason, unbanToken, onlyKey: true }, now)
  return banned ?? license
}

/** The changes that an import may make to keys of the project. */
interface ExistingKeys {
  /**
   * `ban`: ban or end keys that work here, but not in the file. `unban`: lift the bans of keys that
   * work in the file.
   */
  readonly ban: boolean
  readonly unban: boolean
}

/** What an import has changed of a key of the project. */
type ImportChange =
  | 'note'
  | 'vendor_note'
  | 'auth_expire'
  | 'max_devices'
  | 'identifier'
  | 'customer'
  | 'ended'
  | 'banned'
  | 'unbanned'

export interface ComparedLicense {
  readonly license: License
  readonly changed: readonly ImportChange[]
  /**
   * Set if the key works either here or in the file, but not in both, and the import does not
   * change this.
   */
  readonly differs: 'works' | 'banned' | undefined
}

/**
 * Compares a key of the project with the same key in a file. Existing values are never replaced.
 */
export function compareImported(
  known: License,
  wanted: License,
  { ban, unban, customer }: ExistingKeys & { readonly customer?: Customer | undefined },
  now: number,
): ComparedLicense {
  const changed: ImportChange[] = []
  let license = known
  const set = (change: ImportChange, isEmpty: boolean, isGiven: boolean, fields: Partial<License>): void => {
    if (!isEmpty || !isGiven) return
    changed.push(change)
    license = { ...license, ...fields }
  }
  const { note, vendorNote, authExpire, maxDevices, identifier } = wanted
  set('note', known.note === '', note !== '', { note })
  set('vendor_note', known.vendorNote === '', vendorNote !== '', { vendorNote })
  // A key whose end has passed does not work, as if it were banned.
  const isPast = authExpire > 0 && authExpire <= now
  const isOpen = known.authExpire === NEVER
  set('auth_expire', isOpen, authExpire > now, { authExpire })
  set('ended', isOpen, isPast && (ban || known.banned || wanted.banned), { authExpire })
  set('max_devices', known.maxDevices === AS_PROJECT, maxDevices !== AS_PROJECT, { maxDevices })
  // A key that is sold by the day begins with its first device.
  const isFree = keyStateOf(known, now) === 'unused' && known.keyDays === 0
  set('identifier', isFree, identifier !== '', { identifier, identifierType: 'HWID', status: 'active' })
  set('customer', known.customerId === null, customer !== undefined, {})
  if (known.banned === wanted.banned) {
    const isKept = isPast && !ban && isOpen && !known.banned
    return { license, changed, differs: isKept ? 'works' : undefined }
  }
  if (wanted.banned && ban) {
    const { banReason: reason, unbanToken } = wanted
    license = decideBan(license, { reason, unbanToken, onlyKey: true }, now).license ?? license
    return { license, changed: [...changed, 'banned'], differs: undefined }
  }
  if (known.banned && unban) {
    return { license: withoutBan(license), changed: [...changed, 'unbanned'], differs: undefined }
  }
  return { license, changed, differs: known.banned ? 'banned' : 'works' }
}
