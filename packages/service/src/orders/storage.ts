import type { Fact, Reading } from '@latchkey/shops'
import type { Origin } from '../core/event-log/events.ts'
import type { License } from '../core/license/license.ts'
import type { NewItem } from '../outbox/outbox.ts'
import type { Follower, OrderFields } from './follow-order.ts'
import type { Missing, OrderStateName } from './order-state.ts'
import type { Product, Shop, ShopKind, ShopUse } from './shops.ts'

/** A shop, with the project whose products it sells. */
export interface FoundShop {
  /** The number of the shop in the storage. */
  readonly row: number
  readonly projectId: string
  readonly shop: Shop
}

export interface ListedShop extends ShopUse {
  readonly shop: Shop
}

/**
 * An authentic delivery. SECURITY: the IDs of customers in its facts are replaced by a keyed hash
 * (`hideCustomers`), so that nobody can find an erased customer by the ID.
 */
export interface ReceivedDelivery {
  readonly shop: FoundShop
  readonly reading: Reading
  /** As it arrived. It is sealed, and deleted after 30 days. */
  readonly body: Uint8Array
  readonly now: number
}

/** A delivery as it is listed. */
export interface ListedDelivery {
  readonly row: number
  readonly eventId: string
  readonly eventType: string
  /** `test`: a test at a live shop, or the other way round. It changes nothing. */
  readonly state: DeliveryState
  /** Fields that were not found, by their paths. */
  readonly missing: readonly string[]
  readonly receivedAt: number
  /** Whether the delivery is stored as it arrived, sealed. */
  readonly hasBody: boolean
}
export type DeliveryState = Reading['kind'] | 'test'

/** An order as it is listed. */
export interface ListedOrder {
  /** The number of the order in the storage. */
  readonly row: number
  readonly id: string
  readonly shop: Pick<Shop, 'id' | 'kind' | 'name' | 'isTest'>
  /** Its IDs at the shop: of the order, of the subscription, of payments. */
  readonly shopIds: readonly ShopId[]
  readonly state: OrderStateName
  readonly missing: readonly (Missing | 'plan')[]
  /** The products that nobody mapped, by their IDs at the shop. */
  readonly unmapped: readonly string[]
  /** By the shop's clock; 0: not known. */
  readonly purchasedAt: number
  /** Of its customer; empty: not known, or erased. */
  readonly email: string
  /** The keys of its licenses; those that were deleted are left out. */
  readonly keys: readonly string[]
}
export interface ShopId {
  readonly kind: 'order' | 'subscription' | 'payment'
  readonly id: string
}

/** A license of an order. */
export interface OrderLicense {
  /** Absent: it was deleted. */
  readonly license?: License | undefined
  readonly row?: number | undefined
  /** The `keyIdOf` of its key. */
  readonly keyId: string
  /** With what was set by hand until now. */
  readonly follower: Follower
}

/** An order with all that is stored of it. */
export interface FoundOrder extends ListedOrder {
  /** In the order of their times at the shop. */
  readonly facts: readonly Fact[]
  readonly payments: readonly {
    readonly amount: number | undefined
    readonly currency: string | undefined
    readonly refunded: number
    readonly isRefunded: boolean
  }[]
  readonly licenses: readonly OrderLicense[]
  /** The products of the lines whose terms were copied, by their IDs. */
  readonly products: readonly string[]
  /** An address that the shop named later. It changes nothing; empty: none. */
  readonly otherEmail: string
  readonly isErased: boolean
}

/** What the vendor does to a license of an order. */
export type OrderAct =
  /** Lets a license work that its order stopped, until a new fact stops it. */
  | { readonly kind: 'lift' }
  /** Lets a field follow the order again. */
  | { readonly kind: 'follow'; readonly field: keyof OrderFields }

/** What happens to the licenses of existing orders with the terms of a product as they are now. */
export interface ProductEffects {
  readonly orders: number
  readonly licenses: number
  /** How many licenses get another value, by the name of the field. */
  readonly fields: Readonly<Partial<Record<keyof OrderFields, number>>>
}

/** What a browser gets after the purchase. */
export type ReturnedOrder =
  /** The delivery has not arrived, or the order waits. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly projectId: string }
  /** Another browser has it, it is too late, or its licenses are stopped, deleted or erased. */
  | { readonly kind: 'in-mail' }

/** A license that existed before its order: an imported one, or one that the vendor links. */
export interface LinkedLicense {
  readonly key: string
  readonly shopIds: readonly ShopId[]
}

/** `has-licenses`: the order has made licenses, and one of them is in use. */
export type LinkOutcome = 'linked' | 'no-such-license' | 'has-licenses'

type NoProject = 'no-such-project'

export interface OrderStorage {
  /** @param mails leave with the change */
  addShop(projectId: string, shop: Shop, by: Origin, mails?: readonly NewItem[]): Promise<'added' | NoProject>
  findShop(id: string): Promise<FoundShop | undefined>
  listShops(projectId: string): Promise<readonly ListedShop[]>
  /** Changes a shop. `change` is pure. */
  changeShop(
    projectId: string,
    id: string,
    change: (shop: Shop) => Shop,
    by: Origin,
    mails?: readonly NewItem[],
  ): Promise<'changed' | 'no-such-shop'>
  /** Counts deliveries that were refused. */
  countRefused(shopRow: number, count: number, reason: string, now: number): Promise<void>

