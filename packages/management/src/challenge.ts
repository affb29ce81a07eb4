import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Proof of work for a request that is challenged. Source: interface, "Update Script", `x-challenge-token`; the
 * format is ours.
 *
 * The service refuses with 403 and a challenge in the body. The caller looks for a decimal counter such that the
 * SHA-256 of the text `token:counter` begins with `difficulty` zero bits, and repeats the request with
 * `x-challenge-token: token:counter`. The token is opaque to the caller. What it is good for, how long and how
 * often is the service's to say; this file knows about the work alone.
 */
export const Challenge = Type.Object(
  {
    algorithm: Type.Literal('sha256'),
    token: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,512}$', description: 'Opaque; it comes back solved.' }),
    difficulty: Type.Integer({
      minimum: 1,
      maximum: 32,
      description: 'How many zero bits the SHA-256 of `token:counter` begins with, at least.',
    }),
  },
  { description: 'Solve it, and repeat the request with `x-challenge-token: token:counter`.' },
)
export type Challenge = Type.Static<typeof Challenge>

/** Whether a value is a challenge that this file can solve. */
export const isChallenge = (value: unknown): value is Challenge => Value.Check(Challenge, value)

export const CHALLENGE_HEADER = 'x-challenge-token'

/** The hardest challenge that `solveChallenge` takes on: 16 million hashes on average. */
export const HARDEST_DIFFICULTY = 24

const SOLVED = /^([A-Za-z0-9_.-]{1,512}):([0-9]{1,15})$/

/**
 * The header's value that solves a challenge. Blocks for as long as the work takes.
 * @returns undefined when the challenge is harder than `HARDEST_DIFFICULTY`: nobody may keep a caller busy at will.
 */
export function solveChallenge({ token, difficulty }: Challenge): string | undefined {
  if (difficulty > HARDEST_DIFFICULTY) return undefined
  for (let counter = 0; ; counter += 1) {
    const solved = `${token}:${counter}`
    if (leadingZeroBits(sha256(solved)) >= difficulty) return solved
  }
}

/** The token that a header's value claims to have solved; undefined when it is not of the form. */
export const tokenOfSolved = (solved: string): string | undefined => SOLVED.exec(solved)?.[1]

/** Whether the work was done for this very token. */
export const isChallengeSolved = (
  { token, difficulty }: Pick<Challenge, 'token' | 'difficulty'>,
  solved: string,
): boolean => tokenOfSolved(solved) === token && leadingZeroBits(sha256(solved)) >= difficulty

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'latin1').digest()

function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) {
    // Math.clz32 counts from bit 31; a byte's own bits begin at bit 7.
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
