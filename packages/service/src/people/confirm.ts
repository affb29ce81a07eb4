import type { Member, Person } from '../core/accounts/people.ts'
import type { Refusal } from '../core/refusal.ts'
import { SIGN_IN_NEEDED } from '../core/security/access.ts'
import type { ConsoleParts } from './parts.ts'
import type { Passwords } from './passwords.ts'
import { hasTotp, type PersonChange } from './people.ts'
import { decideOwnerAct, type Proof } from './proofs.ts'
import { refuse } from './refusals.ts'
import { stepOfCode } from './totp.ts'

export type ProofParts = Pick<ConsoleParts, 'storage' | 'failures'> & { readonly passwords: Passwords }

/** The fields of a request that prove the identity of its sender. */
interface Given {
  readonly password?: string | undefined
  readonly totp?: string | undefined
}

/** The outcomes that count as a failed attempt. */
const WRONG = ['totp-wrong', 'wrong-password', 'wrong-current-password'] as const
const isWrong = (outcome: string): boolean => (WRONG as readonly string[]).includes(outcome)

/**
 * Reads the person of a session again: the guard may have read them some seconds ago, or another
 * node may have changed them.
 */
export async function personNow(
  { storage }: Pick<ConsoleParts, 'storage'>,
  { person: { id }, account }: Member,
): Promise<Person | undefined> {
  return (await storage.peopleOf(account.id)).find((one) => one.id === id)
}

/**
 * Verifies a password or a code by a rule, and stores the change that the rule decides. SECURITY:
 * all proofs of a person have one count, at all endpoints and nodes, and each attempt is counted
 * before it is verified. Only somebody who has the password or a session gets here, so nobody else
 * can lock a person out.
 */
export async function takeProof<Outcome extends string>(
  parts: ProofParts,
  { person, account }: Member,
  { password, totp }: Given,
  now: number,
  { decide, by }: Rule<Outcome>,
): Promise<Outcome | 'no-such-person' | 'busy' | 'too-many-codes' | 'too-many-passwords'> {
  const { storage, failures, passwords } = parts
  const isTry = password !== undefined || totp !== undefined
  const tried = isTry ? await failures.begin(`proofs ${person.id}`, now) : undefined
  if (tried?.isSuspected) return totp === undefined ? 'too-many-passwords' : 'too-many-codes'
  const isRight = password !== undefined && (await passwords.isRight(password, person.passwordHash))
  if (isRight === 'busy') {
    await tried?.takeBack()
    return 'busy'
  }
  const proof: Proof = {
    rightFor: isRight ? person.passwordHash : undefined,
    stepOf: totp === undefined ? undefined : (secret) => stepOfCode(secret, totp, now),
  }
  const outcome = await storage.changePerson(account.id, person.id, (known) => decide(known, proof), by)
  if (!isWrong(outcome)) await tried?.takeBack()
  return outcome
}

interface Rule<Outcome extends string> {
  /** Decides about a proof. Pure. */
  readonly decide: (known: Person, proof: Proof) => PersonChange<Outcome>
  readonly by?: Parameters<ConsoleParts['storage']['changePerson']>[3]
}

/** Confirms an action that needs an owner and a proof. The rule is `decideOwnerAct`. */
export async function confirm(
  parts: ProofParts,
  member: Member,
  { password, totp }: Given,
  now: number,
): Promise<Refusal | undefined> {
  const person = await personNow(parts, member)
  if (person === undefined) return SIGN_IN_NEEDED
  const given = hasTotp(person) ? { totp } : { password }
  const outcome = await takeProof(parts, { ...member, person }, given, now, {
    decide: (known, proof) => decideOwnerAct(known, proof, now),
  })
  return outcome === 'right' ? undefined : refuse(outcome)
}
