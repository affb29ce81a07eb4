import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/**
 * The proof of work of a challenged request. Source: interface, "Update Script",
 * `x-challenge-token`. The interface does not define the format.
 *
 * The service refuses with 403 and a challenge in the body. The caller searches for a decimal
 * counter such that the SHA-256 of the text `token:counter` begins with `difficulty` zero bits, and
 * repeats the request with `x-challenge-token: token:counter`. The token is opaque to the caller.
 * The service decides which request a token is valid for, how long and how often; this file only
 * handles the proof of work.
 */
export const Challenge = Type.Object(
  {
    algorithm: Type.Literal('sha256'),
    token: Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,512}$',
      description: 'Opaque; returned with the solution.',
    }),
    difficulty: Type.Integer({
      minimum: 1,
      maximum: 32,
      description: 'The minimum number of leading zero bits of the SHA-256 of `token:counter`.',
    }),
  },
  { description: 'Solve it, and repeat the request with `x-challenge-token: token:counter`.' },
)
export type Challenge = Type.Static<typeof Challenge>

/** Whether a value has the format of a challenge. */
export const isChallenge = (value: unknown): value is Challenge => Value.Check(Challenge, value)

/** The header with a solved challenge. */
export const CHALLENGE_HEADER = 'x-challenge-token'

/** The highest difficulty that `solveChallenge` accepts: 16 million hashes on average. */
const HARDEST_DIFFICULTY = 24

const SOLVED = /^([A-Za-z0-9_.-]{1,512}):([0-9]{1,15})$/

/**
 * Computes the value of the header that solves a challenge. Synchronous: blocks the event loop.
 * @returns undefined when the difficulty exceeds `HARDEST_DIFFICULTY`, so that a malicious server
 * cannot occupy the caller without limit.
 */
export function solveChallenge({ token, difficulty }: Challenge): string | undefined {
  if (difficulty > HARDEST_DIFFICULTY) return undefined
  for (let counter = 0; ; counter += 1) {
    const solved = `${token}:${counter}`
    if (leadingZeroBits(sha256(solved)) >= difficulty) return solved
  }
}

/** The token in a header's value; undefined when it is malformed. Does not verify the solution. */
export const tokenOfSolved = (solved: string): string | undefined => SOLVED.exec(solved)?.[1]

/** Whether the header's value solves this challenge. */
export const isChallengeSolved = (
  { token, difficulty }: Pick<Challenge, 'token' | 'difficulty'>,
  solved: string,
): boolean => tokenOfSolved(solved) === token && leadingZeroBits(sha256(solved)) >= difficulty

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) {
    // Math.clz32 counts from bit 31, but a byte begins at bit 7.
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
