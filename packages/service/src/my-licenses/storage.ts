import type { LicenseKey } from '@latchkey/protocol'
import type { Customer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import type { OrderStateName } from '../orders/order-state.ts'
import type { ShopKind } from '../orders/shops.ts'
import type { NewItem } from '../outbox/outbox.ts'

/** A license as its customer names it. */
export interface MyLicenseRef {
  readonly projectId: string
  readonly customerRow: number
  readonly row: number
  /** Whether this is the license, and not another one that got its number. */
  readonly isOf: (license: License) => boolean
}

/** A link that is mailed to an address. The token is not stored. */
export interface CustomerLink {
  readonly email: string
  readonly tokenHash: Uint8Array
  /** The last second at which it can be spent. */
  readonly until: number
}

export interface FoundMine {
  readonly licenses: readonly {
    readonly row: number
    readonly license: License
    /** The address to which it is offered; empty: it is not. */
    readonly offeredTo: string
  }[]
  readonly orders: readonly {
    /** Its ID at the shop. */
    readonly id: string
    readonly shop: ShopKind
    /** The page of the shop that the vendor has entered; empty: none. */
    readonly buyerPage: string
    readonly purchasedAt: number
    readonly products: readonly string[]
    readonly state: OrderStateName | 'not-ours'
  }[]
  readonly erasureAskedAt: number
}

/** The most licenses and orders that a customer sees. */
export const MOST_SHOWN = 200

type NoLicense = 'no-such-license'

/** What customers do with their own. `mails` leave with the change that they are about. */
export interface MyLicenseStorage {
  /** The newest licenses and orders of a customer in a project, the newest first. */
  findMine(projectId: string, customerRow: number, now: number): Promise<FoundMine>
  /** Changes a license of a customer. `decide` is pure. The mails leave if it changes. */
  changeMine<Outcome extends string>(
    of: MyLicenseRef,
    decide: (license: License) => LicenseChange<Outcome>,
    by: Origin,
    mails: readonly NewItem[],
  ): Promise<Outcome | NoLicense>
  /** Gives a license another key, which is new, if `decide` changes it. See `replaceKey`. */
  replaceMine<Outcome extends string>(
    of: MyLicenseRef,
    decide: (license: License) => LicenseChange<Outcome>,
    key: LicenseKey,
    by: Origin,
    mails: readonly NewItem[],
  ): Promise<Outcome | NoLicense>
  /** Offers a license to an address. An earlier offer of it ends. */
  offerMine(
    of: MyLicenseRef,
    link: CustomerLink,
    by: Origin,
    mails: readonly NewItem[],
  ): Promise<'done' | 'not-working' | NoLicense>
  takeOfferBack(of: MyLicenseRef, by: Origin): Promise<'done' | NoLicense>
  /**
   * Gives an offered license to the customer with its address, who is created if there is none.
   * @param mailTo the mail to the customer who had it, about the record with this ID
   * @returns the number of the customer
   */
  acceptOffer(
    projectId: string,
    tokenHash: Uint8Array,
    created: Pick<Customer, 'id' | 'createdAt'>,
    by: Origin,
    mailTo: (giver: Customer, about: string) => NewItem,
  ): Promise<number | 'link-over'>
  /** Adds a link that makes its address the one of a customer. An earlier one ends. */
  addAddressLink(
    projectId: string,
    customerRow: number,
    link: CustomerLink,
    mails: readonly NewItem[],
  ): Promise<void>
  /** @param mailTo the last mail to the earlier address */
  confirmAddress(
    projectId: string,
    tokenHash: Uint8Array,
    by: Origin,
    mailTo: (before: Customer) => NewItem,
  ): Promise<
    | { readonly row: number; readonly before: Customer; readonly email: string }
    | 'link-over'
    | 'address-taken'
  >
}
