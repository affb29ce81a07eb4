import type { KeySort, KeyState } from '@latchkey/management'
import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { User, UserChange } from '../core/license/users.ts'

/** The limit for a new user, and who creates it. */
export interface CreationTerms {
  /** Users that the account may have, over all its projects. Absent: any number. */
  readonly mostUsers?: number
  readonly by?: Origin
  /** The customer of a key, who is created if there is none with this address. */
  readonly customerOf?: (user: User) => Customer | undefined
}

/** Every given filter must match. Texts are compared whole, and upper and lower case differ. */
export interface UserFilter {
  readonly key?: string | undefined
  readonly chatId?: string | undefined
  /** Of several users on one device, the newest. */
  readonly identifier?: string | undefined
  /** A part of the identifier, the key, the chat ID or the note. Here, A to Z equal a to z. */
  readonly search?: string | undefined
}

/** Zero-based positions among what matches; `until` is excluded. */
export interface Page {
  readonly from: number
  readonly until: number
}

/** Every given condition must match. */
export interface KeyFilter {
  /**
   * A part of the identifier, the key, the chat ID or one of the notes, or the start of the address
   * of the customer. A to Z equal a to z. Shorter texts than `SHORTEST_INDEXED_SEARCH` are only looked
   * for in the newest `KEYS_COUNTED` keys, and not in addresses.
   */
  readonly search?: string | undefined
  readonly states?: readonly KeyState[] | undefined
  readonly trial?: boolean | undefined
  /** Seconds: from the first one on, and before the other. Keys without an end do not match. */
  readonly endsFrom?: number | undefined
  readonly endsBefore?: number | undefined
}

/** The place of a key in a sorted list. */
export interface KeyPlace {
  readonly value: number
  readonly row: number
}

export interface KeyPage {
  readonly sort: KeySort
  readonly descending: boolean
  readonly limit: number
  /** The keys after this place. Otherwise those from a position on, zero-based. */
  readonly after?: KeyPlace | undefined
  readonly from?: number | undefined
  /** Counts all keys that match, also more than `KEYS_COUNTED`. */
  readonly exact?: boolean | undefined
}

/** A user with its number in the storage, which grows with each new user. */
export interface ListedUser {
  readonly row: number
  readonly user: User
  readonly customer?: Customer | undefined
}

export interface FoundKey extends ListedUser {
  /**
   * The newest ban of a device that was made with another key: of a linked one, otherwise of the one
   * on which the key was last refused for it.
   */
  readonly deviceBan: (ListedUser & { readonly isLinked: boolean }) | undefined
}

export interface ListedKeys {
  readonly keys: readonly (ListedUser & { readonly place: KeyPlace })[]
  readonly count: number
  /** False: more keys match. */
  readonly isExact: boolean
}

export interface ImportedUsers {
  readonly outcomes: readonly ('created' | 'done-before' | 'key-taken' | 'too-many-users')[]
  /** How many more users the account may have; undefined: any number. */
  readonly left: number | undefined
}

export interface LicenseStorage {
  /** No two users of a project share a key, and none share a chat ID. */
  createUser(
    projectId: string,
    user: User,
    terms?: CreationTerms,
  ): Promise<'created' | 'key-taken' | 'chat-id-taken' | 'too-many-users' | 'no-such-project'>
  /** Newest last. */
  listUsers(projectId: string, filter: UserFilter, page: Page): Promise<readonly User[]>
  /**
   * Reads a user, calls `change` and writes its result, with no check and no other change in
   * between. `change` is pure, because a storage may call it again. The returned user replaces the
   * stored one except for its key and its count of executions.
   */
  changeUser<Outcome extends string>(
    projectId: string,
    key: string,
    change: (user: User) => UserChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-user'>
  /** The same for the user whose ban has this token. */
  changeBannedUser<Outcome extends string>(
    projectId: string,
    unbanToken: string,
    change: (user: User) => UserChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-user'>
  /** A page of the keys of a project. Their states are those at `now`. */
  searchKeys(
    projectId: string,
    filter: KeyFilter,
    page: KeyPage,
    now: number,
  ): Promise<ListedKeys | 'too-many-to-sort'>
  /** A user by its key or its number. */
  findKey(
    projectId: string,
    by: { readonly key: string } | { readonly row: number },
  ): Promise<FoundKey | undefined>
  /** Those of the users with these keys that exist, in no order. */
  findKeys(projectId: string, keys: readonly string[]): Promise<readonly ListedUser[]>
  /**
   * Creates all of these users, whose keys are new and without a chat ID, or none. Users of a request
   * (`recorded.request`) that has created one of them before count as created.
   */
  createUsers(
    projectId: string,
    users: readonly User[],
    terms?: CreationTerms,
  ): Promise<'created' | 'too-many-users' | 'no-such-project'>
  /**
   * Creates those of these users, without a chat ID, whose keys the project does not have, as far as
   * the limit allows. `done-before`: the same request (`recorded.request`) has created the key.
   * @returns the outcomes in the order of the users
   */
  importUsers(
    projectId: string,
    users: readonly User[],
    terms: CreationTerms & { readonly isDryRun: boolean },
  ): Promise<ImportedUsers | 'no-such-project'>
  /**
   * Changes those of these users that are found as `changeUser` does, in the order of their
   * numbers, all in one transaction.
   */
  changeUsers<Outcome extends string>(
    projectId: string,
    which: { readonly keys: readonly string[] } | { readonly rows: readonly number[] },
    change: (user: User) => UserChange<Outcome>,
    by?: Origin,
  ): Promise<readonly { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[]>
}
