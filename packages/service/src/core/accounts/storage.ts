import type { Origin } from '../event-log/events.ts'
import type { Account } from './accounts.ts'
import type { Project } from './projects.ts'
import type { SigningKey } from './signing-keys.ts'

/** The methods for accounts, their projects and signing keys. */
export interface AccountStorage {
  createAccount(account: Account, by?: Origin): Promise<'created' | 'email-taken'>
  /** E-mail addresses are compared without regard to case. */
  findAccountByEmail(email: string): Promise<Account | undefined>
  /**
   * Changes an account, except for its ID, its e-mail address and the time of its registration.
   * `change` is pure.
   * @returns the account from now on; undefined when there is none
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
  /** Finds the ID of the account that owns a project. */
  findOwner(projectId: string): Promise<string | undefined>
  createProject(project: Project, by?: Origin): Promise<'created' | 'app-name-taken' | 'no-such-account'>
  findProjectByAppName(appName: string): Promise<Project | undefined>
  /** A project of another account is not found. */
  findProject(accountId: string, projectId: string): Promise<Project | undefined>
  /**
   * Changes a project, except for its ID, its account, its app name and the time of its creation.
   * `change` is pure.
   * @returns the project from now on; undefined when there is none
   */
  changeProject(
    projectId: string,
    change: (project: Project) => Project,
    by?: Origin,
  ): Promise<Project | undefined>
  /**
   * Deletes a project and all that belongs to it: keys, trials, scripts, signing keys, events,
   * counts. Tables that may have millions of rows lose `most` at a time, so that others can write
   * in between. With `by`, the deletion becomes an event of its account.
   * @returns `more`: the project still exists, and the call must be repeated
   */
  deleteProject(projectId: string, most: number, by?: Origin): Promise<'deleted' | 'more' | 'no-such-project'>
  /** Every project of an account, oldest first. */
  projectsOf(accountId: string): Promise<readonly Project[]>
  /** Counts the keys of a project, including trials and the bans of deleted keys. */
  countLicenses(projectId: string): Promise<number>
  /** All signing keys that a project has had, newest first. Empty for an unknown project. */
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
}
