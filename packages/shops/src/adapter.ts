import { createHash } from 'node:crypto'
import type { DeliveredCustomer, Delivery, Fact } from './facts.ts'
import { type Fields, fieldsOf } from './fields.ts'
import type { ReceivedDelivery, Verdict, Verification } from './verify.ts'

/** An authentic delivery, read. */
export interface Reading extends Delivery {
  /**
   * - `facts`: it is in `facts`
   * - `ignored`: an event that changes no order, or that this version does not know
   * - `waits`: fields are missing, or have other types or values than known. They are in `missing`
   */
  readonly kind: 'facts' | 'ignored' | 'waits'
  /** Of the shop. Where it has none, or it cannot be read, the SHA-256 of the delivery. */
  readonly eventId: string
  /** Empty if it cannot be read. */
  readonly eventType: string
  readonly isTest: boolean
}

/** A shop whose deliveries can be verified and read. */
export interface ShopAdapter {
  readonly shop: 'stripe' | 'paddle' | 'lemon-squeezy'
  /**
   * Fields, by their paths, that the buyer's browser can write. SECURITY: no adapter reads a product, a
   * quantity or an ID from them; from some, the address and the name.
   */
  readonly buyerFields: readonly string[]
  /**
   * What the vendor writes into the address of the page after the purchase, where the shop puts an ID
   * with at least 100 random bits. Undefined: the shop has no such ID.
   */
  readonly returnPlaceholder: string | undefined
  /** Whether the shop made the delivery. Call it before everything else. */
  verify(delivery: ReceivedDelivery, verification: Verification): Verdict
  /**
   * Reads the body of an authentic delivery. Never throws.
   * @param shop the ID of the connected shop, for the facts
   */
  read(body: Uint8Array, shop: string): Reading
  /** The headers with which this shop delivers a body. `now` is in Unix seconds. */
  sign(body: string, secret: string, now: number): Readonly<Record<string, string>>
}

/** What all facts of a delivery share. */
export type EventBase = Pick<Fact, 'shop' | 'eventId' | 'eventType' | 'isTest' | 'at'>

/** What a delivery means. Undefined: nothing for orders. */
export type Meaning = Partial<Pick<Delivery, 'facts' | 'customer' | 'returnId'>> | undefined

/** How an adapter reads a delivery. */
interface Steps {
  event(fields: Fields): Omit<EventBase, 'shop' | 'eventId'> & { readonly eventId?: string }
  meaning(event: EventBase, fields: Fields): Meaning
}

/** Reads a body as JSON. Of two fields with the same name the last counts, as in the shops' SDKs. */
export function readDelivery(body: Uint8Array, shop: string, steps: Steps): Reading {
  const missing = new Set<string>()
  const fields = fieldsOf(parse(body), missing)
  const { eventId, ...rest } = steps.event(fields)
  const event = {
    ...rest,
    shop,
    eventId: eventId || `sha256-${createHash('sha256').update(body).digest('hex')}`,
  }
  const meaning = missing.size === 0 ? steps.meaning(event, fields) : undefined
  const { eventType, isTest } = event
  const common = { eventId: event.eventId, eventType, isTest, missing: [...missing] }
  // Never a part of the facts: a delivery that waits is read again as a whole.
  if (missing.size > 0) return { kind: 'waits', ...common, facts: [] }
  const { facts = [], customer, returnId } = meaning ?? {}
  const all = [...facts, ...knownBy(event, customer)]
  return { kind: all.length === 0 ? 'ignored' : 'facts', ...common, facts: all, customer, returnId }
}

const knownBy = (event: EventBase, customer: DeliveredCustomer | undefined): readonly Fact[] =>
  customer === undefined
    ? []
    : [{ ...event, kind: 'customer-known', shopCustomerId: customer.shopCustomerId }]

/** Undefined without an address. */
export const customerOf = (
  shopCustomerId: string | undefined,
  email: string,
  name: string,
): DeliveredCustomer | undefined =>
  email === '' || shopCustomerId === undefined
    ? undefined
    : { shopCustomerId, email, name, isFromBuyer: false }

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}
