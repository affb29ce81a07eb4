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
  /** The key is banned with this reason. */
  readonly banReason?: string | undefined
}

/**
 * A license with a key that was issued elsewhere. Its end is that second, also before its claim.
 * @param request the ID of the request, which may be repeated
 * @param unbanToken of a key that is banned
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

/** What an import may do with keys that the project has already. */
interface ExistingKeys {
  /** Ban or end those that work here, and do not in the file; and the other way. */
  readonly ban: boolean
  readonly unban: boolean
}

/** What an import changes of a key that the project has. */
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
  /** The key works here and not in the file, or the other way, and it stays so. */
  readonly differs: 'works' | 'banned' | undefined
}

/** Compares a key that the project has with the same key in a file. Nothing that is set is replaced. */
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
  // An end that has passed stops the key, as a ban does.
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
