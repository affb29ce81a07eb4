import { AS_PROJECT } from '@latchkey/management'
import { type LicenseKey, NEVER } from '@latchkey/protocol'
import type { Customer } from '../core/customer/customers.ts'
import { decideBan, withoutBan } from '../core/license/bans.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import { type NewUser, newUser, type User } from '../core/license/users.ts'

type Imported = Pick<
  NewUser,
  'note' | 'vendorNote' | 'identifier' | 'authExpire' | 'keyDays' | 'maxDevices'
> & {
  /** The key is banned with this reason. */
  readonly banReason?: string | undefined
}

/**
 * A user with a key that was issued elsewhere. Its end is that second, also before its claim.
 * @param request the ID of the request, which may be repeated
 * @param unbanToken of a key that is banned
 */
export function importedUser(
  key: LicenseKey,
  { authExpire = 0, banReason, ...wanted }: Imported,
  { request, unbanToken, now }: { request: string | undefined; unbanToken: string; now: number },
): User {
  const created = newUser(key, wanted, now)
  const isFixed = authExpire > 0 || created.keyDays === 0
  const user: User = {
    ...created,
    ...(isFixed && { authExpire: authExpire > 0 ? authExpire : NEVER, keyDays: 0 }),
    recorded: request === undefined ? {} : { request },
  }
  const { user: banned } =
    banReason === undefined ? {} : decideBan(user, { reason: banReason, unbanToken, onlyKey: true }, now)
  return banned ?? user
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

export interface ComparedUser {
  readonly user: User
  readonly changed: readonly ImportChange[]
  /** The key works here and not in the file, or the other way, and it stays so. */
  readonly differs: 'works' | 'banned' | undefined
}

/** Compares a key that the project has with the same key in a file. Nothing that is set is replaced. */
export function compareImported(
  known: User,
  wanted: User,
  { ban, unban, customer }: ExistingKeys & { readonly customer?: Customer | undefined },
  now: number,
): ComparedUser {
  const changed: ImportChange[] = []
  let user = known
  const set = (change: ImportChange, isEmpty: boolean, isGiven: boolean, fields: Partial<User>): void => {
    if (!isEmpty || !isGiven) return
    changed.push(change)
    user = { ...user, ...fields }
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
    return { user, changed, differs: isKept ? 'works' : undefined }
  }
  if (wanted.banned && ban) {
    const { banReason: reason, unbanToken } = wanted
    user = decideBan(user, { reason, unbanToken, onlyKey: true }, now).user ?? user
    return { user, changed: [...changed, 'banned'], differs: undefined }
  }
  if (known.banned && unban) {
    return { user: withoutBan(user), changed: [...changed, 'unbanned'], differs: undefined }
  }
  return { user, changed, differs: known.banned ? 'banned' : 'works' }
}
