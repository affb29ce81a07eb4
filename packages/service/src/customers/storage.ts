import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { SomeFields } from '../core/fields.ts'
import type { ListedLicense } from '../licenses/storage.ts'
import type { NewItem } from '../outbox/outbox.ts'

/** A customer and its number in the storage, which grows with each new customer. */
export interface ListedCustomer {
  readonly row: number
  readonly customer: Customer
  /** The number of its keys, in all projects of the account. */
  readonly keys: number
  /** When it asked to be erased; 0: it does not ask. */
  readonly erasureAskedAt: number
}

/** A key of a customer, with its project. */
export interface CustomerKey extends ListedLicense {
  readonly projectId: string
  readonly projectName: string
}

export interface FoundCustomer extends ListedCustomer {
  /** The newest keys, up to `KEYS_OF_CUSTOMER`. */
  readonly newest: readonly CustomerKey[]
}

/** The most keys in the answer. List Keys finds more. */
export const KEYS_OF_CUSTOMER = 1_000

export interface CustomerPage {
  /**
   * A part of the address or the name. If the text has fewer than three characters, their start.
   */
  readonly search?: string | undefined
  /** Only customers who ask to be erased. */
  readonly erasureAsked?: boolean | undefined
  readonly limit: number
  /** Only customers with a smaller number. */
  readonly before?: number | undefined
}

export interface CustomerStorage {
  /** Lists customers, the newest first. */
  searchCustomers(accountId: string, page: CustomerPage): Promise<readonly ListedCustomer[]>
  findCustomer(
    accountId: string,
    by: { readonly id: string } | { readonly email: string },
  ): Promise<FoundCustomer | undefined>
  changeCustomer(
    accountId: string,
    id: string,
    change: SomeFields<Pick<Customer, 'email' | 'name'>>,
    by: Origin,
  ): Promise<'updated' | 'customer-exists' | 'no-such-customer'>
  /** Gives the keys of a customer to another one, and deletes the first one. */
  joinCustomers(
    accountId: string,
    which: { readonly id: string; readonly into: string },
    by: Origin,
  ): Promise<'joined' | 'same-customer' | 'no-such-customer'>
  /**
   * Rewrites the notes, and the reasons of bans, of some keys of the account: those of a customer, and
   * those that contain one of the texts. A ban whose key was deleted is one, too. The old ones are not in the file of the database
   * afterwards.
   * @param after the number of the last key that was done before
   * @returns that of this time, and how many keys changed. Undefined: no more
   */
  eraseNotes(
    accountId: string,
    which: { readonly customer: number; readonly texts: readonly string[]; readonly after: number },
    rewrite: (note: string) => string,
    by: Origin,
  ): Promise<{ readonly last: number; readonly changed: number } | undefined>
  /**
   * Records that a customer asks to be erased. Nothing happens a second time.
   * @param mails leave with the first request
   */
  askForErasure(
    projectId: string,
    customer: { readonly row: number; readonly id: string },
    by: Origin,
    mails: readonly NewItem[],
  ): Promise<void>
  /** Deletes the request of a customer to be erased. */
  declineErasure(accountId: string, id: string, by: Origin): Promise<'declined' | 'no-such-customer'>
  /** Deletes a customer. The keys stay, without a customer. */
  eraseCustomer(accountId: string, id: string, by: Origin): Promise<'erased' | 'no-such-customer'>
  /**
   * Empties the log of an SQLite database, which has rows as they were before. PostgreSQL deletes
   * its own log.
   * @returns false: a long read uses it at the moment. It is emptied later
   */
  emptyLog(): Promise<boolean>
}
