import type { KeySort, KeyState } from '@latchkey/management'
import type { GroupDecision, GroupSnapshot } from '../../checks/check-group.ts'
import type { CheckAnswer, CheckAttempt } from '../../checks/check-key.ts'
import type { Overview, RefusalCount } from '../../overview/overview.ts'
import type { PersonChange } from '../../people/people.ts'
import type { Allowance, AllowanceRefusal } from '../../scripts/script-update.ts'
import type {
  Script,
  ScriptToLoad,
  ScriptToRun,
  ScriptUpdate,
  ScriptUpdateStage,
} from '../../scripts/scripts.ts'
import type { TrialDecision, TrialSnapshot } from '../../trials/trials.ts'
import type { Account } from '../accounts/accounts.ts'
import type { ConsoleSession, Member, Person, SignedInPerson, SignInLink } from '../accounts/people.ts'
import type { Project, ProjectWithScripts } from '../accounts/projects.ts'
import type { SigningKey } from '../accounts/signing-keys.ts'
import type { Usage } from '../accounts/usage.ts'
import type { ListedEvent, Origin } from '../events/events.ts'
import type { User, UserChange } from '../license/users.ts'

/**
 * The largest allowed difference between the clocks of nodes. A count or a node that ends later was
 * written with a wrong clock.
 */
export const CLOCKS_AGREE_WITHIN_SECONDS = 60

/** The limit for a new user, and who creates it. */
export interface CreationTerms {
  /** Users that the account may have, over all its projects. Absent: any number. */
  readonly mostUsers?: number
  readonly by?: Origin
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

/** Every filter that is given must match. */
export interface EventFilter {
  /** Those of a key, also as one of many. Otherwise a change of many keys is one event. */
  readonly keyId?: string | undefined
  /** Those of the keys of one change of many. */
  readonly bulk?: string | undefined
  readonly kind?: string | undefined
  /** The e-mail address of a person, or another actor. A to Z equal a to z. */
  readonly by?: string | undefined
  /** Seconds: from the first one on, and before the other. */
  readonly since?: number | undefined
  readonly before?: number | undefined
}

/** The place of an event in the order of time. */
export interface EventPlace {
  readonly at: number
  readonly row: number
}

export interface EventPage {
  /** Newest first. */
  readonly descending?: boolean
  readonly limit: number
  /** The events after this place. Otherwise those from a position on, zero-based. */
  readonly after?: EventPlace | undefined
  readonly from?: number | undefined
}

/** Zero-based positions among what matches; `until` is excluded. */
export interface Page {
  readonly from: number
  readonly until: number
}

/** Every given condition must match. */
export interface KeyFilter {
  /**
   * A part of the identifier, the key, the chat ID or one of the notes. A to Z equal a to z. Shorter texts
   * than `SHORTEST_INDEXED_SEARCH` are only looked for in the newest `KEYS_COUNTED` keys.
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

/** The end of an update of a script. */
export type ScriptUpdateEnd =
  | {
      readonly state: 'succeeded'
      readonly source: string
      /** The script as it is from now on. Pure. */
      readonly change: (script: Script) => Script
    }
  | { readonly state: 'rejected' | 'broken'; readonly message: string }

/** One of the processes that share the database. */
export interface Node {
  readonly id: string
  /** Where apps reach it, ending in a slash. */
  readonly url: string
}

/** A node, and where its console is. */
export interface AnnouncedNode extends Node {
  /** Without a slash at the end. Absent: it has no console. */
  readonly consoleUrl?: string | undefined
}

/** A count that the nodes keep together. */
export interface SharedCountName {
  readonly name: string
  /**
   * The last second of a count that begins now. A count that ends more than a minute later was
   * begun by a clock that was ahead: it is over.
   */
  readonly until: number
}

/** An addition to such a count. A count that is over starts again with it. */
export interface SharedCount extends SharedCountName {
  readonly more: number
}

/**
 * The database could not carry out the operation and nothing was changed. If the connection broke
 * during a commit, the result is unknown. The caller decides whether to try again.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The files of the database were deleted or replaced while it was open. */
export class DatabaseReplaced extends StorageUnavailable {}

/** The database's secrets were sealed with another service key. */
export class WrongServiceKey extends Error {
  override readonly name = 'WrongServiceKey'
}

/** Development versions before the first release had databases of up to this version. */
const LAST_UNRELEASED = 12

/** The database was written by a later version, whose tables this one does not know. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew'

  constructor(version: number, known: number) {
    const unreleased =
      version <= LAST_UNRELEASED
        ? ' If an unreleased Latchkey wrote it, export the keys with that one, and import them into a new database.'
        : ''
    super(
      `The database has version ${version}, this service knows versions up to ${known}. Start the newer service that wrote it, or restore a backup.${unreleased}`,
    )
  }
}

/**
 * The database of the service. `core/storage/testing/contract.ts` tests this contract for every adapter.
 *
 * Every method is atomic and durable: once its promise has resolved, what it wrote survives a crash
 * of the process and of the machine. A method that cannot be carried out rejects with
 * `StorageUnavailable`, with nothing of it done; no error of a driver passes this interface, and no
 * transaction.
 *
 * A change by an `Origin` leaves its events, in the same transaction, if something was written.
 */
export interface Storage {
  /**
   * Reads what a group of key checks is about, lets `decide` decide, and commits the effects. No
   * other process reads or writes the same users in between, and groups of several processes do not
   * interleave. `decide` is pure, because a storage may call it again after a conflict with another
   * process. Nonces that have expired by both clocks are deleted here (see `NONCE_KEPT_SECONDS`).
   * @returns the answers of `decide`
   */
  checkKeys(
    attempts: readonly CheckAttempt[],
    now: number,
    decide: (snapshot: GroupSnapshot) => GroupDecision,
  ): Promise<readonly CheckAnswer[]>

