import type { Challenge } from '@latchkey/management'
import { sha256 } from '@noble/hashes/sha2.js'

/** This difficulty needs 16 million hashes on average. The page refuses higher ones. */
const HARDEST_DIFFICULTY = 24
/** The number of hashes between two pauses, in which the page can react. */
const AT_ONCE = 2_000

/**
 * Searches for the counter that solves a challenge, like `solveChallenge` of @latchkey/management,
 * which needs Node.
 * @returns the value of the header, or undefined when it would take too long
 */
export async function solveChallenge({ token, difficulty }: Challenge): Promise<string | undefined> {
  if (difficulty > HARDEST_DIFFICULTY) return undefined
  const encoder = new TextEncoder()
  for (let counter = 0; ; counter += 1) {
    const solved = `${token}:${counter}`
    if (hasZeroBits(sha256(encoder.encode(solved)), difficulty)) return solved
    if (counter % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Whether the first bits are zero. `count` is at most 24. */
const hasZeroBits = ([a = 0, b = 0, c = 0]: Uint8Array, count: number): boolean =>
  (a * 65_536 + b * 256 + c) >>> (24 - count) === 0
