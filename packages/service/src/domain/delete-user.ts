import type { UserChange } from '../storage/storage.ts'
import { isBanInForce } from './bans.ts'
import type { User } from './records.ts'

/**
 * Source: interface, "Delete User/Key" and "User status", banned. A banned user stays on record without the key, or
 * its device could come back with another one.
 */
export function decideDelete(known: User, now: number): UserChange<'deleted'> {
  if (!isBanInForce(known, now)) return { outcome: 'deleted', removed: 'user' }
  const user: User = { ...known, identifierType: '', status: 'banned', authExpire: 0, keyDays: 0 }
  return { outcome: 'deleted', removed: 'key', user }
}
