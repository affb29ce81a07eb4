import type { KeyCheckRecord } from '@latchkey/protocol'
import type { Account, HourOfStatistics, Project, Script, User } from './records.ts'

/** A key check as it arrived: well formed, and nothing more than claimed. */
export interface CheckAttempt {
  readonly appName: string
  readonly userAgent: string
  /** As typed by the user; anything. */
  readonly key: string
  /** Empty when the header is missing. */
  readonly deviceId: string
  /** Every header that ends in `-fingerprint`, by its lower-case name: the project decides which one counts. */
  readonly fingerprints: Readonly<Record<string, string>>
  readonly nonce: string
  /** The decimal text of the header, because the signature covers the text. */
  readonly time: string
  readonly signature: string
}

/** What is known at the moment an attempt is decided, effects of the attempts before it included. */
export interface CheckSnapshot {
  readonly project: Project | undefined
  /** This project took this nonce before, and still remembers it. */
  readonly nonceTaken: boolean
  /** The user of this key in this project. */
  readonly user: User | undefined
  /** A banned user of this project whose device this is; of several, the one whose ban lasts longest. */
  readonly bannedDevice: User | undefined
}

/** What follows from an attempt. `now` is the second at which it was decided. */
export interface CheckEffects {
  /** The second up to and including which the nonce is refused. Absent: not authentic, do not remember. */
  readonly rememberNonceUntil?: number
  /** Adds one to the user's total and to the project's hour. Only with a user in the snapshot. */
  readonly execution?: boolean
  /** Adds one to the project's hour. Only with a project in the snapshot. */
  readonly attackBlocked?: boolean
  /** The user as it is from now on. Its `totalExecutions` is ignored: the storage counts. */
  readonly user?: User
}

export interface CheckDecision {
  readonly answer: KeyCheckRecord
  readonly effects: CheckEffects
}

/** The rule of the domain: a pure function, called once for an attempt, in order. */
export type DecideCheck = (attempt: CheckAttempt, snapshot: CheckSnapshot, now: number) => CheckDecision

/** What is to become of a user, and what the caller is told about it. */
export interface UserChange<Outcome extends string> {
  readonly outcome: Outcome
  readonly user?: User
}

/** The database did not do it, and nothing was changed. Whether to try again is the caller's choice. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/**
 * What the service needs of a database. `storage/contract.ts` says the same as tests, for every adapter.
 *
 * Every method is atomic and durable: once its promise has resolved, what it wrote survives a crash of the process
 * and of the machine. A method that cannot be carried out rejects with `StorageUnavailable`, with nothing of it
 * done; no error of a driver passes this interface, and no transaction.
 */
export interface Storage {
  /**
   * Decides a group of key checks in order and commits all their effects at once. Attempts of one group see each
   * other's effects as if they had come one after the other, and groups of several processes do not interleave.
   * Nonces that are past their second are forgotten here.
   * @returns one answer for each attempt, in the same order.
   */
  checkKeys(
    attempts: readonly CheckAttempt[],
    now: number,
    decide: DecideCheck,
  ): Promise<readonly KeyCheckRecord[]>

  createAccount(account: Account): Promise<'created' | 'email-taken'>
  /** E-mail addresses are compared without regard to case. */
  findAccountByEmail(email: string): Promise<Account | undefined>

  createProject(project: Project): Promise<'created' | 'app-name-taken' | 'no-such-account'>
  findProjectByAppName(appName: string): Promise<Project | undefined>

  createScript(script: Script): Promise<'created' | 'script-exists' | 'no-such-project'>

  /** No two users of a project share a key, and none share a chat ID. */
  createUser(
    projectId: string,
    user: User,
  ): Promise<'created' | 'key-taken' | 'chat-id-taken' | 'no-such-project'>
  findUser(projectId: string, key: string): Promise<User | undefined>
  /**
   * Reads a user, lets `change` decide, and writes what it says, with no check and no other change in between.
   * `change` is pure, because a storage may have to ask it again. A user of the answer replaces the one that was read
   * in everything but its key and its count of executions; without one, nothing is written.
   */
  changeUser<Outcome extends string>(
    projectId: string,
    key: string,
    change: (user: User) => UserChange<Outcome>,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-user'>

  /** The hours from `fromHour` on, oldest first. */
  statistics(projectId: string, fromHour: number): Promise<readonly HourOfStatistics[]>

  /** Resolves when the database is well. */
  ping(): Promise<void>
  /** Waits for what is under way. Afterwards every method rejects. */
  close(): Promise<void>
}