  /**
   * Stores a delivery, once for its event ID, and lets the licenses of its orders follow, in one
   * transaction with the mail about them.
   * @returns the IDs of the orders that it belongs to; `repeated`: it was stored before
   */
  receiveDelivery(delivery: ReceivedDelivery): Promise<readonly string[] | 'repeated'>
  /**
   * Reads deliveries again that an earlier version of the service could not read, some at a time.
   * @returns whether there are more
   */
  readAgain(read: ReadDelivery, version: string, now: number): Promise<boolean>
  /** Deliveries of a shop, the newest first: all that are stored, or those with a state. */
  listDeliveries(
    projectId: string,
    shopId: string,
    page: DeliveryPage,
  ): Promise<readonly ListedDelivery[] | 'no-such-shop'>

  listProducts(projectId: string): Promise<readonly Product[]>
  /** Adds a product, or replaces the one with its ID. Its IDs at shops are of no other product then. */
  putProduct(projectId: string, product: Product, by: Origin): Promise<'stored' | NoProject>
  deleteProduct(projectId: string, id: string, by: Origin): Promise<'deleted' | 'no-such-product'>
  /** The IDs of products at shops that are of other apps. */
  listNotOurs(projectId: string): Promise<readonly string[]>
  setNotOurs(
    projectId: string,
    shopProduct: string,
    isNotOurs: boolean,
    by: Origin,
  ): Promise<'stored' | NoProject>
  /**
   * Lets orders follow that wait, or whose mail has not left, some at a time. Absent project: all.
   * @returns the row after which to go on; undefined: there are no more
   */
  followWaiting(now: number, after: number, projectId?: string): Promise<number | undefined>
  /**
   * Copies the terms of a product, as they are now, to the lines of existing orders that have earlier
   * ones, some orders at a time, and lets their licenses follow.
   * @returns the effects on these orders, and the row after which to go on; undefined: no more
   */
  applyProduct(
    projectId: string,
    productId: string,
    page: { readonly after: number; readonly isDryRun: boolean },
    by: Origin,
  ): Promise<{ readonly effects: ProductEffects; readonly after: number | undefined } | 'no-such-product'>

  /** The newest first. Orders of other apps are left out. */
  listOrders(projectId: string, page: OrderPage): Promise<readonly ListedOrder[]>
  findOrder(projectId: string, id: string): Promise<FoundOrder | undefined>
  /** The newest orders of a customer in all projects, by the number of the customer. */
  ordersOfCustomer(
    customerRow: number,
    limit: number,
  ): Promise<readonly { readonly projectId: string; readonly order: FoundOrder }[]>
  /** The order that a license follows, by the number of the license. */
  findOrderOf(projectId: string, licenseRow: number): Promise<FoundOrder | undefined>
  changeOrderLicense(
    projectId: string,
    of: { readonly order: string; readonly keyId: string },
    act: OrderAct,
    by: Origin,
  ): Promise<'changed' | 'no-such-order' | 'no-such-license'>
  /**
   * Lets licenses follow the orders with these IDs at a shop, which may not have arrived. They keep
   * their terms, and get ends alone.
   */
  linkLicenses(
    projectId: string,
    shopId: string,
    licenses: readonly LinkedLicense[],
    by: Origin,
  ): Promise<readonly LinkOutcome[] | 'no-such-shop'>
  /** Sales, renewals and refunds of live shops for each week, by its first day (Monday, UTC). */
  countSales(projectId: string, since: number): Promise<readonly WeekOfSales[]>

  /**
   * Gives the keys of an order to the first browser that asks, until an hour after the purchase.
   * @param returnHash the SHA-256 of the ID that the shop adds to the page after the purchase
   * @param browser the SHA-256 of the cookie
   */
  claimReturn(shopRow: number, returnHash: string, browser: string, now: number): Promise<ReturnedOrder>
  /**
   * Queues the mail with the keys of an order again, at most `MOST_SENT_AGAIN` a day.
   * @returns whether it was queued; the buyer never learns it
   */
  sendOrderAgain(shopRow: number, returnHash: string, now: number): Promise<boolean>
}

export type ReadDelivery = (kind: ShopKind, body: Uint8Array, shopId: string) => Reading

export interface DeliveryPage {
  readonly state?: DeliveryState | undefined
  readonly limit: number
  readonly before?: number | undefined
}
export interface OrderPage {
  readonly state?: OrderStateName | undefined
  /** An ID at the shop, as a whole, or the address of the customer. */
  readonly search?: string | undefined
  /** The number of a license: only the order that it follows. */
  readonly ofLicense?: number | undefined
  readonly limit: number
  readonly before?: number | undefined
}
export interface WeekOfSales {
  /** Unix seconds. */
  readonly from: number
  readonly sales: number
  readonly renewals: number
  readonly refunds: number
}
export const MOST_SENT_AGAIN = 3
