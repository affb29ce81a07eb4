import { NEVER, type RefusalCode } from '@latchkey/protocol'
import type { User } from './users.ts'

/** Messages for the user of the app: why the check was refused, and what to do next. */
const REFUSALS = {
  KEY_INVALID:
    'This is not a license key. A license key is 32 letters, without digits or spaces. Copy it again from where you received it.',
  KEY_INCORRECT:
    'This license key is not known. Check that you copied all of it, and that it is for this app.',
  KEY_HWID_LOCKED:
    'This license key is in use on another device. Ask the seller to reset its device, then enter it again here.',
  INVALID_EXECUTOR:
    'This device could not be identified. Restart the app; if that does not help, contact support.',
  TIME_ERROR:
    'The check came too late or too early to be trusted. Try again; if it keeps happening, set the clock of this device right.',
  SECURITY_ERROR:
    'The check could not be trusted, so nothing was unlocked. Try again; if it keeps happening, install the app anew from its maker.',
  APP_NOT_APPROVED: 'This app may not check license keys. Update the app, or contact its maker.',
  USER_AGENT_NOT_ALLOWED:
    'This version of the app may not check license keys. Update the app, or contact its maker.',
} as const satisfies Partial<Record<RefusalCode, string>>

export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

export const refusal = (code: keyof typeof REFUSALS): Refusal => ({ code, message: REFUSALS[code] })

export const expiredRefusal = (user: User): Refusal => ({
  code: 'KEY_EXPIRED',
  message: `This license key ran out on ${dayOf(user.authExpire)}. Renew it with the seller, then enter it again.`,
})

export const bannedRefusal = (user: User): Refusal => ({
  code: 'KEY_BANNED',
  message: [
    user.key === '' ? 'This device is blocked.' : 'This license key is blocked.',
    user.banReason === '' ? '' : `Reason: ${asSentence(user.banReason)}`,
    user.banExpire === NEVER
      ? 'Contact the seller if you think this is a mistake.'
      : `The block ends on ${dayOf(user.banExpire)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' '),
})

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const dayOf = (second: number): string => `${DAY.format(second * 1_000)} (UTC)`

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
