import type { LicenseKey } from '@latchkey/protocol'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The n-th license key of a benchmark: pseudorandom, and the same in every process. */
export function keyOf(n: number): LicenseKey {
  let state = (n + 1) * 0x9e3779b1
  let key = ''
  for (let letter = 0; letter < 32; letter += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + n + letter
    key += LETTERS[(state >>> 8) % LETTERS.length]
  }
  return key as LicenseKey
}

/** The device ID that is linked to the n-th key. */
export const deviceOf = (n: number): string => `${'d'.repeat(40)}${String(n).padStart(24, '0')}`
