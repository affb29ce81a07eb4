import {
  type LicenseFields,
  type LicenseStop,
  type MoveRefusal,
  type MoveWait,
  NEVER,
  type OwnerRefusal,
  type RefusalCode,
  type TrialRefusal,
} from '@latchkey/protocol'
import type { License } from './license.ts'

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
  MOVE_DISABLED: 'This license key cannot be moved by yourself. Ask the seller to move it.',
  DEVICE_NOT_FOUND: 'This license key is not linked to this device. Look at the list of devices again.',
  RATE_LIMITED: 'Such requests come too often. Wait ten seconds before the next one.',
  ASK_NOT_OFFERED: 'The owner of this license key cannot be asked from here. Ask the seller.',
  ASK_LIMIT_REACHED:
    'The owner of this license key was asked already, or has refused. Ask again tomorrow, or ask the seller.',
  TRIAL_NOT_OFFERED: 'This app offers no trial. Enter a license key.',
  TRIAL_USED: 'The trial of this app on this device is over. Enter a license key.',
  TRIAL_LIMIT_REACHED: 'No more trials start today. Try again tomorrow, or enter a license key.',
  TRIAL_DEVICE_WEAK:
    'This device is hard to tell from others, so it gets no trial. Ask the seller for a license key.',
} as const satisfies Partial<Record<AnyRefusal, string>>

type AnyRefusal = RefusalCode | MoveRefusal | TrialRefusal | OwnerRefusal

export interface Refusal {
  readonly code: AnyRefusal
  readonly message: string
  /** What the device learns of the reason. */
  readonly fields?: Pick<LicenseFields, 'isDeviceBanned' | 'stopped'>
}

export const refusal = (code: keyof typeof REFUSALS): Refusal => ({ code, message: REFUSALS[code] })

/** The refusal of a move that is not possible yet. `until`: the second from which it is. */
export const moveRefusal = (wait: MoveWait, until: number): Refusal => {
  const [code, why] = MOVE_WAITS[wait]
  return { code, message: `${why} You can move it from ${dateOf(until)} on, or ask the seller.` }
}

const MOVE_WAITS: Readonly<Record<MoveWait, readonly [MoveRefusal, string]>> = {
  cooldown: ['MOVE_ON_COOLDOWN', 'This license key was moved not long ago.'],
  limit: ['MOVE_LIMIT_REACHED', 'This license key was moved as often as a year allows.'],
  offline: ['OFFLINE_LICENSE_ACTIVE', 'The other computer has a license file, and goes on with it.'],
}

export const expiredRefusal = (license: License): Refusal => ({
  code: 'KEY_EXPIRED',
  message: `This license key ran out on ${dateOf(license.authExpire)}. Renew it with the seller, then enter it again.`,
})

export const bannedRefusal = (license: License): Refusal => ({
  code: 'KEY_BANNED',
  message: messageOfBan(
    license.key === '' ? 'This device is blocked.' : 'This license key is blocked.',
    'Reason',
    license,
  ),
})

/**
 * The refusal of a banned device.
 * @param license whose ban includes the device
 */
export const deviceBannedRefusal = (license: License): Refusal => ({
  code: 'KEY_BANNED',
  message: messageOfBan(
    'This device is blocked, because of another license key.',
    'The reason given for that key',
    license,
  ),
  fields: { isDeviceBanned: true },
})

const STOPS: Readonly<Record<LicenseStop, string>> = {
  refunded:
    'This license key was stopped because its purchase was refunded. Enter another license key, or contact the seller if you think this is a mistake.',
  'charged-back':
    'This license key was stopped because its payment was charged back. Enter another license key, or contact the seller if you think this is a mistake.',
  replaced:
    'This license key was replaced by a new one. Enter the new key. If you do not have it, ask the seller for it.',
}

/** The refusal of a license that is stopped. Undefined: it is not. */
export const stopRefusal = ({ stopped, stopWords }: License): Refusal | undefined =>
  stopped === ''
    ? undefined
    : { code: 'KEY_BANNED', message: stopWords === '' ? STOPS[stopped] : stopWords, fields: { stopped } }

const messageOfBan = (what: string, why: string, { banReason, banExpire }: License): string =>
  [
    what,
    banReason === '' ? '' : `${why}: ${asSentence(banReason)}`,
    banExpire === NEVER
      ? 'Contact the seller if you think this is a mistake.'
      : `The block ends on ${dateOf(banExpire)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const dateOf = (second: number): string => `${DAY.format(second * 1_000)} (UTC)`

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
