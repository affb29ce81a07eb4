import type { Role } from '@latchkey/management'
import type { Account } from './accounts.ts'

/** A person who may sign in to the console of an account. */
export interface Person {
  readonly id: string
  /** Unique over all accounts, without regard to case. */
  readonly email: string
  readonly role: Role
  readonly createdAt: number
  /** The hash of `hashPassword`. Empty: no password is set. */
  readonly passwordHash: string
  /** The secret in Base32. Empty: there is none. */
  readonly totpSecret: string
  /** The time step of the last code that was used, or `UNCONFIRMED`. */
  readonly totpStep: number
  /** When the password was last set; 0: never, or before this was stored. */
  readonly passwordSetAt: number
  /** When codes were last set up or removed; 0: never, or before this was stored. */
  readonly totpSetAt: number
  /** When a one-time link last replaced a password or codes; 0: never. */
  readonly resetAt: number
}

/** An open session. The token itself is not stored. */
export interface ConsoleSession {
  readonly id: string
  readonly tokenHash: Uint8Array
  readonly createdAt: number
  /** When the session was last used, exact to a minute. */
  readonly usedAt: number
  /** Whether the session began by a one-time link, which replaces a forgotten password. */
  readonly byLink: boolean
  /** The network of the sign-in. */
  readonly address: string
  readonly userAgent: string
}

/** A one-time link. The token itself is not stored. */
export interface SignInLink {
  readonly tokenHash: Uint8Array
  /** The last second at which the link is valid. */
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
