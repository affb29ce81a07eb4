import type { UserChange } from '../storage/storage.ts'
import { isBanInForce } from './bans.ts'
import { decideLink, type LinkOutcome } from './chat-links.ts'
import { isExpired } from './key-expiry.ts'
import type { User } from './records.ts'
import { decideReset, type Reset, type ResetOutcome } from './reset-device.ts'

export type RedeemOutcome = LinkOutcome | 'banned' | 'expired' | 'linked-already' | 'in-use'

/**
 * Links a chat ID to an unassigned key. A key that a device has claimed is not unassigned: whoever got hold of
 * somebody's key could take it over. That no other key has the chat ID is the storage's to see.
 */
export function decideRedeem(known: User, chatId: string, now: number): UserChange<RedeemOutcome> {
  if (isBanInForce(known, now)) return { outcome: 'banned' }
  if (isExpired(known, now)) return { outcome: 'expired' }
  if (known.chatId !== '' && known.chatId === chatId) return { outcome: 'linked-already' }
  if (known.chatId === '' && known.identifier !== '') return { outcome: 'in-use' }
  return decideLink(known, { chatId, force: false }, now)
}

/** A reset that the owner asks for follows the project's settings, and nobody can force it. */
export const decideOwnReset = (
  known: User,
  chatId: string,
  { cooldownSeconds }: Pick<Reset, 'cooldownSeconds'>,
  now: number,
): UserChange<ResetOutcome | 'not-linked'> =>
  // The link may have changed since the key was looked up.
  known.chatId === chatId
    ? decideReset(known, { force: false, cooldownSeconds }, now)
    : { outcome: 'not-linked' }