  createAccount(account: Account, by?: Origin): Promise<'created' | 'email-taken'>
  /** E-mail addresses are compared without regard to case. */
  findAccountByEmail(email: string): Promise<Account | undefined>
  /**
   * Changes everything of an account but its ID, its e-mail address and the time of its
   * registration. `change` is pure.
   * @returns the account as it is from now on; undefined when there is none
   */
  changeAccount(
    email: string,
    change: (account: Account) => Account,
    by?: Origin,
  ): Promise<Account | undefined>
  /** Every account, oldest first. */
  accounts(): Promise<readonly Account[]>
  /** The account, if there is exactly one. */
  onlyAccount(): Promise<Account | undefined>
  findAccountByApiKey(apiKeyHash: Uint8Array): Promise<Account | undefined>
  /** The ID of the account that a project belongs to. */
  findOwner(projectId: string): Promise<string | undefined>

  createProject(project: Project, by?: Origin): Promise<'created' | 'app-name-taken' | 'no-such-account'>
  findProjectByAppName(appName: string): Promise<Project | undefined>
  /** A project of another account is not found. */
  findProject(accountId: string, projectId: string): Promise<Project | undefined>
  /**
   * Changes everything of a project but its ID, its account, its app name and the time of its
   * creation. `change` is pure.
   * @returns the project as it is from now on; undefined when there is none
   */
  changeProject(
    projectId: string,
    change: (project: Project) => Project,
    by?: Origin,
  ): Promise<Project | undefined>
  /**
   * Deletes a project with all that belongs to it: keys, trials, scripts, signing keys, events, counts.
   * Of what there may be millions of, `most` at a time, so that others can write in between. With `by`,
   * the deletion becomes an event of its account.
   * @returns `more`: the project is there, and the call is to be repeated
   */
  deleteProject(projectId: string, most: number, by?: Origin): Promise<'deleted' | 'more' | 'no-such-project'>
  /** How many keys the project has, with trials and bans of deleted keys. */
  countKeys(projectId: string): Promise<number>
  /** Every project of an account with its scripts, oldest first. */
  projectsOf(accountId: string): Promise<readonly ProjectWithScripts[]>

