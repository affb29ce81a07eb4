import type { Person } from '../../domain/people.ts'
import type { HttpParts } from '../parts.ts'

/** What a person proves, by the refusal of a wrong proof. */
const PROOFS = {
  'totp-wrong': { counted: 'codes', tooMany: 'too-many-codes' },
  'wrong-password': { counted: 'passwords', tooMany: 'too-many-passwords' },
} as const
type WrongProof = keyof typeof PROOFS

/**
 * SECURITY: a code has six digits, and a session that was left open invites to try passwords, so
 * wrong ones are counted for each person. Only somebody who has the password or a session gets
 * here, so nobody else can lock a person out.
 */
export async function takeProof<Wrong extends WrongProof>(
  { failures }: Pick<HttpParts, 'failures'>,
  wrong: Wrong,
  { id }: Person,
  now: number,
  take: () => Promise<string>,
): Promise<{ readonly kind: Wrong | (typeof PROOFS)[Wrong]['tooMany'] } | undefined> {
  const { counted, tooMany } = PROOFS[wrong]
  const name = `${counted} ${id}`
  if (await failures.isSuspected(name, now)) return { kind: tooMany }
  if ((await take()) === 'right') return undefined
  await failures.add(name, now)
  return { kind: wrong }
}
