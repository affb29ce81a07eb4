import { isBanInForce } from './bans.ts'
import { keyIdOfUser } from './events.ts'
import type { Given } from './given.ts'
import { expiryAfterClaim } from './key-expiry.ts'
import type { User, UserChange } from './users.ts'

/** What is not given does not change, nor does an `authExpire` of 0. An empty text unlinks. */
export type UserUpdate = Given<Pick<User, 'identifier' | 'chatId' | 'authExpire' | 'note'>>

/** Source: interface, "Update User". */
export function decideUpdate(known: User, update: UserUpdate, now: number): UserChange<'updated'> {
  const { chatId = known.chatId, note = known.note } = update
  const dated = { ...known, chatId, note, ...expiryOf(known, update.authExpire) }
  const linked = update.identifier === undefined ? dated : { ...dated, ...linkTo(update.identifier) }
  const isClaimed = linked.identifier !== '' || linked.chatId !== ''
  return {
    outcome: 'updated',
    user: isClaimed ? { ...linked, authExpire: expiryAfterClaim(linked, now) } : linked,
  }
}

/** A given end replaces days that were sold. */
const expiryOf = (known: User, wanted = 0): Pick<User, 'authExpire' | 'keyDays'> =>
  wanted === 0 ? { authExpire: known.authExpire, keyDays: known.keyDays } : { authExpire: wanted, keyDays: 0 }

const linkTo = (identifier: string): Pick<User, 'identifier' | 'identifierType' | 'status'> =>
  identifier === ''
    ? { identifier, identifierType: '', status: 'reset' }
    : { identifier, identifierType: 'HWID', status: 'active' }

/**
 * Source: interface, "Delete User/Key" and "User status", banned. A banned user stays stored
 * without its key, because its device could otherwise use another key.
 */
export function decideDelete(known: User, now: number): UserChange<'deleted'> {
  if (!isBanInForce(known, now)) return { outcome: 'deleted', removed: 'user' }
  const recorded = { keyId: keyIdOfUser(known) }
  const user: User = {
    ...known,
    identifierType: '',
    status: 'banned',
    authExpire: 0,
    keyDays: 0,
    recorded,
  }
  return { outcome: 'deleted', removed: 'key', user }
}
