import type { KeySort, KeyState } from '@latchkey/management'
import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { License, LicenseChange } from '../core/license/license.ts'

/** The limit for a new license, and who creates it. */
export interface CreationTerms {
  /** Licenses that the account may have, over all its projects. Absent: any number. */
  readonly mostLicenses?: number
  readonly by?: Origin
  /** The customer of a key, who is created if there is none with this address. */
  readonly customerOf?: (license: License) => Customer | undefined
}

/** Every given filter must match. Texts are compared whole, and upper and lower case differ. */
export interface ListFilter {
  readonly key?: string | undefined
  readonly chatId?: string | undefined
  /** Of several licenses on one device, the newest. */
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
export interface SearchFilter {
  /**
   * A part of the identifier, the key, the chat ID or one of the notes, or the start of the address
   * of the customer. A to Z equal a to z. Shorter texts than `SHORTEST_INDEXED_SEARCH` are only looked
   * for in the newest `KEYS_COUNTED` licenses, and not in addresses.
   */
  readonly search?: string | undefined
  readonly states?: readonly KeyState[] | undefined
  readonly trial?: boolean | undefined
  /** Seconds: from the first one on, and before the other. Licenses without an end do not match. */
  readonly endsFrom?: number | undefined
  readonly endsBefore?: number | undefined
}

/** The place of a license in a sorted list. */
export interface SearchPlace {
  readonly value: number
  readonly row: number
}

export interface SearchPage {
  readonly sort: KeySort
  readonly descending: boolean
  readonly limit: number
  /** The licenses after this place. Otherwise those from a position on, zero-based. */
  readonly after?: SearchPlace | undefined
  readonly from?: number | undefined
  /** Counts all licenses that match, also more than `KEYS_COUNTED`. */
  readonly exact?: boolean | undefined
}

/** A license with its number in the storage, which grows with each new license. */
export interface ListedLicense {
  readonly row: number
  readonly license: License
  readonly customer?: Customer | undefined
}

export interface FoundLicense extends ListedLicense {
  /**
   * The newest ban of a device that was made with another key: of a linked one, otherwise of the one
   * on which the key was last refused for it.
   */
  readonly deviceBan: (ListedLicense & { readonly isLinked: boolean }) | undefined
}

export interface SearchResult {
  readonly licenses: readonly (ListedLicense & { readonly place: SearchPlace })[]
  readonly count: number
  /** False: more licenses match. */
  readonly isExact: boolean
}

export interface ImportedLicenses {
  readonly outcomes: readonly ('created' | 'done-before' | 'key-taken' | 'too-many-licenses')[]
  /** How many more licenses the account may have; undefined: any number. */
  readonly left: number | undefined
}

export interface LicenseStorage {
  /** No two licenses of a project share a key, and none share a chat ID. */
  createLicense(
    projectId: string,
    license: License,
    terms?: CreationTerms,
  ): Promise<'created' | 'key-taken' | 'chat-id-taken' | 'too-many-licenses' | 'no-such-project'>
  /** Newest last. */
  listLicenses(projectId: string, filter: ListFilter, page: Page): Promise<readonly License[]>
  /**
   * Reads a license, calls `change` and writes its result, with no check and no other change in
   * between. `change` is pure, because a storage may call it again. The returned license replaces the
   * stored one except for its key and its count of executions.
   */
  changeLicense<Outcome extends string>(
    projectId: string,
    key: string,
    change: (license: License) => LicenseChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-license'>
  /** The same for the license whose ban has this token. */
  changeBannedLicense<Outcome extends string>(
    projectId: string,
    unbanToken: string,
    change: (license: License) => LicenseChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-license'>
  /** A page of the licenses of a project. Their states are those at `now`. */
  searchLicenses(
    projectId: string,
    filter: SearchFilter,
    page: SearchPage,
    now: number,
  ): Promise<SearchResult | 'too-many-to-sort'>
  /** A license by its key or its number. */
  findLicense(
    projectId: string,
    by: { readonly key: string } | { readonly row: number },
  ): Promise<FoundLicense | undefined>
  /** Those of the licenses with these keys that exist, in no order. */
  findLicenses(projectId: string, keys: readonly string[]): Promise<readonly ListedLicense[]>
  /**
   * Creates all of these licenses, whose keys are new and without a chat ID, or none. Licenses of a request
   * (`recorded.request`) that has created one of them before count as created.
   */
  createLicenses(
    projectId: string,
    licenses: readonly License[],
    terms?: CreationTerms,
  ): Promise<'created' | 'too-many-licenses' | 'no-such-project'>
  /**
   * Creates those of these licenses, without a chat ID, whose keys the project does not have, as far as
   * the limit allows. `done-before`: the same request (`recorded.request`) has created the key.
   * @returns the outcomes in the order of the licenses
   */
  importLicenses(
    projectId: string,
    licenses: readonly License[],
    terms: CreationTerms & { readonly isDryRun: boolean },
  ): Promise<ImportedLicenses | 'no-such-project'>
  /**
   * Changes those of these licenses that are found as `changeLicense` does, in the order of their
   * numbers, all in one transaction.
   */
  changeLicenses<Outcome extends string>(
    projectId: string,
    which: { readonly keys: readonly string[] } | { readonly rows: readonly number[] },
    change: (license: License) => LicenseChange<Outcome>,
    by?: Origin,
  ): Promise<readonly { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[]>
}
