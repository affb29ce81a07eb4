import type { ConsoleSession, Person } from '../core/accounts/people.ts'
import { hasTotp, isFreshLink, type PersonChange, UNCONFIRMED } from './people.ts'

/**
 * The rules for what a session may do with the proof in its request: a password, a code, or the
 * one-time link that began the session. They are pure, so that a test can try all sequences of
 * requests. The table "What opens what" of SECURITY.md has the same rules.
 */

/** The proof that a request contains in addition to its session. */
export interface Proof {
  /** The stored hash that matches the password of the request. Undefined: none. */
  readonly rightFor?: string | undefined
  /**
   * Returns the time step of the code, if it is right for a secret. Undefined: the request has no
   * code.
   */
  readonly stepOf?: ((secret: string) => number | undefined) | undefined
}

type SessionOfLink = Pick<ConsoleSession, 'id' | 'byLink' | 'createdAt'>

/** The time is long enough for another owner to notice the reset on the next day. */
const WAIT_SECONDS = 86_400

/**
 * The first second at which a person may do everything again after a link has reset the sign-in.
 */
export const waitsUntil = ({ resetAt }: Person): number => (resetAt === 0 ? 0 : resetAt + WAIT_SECONDS)

const isWaiting = (person: Person, now: number): boolean => now < waitsUntil(person)

/** The reset because of which a person waits at this second; 0: none. */
export const waitOf = (person: Person, now: number): number =>
  isWaiting(person, now) ? waitsUntil(person) : 0

/**
 * What the link of a session still replaces. SECURITY: it replaces each of them once, so a session
 * that is stolen after its person has used the link for it gains nothing.
 */
export function linkStandsFor(
  { passwordSetAt, totpSetAt }: Person,
  session: SessionOfLink,
  now: number,
): { readonly password: boolean; readonly totp: boolean } {
  const isFresh = isFreshLink(session, now)
  return {
    password: isFresh && passwordSetAt < session.createdAt,
    totp: isFresh && totpSetAt < session.createdAt,
  }
}

/** Whether the person had a password or codes when the session began. */
const hadSetUp = (person: Person, { createdAt }: SessionOfLink): boolean =>
  (person.passwordHash !== '' && person.passwordSetAt < createdAt) ||
  (hasTotp(person) && person.totpSetAt < createdAt)

const DONE = 'right'

/**
 * Accepts a code that is right for a time step. SECURITY: a code can be used once, so the step must
 * be later than the last one.
 */
export const decideCode = (person: Person, step: number | undefined): PersonChange<'right' | 'totp-wrong'> =>
  step === undefined || step <= person.totpStep
    ? { outcome: 'totp-wrong' }
    : { outcome: DONE, person: { ...person, totpStep: step } }

/**
 * Decides actions that need a proof: secrets, API keys, and everything that changes who may sign
 * in. SECURITY: a session that was stolen or left open is not enough. A person with codes must send
 * a code, otherwise the password. A link replaces neither. After a link has reset a sign-in, its
 * person must wait, so that another owner can act.
 */
export function decideOwnerAct(
  person: Person,
  { rightFor, stepOf }: Proof,
  now: number,
): PersonChange<
  | 'right'
  | 'role-too-low'
  | 'waits-after-reset'
  | 'code-needed'
  | 'totp-wrong'
  | 'password-needed'
  | 'wrong-password'
> {
  // The role in the session may be some seconds old.
  if (person.role !== 'owner') return { outcome: 'role-too-low' }
  if (isWaiting(person, now)) return { outcome: 'waits-after-reset' }
  if (hasTotp(person)) {
    return stepOf === undefined ? { outcome: 'code-needed' } : decideCode(person, stepOf(person.totpSecret))
  }
  if (person.passwordHash === '') return { outcome: 'password-needed' }
  return { outcome: rightFor === person.passwordHash ? DONE : 'wrong-password' }
}

/**
 * Decides a new password.
 * @param current the present password in the request; undefined: it is missing
 */
export function decidePassword(
  person: Person,
  session: SessionOfLink,
  { passwordHash, current }: { readonly passwordHash: string; readonly current?: Proof | undefined },
  now: number,
): PersonChange<'right' | 'fresh-link-needed' | 'wrong-current-password'> {
  const isFirst = person.passwordHash === ''
  const isProven = !isFirst && current?.rightFor === person.passwordHash
  const isByLink = linkStandsFor(person, session, now).password && (isFirst || current === undefined)
  if (!isProven && !isByLink) return { outcome: isFirst ? 'fresh-link-needed' : 'wrong-current-password' }
  const isReset = !isProven && hadSetUp(person, session)
  return {
    outcome: DONE,
    person: {
      ...person,
      passwordHash,
      passwordSetAt: now,
      // A secret that nobody has confirmed was created with the old password.
      totpSecret: hasTotp(person) ? person.totpSecret : '',
      ...(isReset && { resetAt: now }),
    },
    // SECURITY: ends the sessions of everybody who knew the old password.
    ends: { links: true, sessionsBut: session.id },
    ...(isReset && { event: 'reset' }),
  }
}

/** SECURITY: needs the password, because codes replace it from then on. */
export function decideTotpStart(
  person: Person,
  session: SessionOfLink,
  { totpSecret, rightFor }: Pick<Proof, 'rightFor'> & { readonly totpSecret: string },
  now: number,
): PersonChange<'right' | 'totp-set-up' | 'wrong-password' | 'fresh-link-needed'> {
  if (hasTotp(person)) return { outcome: 'totp-set-up' }
  if (person.passwordHash !== '') {
    if (rightFor !== person.passwordHash) return { outcome: 'wrong-password' }
  } else if (!linkStandsFor(person, session, now).totp) return { outcome: 'fresh-link-needed' }
  return { outcome: DONE, person: { ...person, totpSecret } }
}

export function decideTotpConfirm(
  person: Person,
  { stepOf }: Pick<Proof, 'stepOf'>,
  now: number,
): PersonChange<'right' | 'totp-set-up' | 'totp-wrong'> {
  if (hasTotp(person)) return { outcome: 'totp-set-up' }
  const decided = decideCode(person, stepOf?.(person.totpSecret))
  if (decided.person === undefined) return decided
  return { ...decided, person: { ...decided.person, totpSetAt: now }, ends: { links: true } }
}

/**
 * Decides the removal of codes. If there is no code in the request, the link of the session can
 * replace it.
 */
export function decideTotpRemoval(
  person: Person,
  session: SessionOfLink,
  { stepOf }: Pick<Proof, 'stepOf'>,
  now: number,
): PersonChange<'right' | 'totp-wrong'> {
  const isReset = stepOf === undefined && linkStandsFor(person, session, now).totp
  const isProven = decideCode(person, stepOf?.(person.totpSecret)).outcome === DONE
  if (!hasTotp(person) || !(isReset || isProven)) return { outcome: 'totp-wrong' }
  return {
    outcome: DONE,
    person: {
      ...person,
      totpSecret: '',
      totpStep: UNCONFIRMED,
      totpSetAt: now,
      ...(isReset && { resetAt: now }),
    },
    ends: { links: true },
    ...(isReset && { event: 'reset' }),
  }
}

/** SECURITY: a session that could make a link for its own person could be prolonged without end. */
export const decideLink = ({ id }: Person, actorId: string): 'right' | 'own-link' =>
  id === actorId ? 'own-link' : DONE
