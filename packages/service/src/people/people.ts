import type { Role, SetUpStep } from '@latchkey/management'
import type { ConsoleSession, Person, SignInLink } from '../core/accounts/people.ts'

/** No code has shown yet that the person has the secret, so a sign-in needs none. */
export const UNCONFIRMED = -1

export const hasTotp = ({ totpStep }: Person): boolean => totpStep !== UNCONFIRMED

const LINK_SECONDS = 1_800
const IDLE_SECONDS = 12 * 3_600
/** A session ends then, or earlier when it is idle. */
export const LONGEST_SESSION_SECONDS = 7 * 86_400

/** A session that was used this recently need not be noted as used again. */
export const USED_EVERY_SECONDS = 60

export const newPerson = (
  { id, email, role }: Pick<Person, 'id' | 'email' | 'role'>,
  now: number,
): Person => ({
  id,
  email,
  role,
  createdAt: now,
  passwordHash: '',
  totpSecret: '',
  totpStep: UNCONFIRMED,
  passwordSetAt: 0,
  totpSetAt: 0,
  resetAt: 0,
})

export const newLink = (tokenHash: Uint8Array, now: number): SignInLink => ({
  tokenHash,
  until: now + LINK_SECONDS - 1,
})

export const isLinkOver = ({ until }: SignInLink, now: number): boolean => until < now

export const isSessionOver = ({ createdAt, usedAt }: ConsoleSession, now: number): boolean =>
  now >= usedAt + IDLE_SECONDS || now >= createdAt + LONGEST_SESSION_SECONDS

/** A link stands for something while it would be good itself; for what, `linkStandsFor` decides. */
export const isFreshLink = (
  { byLink, createdAt }: Pick<ConsoleSession, 'byLink' | 'createdAt'>,
  now: number,
): boolean => byLink && now < createdAt + LINK_SECONDS

/** Sessions that were begun before this second are over. */
export const sessionsOverBefore = (now: number): number => now - LONGEST_SESSION_SECONDS

/** What a person must set up before anything else. */
export function setUpOf(
  person: Person,
  { password, totp }: Readonly<Record<SetUpStep, boolean>>,
): readonly SetUpStep[] {
  const steps: SetUpStep[] = []
  if (password && person.passwordHash === '') steps.push('password')
  if (totp && !hasTotp(person)) steps.push('totp')
  return steps
}

/** What a rule decides about a person. With neither, nothing changes. */
export interface PersonChange<Outcome extends string> {
  readonly outcome: Outcome
  readonly person?: Person
  readonly removed?: true
  /** What ends with the change: the one-time link, and all sessions but this one. */
  readonly ends?: { readonly links: true; readonly sessionsBut?: string }
  /** Default: `updated`. */
  readonly event?: 'reset'
}

const isLastOwner = (person: Person, all: readonly Person[]): boolean =>
  person.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1

export function decideRole(
  person: Person,
  all: readonly Person[],
  role: Role,
): PersonChange<'person-changed' | 'last-owner'> {
  if (role !== 'owner' && isLastOwner(person, all)) return { outcome: 'last-owner' }
  if (role === person.role) return { outcome: 'person-changed' }
  // A link that was made for the one role must not open the other.
  return { outcome: 'person-changed', person: { ...person, role }, ends: { links: true } }
}

export const decideRemoval = (
  person: Person,
  all: readonly Person[],
): PersonChange<'person-removed' | 'last-owner'> =>
  isLastOwner(person, all) ? { outcome: 'last-owner' } : { outcome: 'person-removed', removed: true }
