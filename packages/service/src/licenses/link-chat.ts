import { isChatId } from '@latchkey/management'
import { expiryAfterClaim } from '../core/license/key-expiry.ts'
import type { User, UserChange } from '../core/license/users.ts'

export type LinkOutcome = 'linked' | 'invalid-chat-id' | 'has-chat-id'

/** Source: interface, "Link Chat ID". The storage checks that no other key has the chat ID. */
export function decideLink(
  known: User,
  { chatId, force }: { readonly chatId: string; readonly force: boolean },
  now: number,
): UserChange<LinkOutcome> {
  if (!isChatId(chatId)) return { outcome: 'invalid-chat-id' }
  if (known.chatId !== '' && !force) return { outcome: 'has-chat-id' }
  return { outcome: 'linked', user: { ...known, chatId, authExpire: expiryAfterClaim(known, now) } }
}
