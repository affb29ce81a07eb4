import { decideGroup } from '../../packages/service/src/checks/check-group.ts'
import type { CheckAttempt, DecideCheck } from '../../packages/service/src/checks/check-key.ts'
import { openStorage, type Storage } from '../../packages/service/src/modules.ts'

const HOUR = 3_600
const HISTORY_HOURS = 29 * 24
/** The number of rows in a statement. SQLite allows about 32,000 values. */
const REFUSALS_AT_ONCE = 5_000

/** How many keys are checked in an hour. */
const checksAt = (hour: number): number => [2, 1, 0, 0, 1, 3, 5, 6, 4, 3, 5, 8][hour % 12] ?? 0

const REFUSED = [
  'KEY_HWID_LOCKED',
  'KEY_EXPIRED',
  'KEY_INCORRECT',
  'SECURITY_ERROR',
  'KEY_BANNED',
  'TIME_ERROR',
]

/** Opens the database of a service that runs, as another node does. */
export const openDatabase = async (url: string): Promise<Storage> =>
  (await openStorage(url, process.env)).storage

/** Adds what the customers of these keys have done in the last weeks. */
export async function addHistory(
  storage: Storage,
  appName: string,
  keys: readonly string[],
  hours = HISTORY_HOURS,
): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  const attempt = (key: string, nonce: string): CheckAttempt => ({
    ...{ appName, key, nonce, deviceId: '', userAgent: '', fingerprints: {}, time: '', signature: '' },
    address: '',
  })
  for (let ago = hours; ago > 0; ago -= 1) {
    const at = now - ago * HOUR
    const hour = Math.floor(at / HOUR)
    const used = keys.slice(0, checksAt(hour))
    const attempts = used.map((key, index) => attempt(key, `n${hour}-${index}`))
    const decide: DecideCheck = ({ nonce }) => ({
      answer: { code: 'KEY_VALID', message: '' },
      effects: { execution: true, attackBlocked: ago % 50 === 0 && nonce.endsWith('-0') },
    })
    await storage.checkKeys(attempts, at, decideGroup(attempts, at, decide))
  }
  const refusals = REFUSED.flatMap((code, index) =>
    Array.from({ length: hours }, (_, ago) => ({
      ...{ appName, code, hour: Math.floor(now / HOUR) - ago },
      refusals: Math.floor((7 - index) * (1 + ((ago * 3 + index) % 5)) * 0.3),
    })),
  )
  for (let start = 0; start < refusals.length; start += REFUSALS_AT_ONCE) {
    await storage.addRefusals(refusals.slice(start, start + REFUSALS_AT_ONCE))
  }
}
