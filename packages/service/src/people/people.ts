import type { Role, SetUpStep } from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'

/** A person who may sign in to the console of an account. */
export interface Person {
  readonly id: string
  /** Unique over all accounts, without regard to case. */
  readonly email: string
  readonly role: Role
  readonly createdAt: number
  /** As `hashPassword` writes it. Empty: none was set. */
  readonly passwordHash: string
  /** In Base32. Empty: there is none. */
  readonly totpSecret: string
  /** The time step of the last code that was used, or `UNCONFIRMED`. */
  readonly totpStep: number
  /** When the password was last set; 0: never, or before this was stored. */
  readonly passwordSetAt: number
  /** The same for codes that were set up or removed. */
  readonly totpSetAt: number
  /** When a one-time link last took the place of a password or of codes; 0: never. */
  readonly resetAt: number
}

/** No code has shown yet that the person has the secret, so a sign-in needs none. */
export const UNCONFIRMED = -1

export const hasTotp = ({ totpStep }: Person): boolean => totpStep !== UNCONFIRMED

/** An open session. The token itself is not stored. */
export interface ConsoleSession {
  readonly id: string
  readonly tokenHash: Uint8Array
  readonly createdAt: number
  /** Exact to a minute. */
  readonly usedAt: number
  /** Opened by a one-time link, which stands for a password that was forgotten. */
  readonly byLink: boolean
  /** The network of the sign-in. */
  readonly address: string
  readonly userAgent: string
}

/** A one-time link. The token itself is not stored. */
export interface SignInLink {
  readonly tokenHash: Uint8Array
  /** The last second at which it is good. */
  readonly until: number
}

/** A person with the account. */
export interface Member {
  readonly person: Person
  readonly account: Account
}

/** Who sent a request with a session. */
export interface SignedInPerson extends Member {
  readonly session: ConsoleSession
}

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