  /** A request of a project that may be repeated. Undefined: it was not accepted, or long ago. */
  findRequest(
    name: string,
  ): Promise<{ readonly newest: number /** Empty: it has none yet. */; readonly answer: string } | undefined>
  /** Remembers it. The latest of a project are kept. */
  acceptRequest(projectId: string, name: string, newest: number): Promise<void>
  answerRequest(name: string, answer: string): Promise<void>

  /** All that a project has had, newest first. Empty for an unknown project. */
  signingKeys(appName: string): Promise<readonly SigningKey[]>
  /**
   * Adds the newest key of a project. The others are used until `othersUntil` at the latest; without
   * it, a key is added only if the project has none.
   */
  addSigningKey(
    appName: string,
    key: SigningKey,
    othersUntil?: number,
    by?: Origin,
  ): Promise<'added' | 'has-one' | 'no-such-project'>

  /** @param most how many scripts the account may have, over all its projects */
  createScript(
    script: Script,
    most?: number,
    by?: Origin,
  ): Promise<'created' | 'script-exists' | 'too-many-scripts' | 'no-such-project'>
  findScript(projectId: string, scriptId: string): Promise<Script | undefined>
  /** The source of the last update that succeeded. */
  findSource(projectId: string, scriptId: string): Promise<string | undefined>
  /** By its ID, in any account. The source is not read. */
  findScriptToRun(scriptId: string): Promise<ScriptToRun | undefined>
  /** The same with the source; undefined until the first update has succeeded. */
  findScriptToLoad(scriptId: string): Promise<ScriptToLoad | undefined>
  /**
   * Records an update and stores its source until the update ends. Updates that begin at the same
   * moment on several nodes may exceed the limit for all accounts by one each; the limit for an
   * account is exact.
   */
  beginScriptUpdate(
    update: ScriptUpdate,
    source: string,
    allowance: Allowance,
    by: Origin,
  ): Promise<'begun' | 'no-such-script' | AllowanceRefusal>
  /** The source of an update that has not ended. */
  findWaitingSource(updateId: string): Promise<string | undefined>
  /** Notes the stage of an update, and that it is alive. Does nothing to one that has ended. */
  reachStage(updateId: string, stage: ScriptUpdateStage, now: number): Promise<void>
  /** Notes that these updates are alive at this second. Does nothing to those that have ended. */
  keepUpdatesAlive(updateIds: readonly string[], now: number): Promise<void>
  /**
   * Ends an update once; of a second end nothing is done. A success changes the script and its
   * source with it. The source that was uploaded is deleted.
   */
  endScriptUpdate(updateId: string, end: ScriptUpdateEnd): Promise<'ended' | 'not-under-way'>
  /** Ends as broken those of these updates that have not ended, as `endScriptUpdate` does. */
  breakOffUpdates(updateIds: readonly string[], message: string): Promise<void>
  /**
   * The same for at most `most` updates that were last alive before this second: the process that
   * worked on them is gone.
   * @returns how many it were
   */
  breakOffDeadUpdates(aliveBefore: number, most: number, message: string): Promise<number>
  findScriptUpdate(projectId: string, scriptId: string, updateId: string): Promise<ScriptUpdate | undefined>
  /** Of each script of a project, the update that began last. In no order. */
  lastScriptUpdates(projectId: string): Promise<readonly ScriptUpdate[]>

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

  /**
   * Reads what is stored of the trial of a device, lets `decide` decide, and creates the key of a
   * trial that starts. No other trial of the account starts in between, on any node. `decide` is
   * pure, and may be called again.
   * @param where `address`: of the request, as the limits of requests count it
   * @returns undefined for an unknown project
   */
  startTrial(
    appName: string,
    where: { readonly deviceId: string; readonly address: string },
    decide: (known: TrialSnapshot) => TrialDecision,
    by: Origin,
  ): Promise<TrialDecision | undefined>

  /** Removes bans that have ended, by the rule `decideLapse`. */
  lapseBans(now: number): Promise<void>

  /** Of a project and of its account, in the order of their times. */
  listEvents(projectId: string, filter: EventFilter, page: EventPage): Promise<readonly ListedEvent[]>

