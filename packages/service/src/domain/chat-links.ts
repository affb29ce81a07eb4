import { isChatId } from '@latchkey/management'
import type { UserChange } from '../storage/storage.ts'
import { expiryAfterClaim } from './key-expiry.ts'
import type { User } from './records.ts'

export type LinkOutcome = 'linked' | 'invalid-chat-id' | 'has-chat-id'

/** Source: interface, "Link Chat ID". That no other key has the chat ID is the storage's to see. */
export function decideLink(
  known: User,
  { chatId, force }: { readonly chatId: string; readonly force: boolean },
  now: number,
): UserChange<LinkOutcome> {
  if (!isChatId(chatId)) return { outcome: 'invalid-chat-id' }
  if (known.chatId !== '' && !force) return { outcome: 'has-chat-id' }
  return { outcome: 'linked', user: { ...known, chatId, authExpire: expiryAfterClaim(known, now) } }
}
