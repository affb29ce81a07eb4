import type { ConsoleSession, Member, Person, SignedInPerson, SignInLink } from '../core/accounts/people.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { PersonChange } from './people.ts'

export interface PeopleStorage {
  /** Adds a person. Nobody else may sign in with the e-mail address, in any account. */
  createPerson(
    accountId: string,
    person: Person,
    by?: Origin,
  ): Promise<'created' | 'email-taken' | 'no-such-account'>
  /** E-mail addresses are compared without regard to case. */
  findPersonByEmail(email: string): Promise<Member | undefined>
  /** Lists the people of an account, oldest first. */
  peopleOf(accountId: string): Promise<readonly Person[]>
  /**
   * Changes or removes a person of an account, with no other change of its people in between.
   * `change` is pure, and also gets everybody in the account. A removal ends sessions and links.
   */
  changePerson<Outcome extends string>(
    accountId: string,
    personId: string,
    change: (person: Person, all: readonly Person[]) => PersonChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'no-such-person'>
  /** Replaces the one-time link of a person. */
  addSignInLink(personId: string, link: SignInLink, by?: Origin): Promise<'added' | 'no-such-person'>
  /** Deletes a link, which works once, and begins a session of its person. */
  signInByLink(tokenHash: Uint8Array, session: ConsoleSession, now: number): Promise<'begun' | 'link-over'>
  /**
   * Begins a session of a person whose password and code were right.
   * @param isStill pure: whether these are still right, now that no change of the person is under
   * way
   */
  beginSession(
    personId: string,
    session: ConsoleSession,
    isStill: (person: Person) => boolean,
  ): Promise<'begun' | 'no-such-person' | 'changed-meanwhile'>
  findSession(tokenHash: Uint8Array): Promise<SignedInPerson | undefined>
  /** Records that a session was used at this second. */
  useSession(sessionId: string, now: number): Promise<void>
  /** Lists the sessions of a person, newest first. */
  sessionsOf(personId: string): Promise<readonly ConsoleSession[]>
  /**
   * Ends one session of a person, or all but one and the link.
   * @returns how many sessions ended
   */
  endSessions(
    personId: string,
    which: { readonly only: string } | { readonly except: string },
  ): Promise<number>
}
