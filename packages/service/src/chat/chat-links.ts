import type { DecideCheck } from '../checks/check-key.ts'
import { TIME_WINDOW_SECONDS } from '../checks/time-window.ts'
import { isBanInForce } from '../core/license/bans.ts'
import { isOver } from '../core/license/key-expiry.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { decideReset, type Reset, type ResetOutcome } from '../devices/reset-device.ts'
import { decideLink, type LinkOutcome } from '../licenses/link-chat.ts'

/** Accepts a signed request of the chat platform once, with the nonces of the key checks. */
export const decideChatRequest: DecideCheck = (_attempt, { nonceTaken }, now) =>
  nonceTaken
    ? { answer: { code: 'SECURITY_ERROR', message: '' }, effects: { attackBlocked: true } }
    : {
        answer: { code: 'UNKNOWN_ERROR', message: '' },
        effects: { rememberNonceUntil: now + 2 * TIME_WINDOW_SECONDS },
      }

export type RedeemOutcome = LinkOutcome | 'banned' | 'stopped' | 'expired' | 'linked-already' | 'in-use'

/**
 * Links a chat ID to an unassigned key. A key that a device has claimed is not unassigned:
 * otherwise a stolen key could be taken over. The storage checks that no other key has the chat ID.
 */
export function decideRedeem(known: License, chatId: string, now: number): LicenseChange<RedeemOutcome> {
  if (isBanInForce(known, now)) return { outcome: 'banned' }
  if (known.stopped !== '') return { outcome: 'stopped' }
  if (isOver(known, now)) return { outcome: 'expired' }
  if (known.chatId !== '' && known.chatId === chatId) return { outcome: 'linked-already' }
  if (known.chatId === '' && known.identifier !== '') return { outcome: 'in-use' }
  return decideLink(known, { chatId, force: false }, now)
}

/** A reset by the owner follows the project's settings and cannot be forced. */
export const decideOwnReset = (
  known: License,
  chatId: string,
  { cooldownSeconds }: Pick<Reset, 'cooldownSeconds'>,
  now: number,
): LicenseChange<ResetOutcome | 'not-linked' | 'stopped'> => {
  // The link may have changed since the key was looked up.
  if (known.chatId !== chatId) return { outcome: 'not-linked' }
  if (known.stopped !== '' && !isBanInForce(known, now)) return { outcome: 'stopped' }
  return decideReset(known, { force: false, cooldownSeconds }, now)
}