  /** Nobody else may sign in with the e-mail address, in any account. */
  createPerson(
    accountId: string,
    person: Person,
    by?: Origin,
  ): Promise<'created' | 'email-taken' | 'no-such-account'>
  /** E-mail addresses are compared without regard to case. */
  findPersonByEmail(email: string): Promise<Member | undefined>
  /** Oldest first. */
  peopleOf(accountId: string): Promise<readonly Person[]>
  /**
   * Changes or removes a person of an account, with no other change of its people in between.
   * `change` is pure, and also sees everybody in the account. A removal ends sessions and links.
   */
  changePerson<Outcome extends string>(
    accountId: string,
    personId: string,
    change: (person: Person, all: readonly Person[]) => PersonChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'no-such-person'>
  /** Replaces the one-time link of a person. */
  addSignInLink(personId: string, link: SignInLink, by?: Origin): Promise<'added' | 'no-such-person'>
  /** Deletes a link, once, and begins the session of its person. */
  signInByLink(tokenHash: Uint8Array, session: ConsoleSession, now: number): Promise<'begun' | 'link-over'>
  /**
   * Begins a session of somebody who was found to have the right password and code.
   * @param isStill pure: whether these are still right, now that no change of the person is under way
   */
  beginSession(
    personId: string,
    session: ConsoleSession,
    isStill: (person: Person) => boolean,
  ): Promise<'begun' | 'no-such-person' | 'changed-meanwhile'>
  findSession(tokenHash: Uint8Array): Promise<SignedInPerson | undefined>
  /** Notes that a session is used at this second. */
  useSession(sessionId: string, now: number): Promise<void>
  /** Newest first. */
  sessionsOf(personId: string): Promise<readonly ConsoleSession[]>
  /** Ends one session of a person, or all but one and the link. @returns how many sessions */
  endSessions(
    personId: string,
    which: { readonly only: string } | { readonly except: string },
  ): Promise<number>

  /** @param since the first second from which obfuscations count */
  usage(accountId: string, fromHour: number, since: number): Promise<Usage>
  /** The same for one project, with the states of its keys at `now`. */
  overview(projectId: string, now: number, since: number): Promise<Overview | undefined>
  /** Counts refused checks; those of an unknown app are ignored. */
  addRefusals(counts: readonly RefusalCount[]): Promise<void>

  /**
   * Records that a node is alive up to and including a second. Deletes expired nodes, counts,
   * tokens, links and sessions, and batches of old refusals, of the events before `eventsBefore`, and
   * of the keys of trials that are over (see `trialKeptDays`). A node whose last
   * second is more than a minute later than this one's has a wrong clock, and is left out.
   * @returns the nodes that are alive, this one among them, in the order of their IDs
   */
  announceNode(
    node: AnnouncedNode,
    until: number,
    now: number,
    eventsBefore?: number,
  ): Promise<readonly Node[]>
  withdrawNode(id: string): Promise<void>
  /** Where the nodes that are alive have their consoles. */
  consoleUrls(now: number): Promise<readonly string[]>
  /**
   * Unlike everything else, counts need not survive a crash of the database.
   * @returns each count as it is from now on, in the same order
   */
  addCounts(counts: readonly SharedCount[], now: number): Promise<readonly number[]>
  /**
   * Subtracts one that was added with this `until`, at no time from a count that began later.
   */
  takeBackCount(count: SharedCountName): Promise<void>
  /** 0 when there is none, or none any longer. */
  readCount(count: SharedCountName, now: number): Promise<number>
  /**
   * `until` is the last second at which it is good. It is remembered for a day longer, in case a
   * clock is set back.
   * @returns whether this is the first time
   */
  spend(token: string, until: number): Promise<boolean>

  /** How many groups of key checks are best under way at once. */
  readonly groupsAtOnce: number

  /** Resolves when the database can be read. */
  ping(): Promise<void>
  /** Writes a row and deletes it. Resolves when the database can write. */
  tryWriting(): Promise<void>
  /** Waits for pending operations. Afterwards every method rejects. */
  close(): Promise<void>
}
