import { type License, newLicense } from '../../../packages/service/src/core/license/license.ts'
import { deviceOf, keyOf } from './keys.ts'

/** The second at which the mixed licenses were made. */
export const MIXED_AT = 1_800_000_000
const DAY = 86_400
const WORDS = ['Spring sale', 'Reseller', 'Support', 'Beta tester', 'Invoice', 'Gift']

/**
 * The n-th key of a vendor who has sold for years: 30 % are in stock, 5 % are banned, the others
 * are in use; of these, every third has expired, and every fifth never ends.
 */
export function mixedLicense(n: number): License {
  const note = `${WORDS[n % 6]} ${2015 + (n % 12)} order ${100_000 + n} customer${n}@example.org`
  if (n % 10 < 3) return newLicense(keyOf(n), { note, keyDays: 30 + (n % 4) * 90 }, MIXED_AT)
  const authExpire = n % 5 === 4 ? -1 : MIXED_AT + (((n * 7_919) % 1_500) - 500) * DAY + (n % DAY)
  const chatId = n % 2 === 0 ? `chat:${n}` : ''
  const license = newLicense(keyOf(n), { note, identifier: deviceOf(n), chatId, authExpire }, MIXED_AT)
  const used = { ...license, totalExecutions: n % 1_000, lastReset: n % 7 === 0 ? MIXED_AT - n : 0 }
  return n % 20 === 19
    ? { ...used, banned: true, banReason: 'Charged back', banExpire: -1, unbanToken: `t${n}` }
    : used
}
