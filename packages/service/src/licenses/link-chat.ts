import { isChatId } from '@latchkey/management'
import { expiryAfterClaim } from '../core/license/key-expiry.ts'
import type { License, LicenseChange } from '../core/license/license.ts'

export type LinkOutcome = 'linked' | 'invalid-chat-id' | 'has-chat-id'

/**
 * Decides to link a chat ID. The storage checks that no other key has it. Source: interface, "Link
 * Chat ID".
 */
export function decideLink(
  known: License,
  { chatId, force }: { readonly chatId: string; readonly force: boolean },
  now: number,
): LicenseChange<LinkOutcome> {
  if (!isChatId(chatId)) return { outcome: 'invalid-chat-id' }
  if (known.chatId !== '' && !force) return { outcome: 'has-chat-id' }
  return { outcome: 'linked', license: { ...known, chatId, authExpire: expiryAfterClaim(known, now) } }
}
