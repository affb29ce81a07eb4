import { NEVER } from '@latchkey/protocol'
import type { SomeFields } from '../fields.ts'
import { isPerpetual } from './terms.ts'

export const SECONDS_A_DAY = 86_400
/** The last second that the API can express: its times are signed 32-bit integers. */
export const LAST_SECOND = 2 ** 31 - 1

/** The most days for which a key may be sold. */
export const LONGEST_DAYS = 36_500

interface Expiry {
  readonly authExpire: number
  readonly keyDays: number
}

/** Whether a key does not work any more. A perpetual one works after its end. */
export const isOver = (key: Expiry & Parameters<typeof isPerpetual>[0], now: number): boolean =>
  !isPerpetual(key) && isExpired(key, now)

/** Whether the end has passed. `authExpire` is the first second after it. */
export const isExpired = ({ authExpire, keyDays }: Expiry, now: number): boolean =>
  authExpire !== NEVER && !isWaiting({ authExpire, keyDays }) && now >= authExpire

/** Whether the countdown of a key that is sold by the day has not started. */
const isWaiting = ({ authExpire, keyDays }: Expiry): boolean => authExpire === 0 && keyDays > 0

/** The `authExpire` after a claim at `now`. A fixed end or a running countdown does not change. */
export const expiryAfterClaim = (expiry: Expiry, now: number): number =>
  isWaiting(expiry) ? endAfterDays(expiry.keyDays, now) : expiry.authExpire

export const endAfterDays = (days: number, now: number): number =>
  Math.min(LAST_SECOND, now + Math.round(days * SECONDS_A_DAY))

/**
 * The expiry of a new key. Source: interface, "Key expiry".
 * @param claimed whether the key is created with an identifier or a chat ID
 */
export function expiryAtCreation(
  { authExpire, keyDays = 0 }: SomeFields<Expiry>,
  claimed: boolean,
  now: number,
): Expiry {
  if (authExpire === NEVER) return { authExpire: NEVER, keyDays: 0 }
  if (authExpire !== undefined && authExpire !== 0) {
    // An end that has passed leaves no days to count down.
    if (claimed || authExpire <= now) return { authExpire, keyDays: 0 }
    return { authExpire: 0, keyDays: (authExpire - now) / SECONDS_A_DAY }
  }
  if (keyDays <= 0) return { authExpire: NEVER, keyDays: 0 }
  return claimed ? { authExpire: endAfterDays(keyDays, now), keyDays } : { authExpire: 0, keyDays }
}
