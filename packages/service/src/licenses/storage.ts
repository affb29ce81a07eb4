import type { KeySort, KeyState } from '@latchkey/management'
import type { LicenseKey } from '@latchkey/protocol'
import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import type { NewItem } from '../outbox/outbox.ts'

/** The limit for a new license, and who creates it. */
export interface CreationTerms {
  /** The licenses that the account may have in all its projects. Absent: any number. */
  readonly mostLicenses?: number
  readonly by?: Origin
  /** The customer of a key, who is created if there is none with this address. */
  readonly customerOf?: (license: License) => Customer | undefined
  /** The mail with a new key, which leaves if the key is created. `id`: of the record. */
  readonly mailOf?: (key: string, id: string) => NewItem
}

/**
 * A filter of licenses. Everything that is given must match. Texts are compared as a whole, and
 * case matters.
 */
export interface ListFilter {
  readonly key?: string | undefined
  readonly chatId?: string | undefined
  /** The ID of a device. If it has several licenses, the newest is found. */
  readonly identifier?: string | undefined
  /**
   * A part of the identifier, the key, the chat ID or the note. For this filter, A to Z equal a to
   * z.
   */
  readonly search?: string | undefined
}

/** Zero-based positions in the matches; `until` is excluded. */
export interface Page {
  readonly from: number
  readonly until: number
}

/** The conditions of a search. All that are given must match. */
export interface SearchFilter {
  /**
   * A part of the identifier, the key, the chat ID or one of the notes, or the start of the
   * customer's address or name. A to Z equal a to z. Texts shorter than `SHORTEST_INDEXED_SEARCH`
   * are only searched in the newest `KEYS_COUNTED` licenses, and not in customers.
   */
  readonly search?: string | undefined
  readonly states?: readonly KeyState[] | undefined
  readonly trial?: boolean | undefined
  /**
   * Unix seconds: ends from `endsFrom` on, and before the other. Licenses without an end do not
   * match.
   */
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
  /** The licenses after this place. Otherwise the licenses from a position on, zero-based. */
  readonly after?: SearchPlace | undefined
  readonly from?: number | undefined
  /** Counts all licenses that match, even if they are more than `KEYS_COUNTED`. */
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
   * The newest ban of a device that was made with another key: of a linked device, otherwise of the
   * device on which the key was last refused for this reason.
   */
  readonly deviceBan: (ListedLicense & { readonly isLinked: boolean }) | undefined
}

export interface SearchResult {
  readonly licenses: readonly (ListedLicense & { readonly place: SearchPlace })[]
  readonly count: number
  /** Whether the count is exact. Otherwise more licenses match. */
  readonly isExact: boolean
}

export interface ImportedLicenses {
  readonly outcomes: readonly ('created' | 'done-before' | 'key-taken' | 'too-many-licenses')[]
  /** How many more licenses the account may have; undefined: any number. */
  readonly left: number | undefined
}

export interface LicenseStorage {
  /** Creates a license. In a project, no two licenses have the same key or the same chat ID. */
  createLicense(
    projectId: string,
    license: License,
    terms?: CreationTerms,
  ): Promise<'created' | 'key-taken' | 'chat-id-taken' | 'too-many-licenses' | 'no-such-project'>
  /** Lists licenses, the newest last. */
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
  /** Changes the license whose ban has this token, as `changeLicense` does. */
  changeBannedLicense<Outcome extends string>(
    projectId: string,
    unbanToken: string,
    change: (license: License) => LicenseChange<Outcome>,
    by?: Origin,
  ): Promise<Outcome | 'chat-id-taken' | 'no-such-license'>
  /** Finds a page of the licenses of a project. Their states are those at `now`. */
  searchLicenses(
    projectId: string,
    filter: SearchFilter,
    page: SearchPage,
    now: number,
  ): Promise<SearchResult | 'too-many-to-sort'>
  /** Finds a license by its key or its number. */
  findLicense(
    projectId: string,
    by: { readonly key: string } | { readonly row: number },
  ): Promise<FoundLicense | undefined>
  /**
   * Gives a license another key, which is new. The earlier key is refused from now on: it stays as a
   * license of its own, which is stopped as `replaced`.
   */
  replaceKey(
    projectId: string,
    row: number,
    key: LicenseKey,
    by: Origin,
  ): Promise<'replaced' | 'no-such-license' | 'key-banned' | 'key-stopped'>
  /** Finds the licenses with these keys, in no particular order. */
  findLicenses(projectId: string, keys: readonly string[]): Promise<readonly ListedLicense[]>
  /**
   * Creates all of these licenses or none. Their keys are new, and they have no chat ID. If the
   * same request (`recorded.request`) has created one of them before, that one counts as created.
   */
  createLicenses(
    projectId: string,
    licenses: readonly License[],
    terms?: CreationTerms,
  ): Promise<'created' | 'too-many-licenses' | 'no-such-project'>
  /**
   * Creates the licenses whose keys the project does not have, as far as the limit allows. They
   * have no chat ID. `done-before`: the same request (`recorded.request`) has created the key.
   * @returns the outcomes in the order of the licenses
   */
  importLicenses(
    projectId: string,
    licenses: readonly License[],
    terms: CreationTerms & { readonly isDryRun: boolean },
  ): Promise<ImportedLicenses | 'no-such-project'>
  /**
   * Changes those of these licenses that are found, as `changeLicense` does, in the order of their
   * numbers, in one transaction.
   */
  changeLicenses<Outcome extends string>(
    projectId: string,
    which: { readonly keys: readonly string[] } | { readonly rows: readonly number[] },
    change: (license: License) => LicenseChange<Outcome>,
    by?: Origin,
  ): Promise<readonly { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[]>
}
