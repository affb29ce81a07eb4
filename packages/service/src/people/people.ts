import type { Role, SetUpStep } from '@latchkey/management'
import type { ConsoleSession, Person, SignInLink } from '../core/accounts/people.ts'

/** The `totpStep` of a secret that no code has confirmed yet, so a sign-in needs no code. */
export const UNCONFIRMED = -1

export const hasTotp = ({ totpStep }: Person): boolean => totpStep !== UNCONFIRMED

const LINK_SECONDS = 1_800
const IDLE_SECONDS = 12 * 3_600
/** A session ends after this time, or earlier when it is idle. */
export const LONGEST_SESSION_SECONDS = 7 * 86_400

/** If the last use of a session was this recent, a further use is not recorded. */
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

/**
 * Whether a one-time link would still be valid itself. `linkStandsFor` decides what it replaces.
 */
export const isFreshLink = (
  { byLink, createdAt }: Pick<ConsoleSession, 'byLink' | 'createdAt'>,
  now: number,
): boolean => byLink && now < createdAt + LINK_SECONDS

/** Sessions that began before this second have ended. */
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

/** The decision of a rule about a person. Without `person` and `removed`, nothing changes. */
export interface PersonChange<Outcome extends string> {
  readonly outcome: Outcome
  readonly person?: Person
  readonly removed?: true
  /** What ends with the change: the one-time link, and all sessions except this one. */
  readonly ends?: { readonly links: true; readonly sessionsBut?: string }
  /** The kind of the event. Default: `updated`. */
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
  // A link that was made for the earlier role must not open the new one.
  return { outcome: 'person-changed', person: { ...person, role }, ends: { links: true } }
}

export const decideRemoval = (
  person: Person,
  all: readonly Person[],
): PersonChange<'person-removed' | 'last-owner'> =>
  isLastOwner(person, all) ? { outcome: 'last-owner' } : { outcome: 'person-removed', removed: true }
