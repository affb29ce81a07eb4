/**
 * What shops report, in one vocabulary. An adapter turns a verified delivery into facts; the state of
 * an order is computed from all its facts, whatever their order. A fact has no name and no address:
 * they are beside the facts, in `Delivery`.
 */

/** The fields of a fact that an adapter may have taken from something that the buyer can write. */
export type BuyerField = 'productIds' | 'quantity'

/** What every fact has. IDs are those of the shop. */
interface FactBase {
  /** The connected shop, by the ID that the caller gives to it. */
  readonly shop: string
  /** The event. Facts of one delivery share it. With `shop`, it is unique among deliveries. */
  readonly eventId: string
  /** The shop's name of the event: `invoice.paid`. It is shown, and decides nothing. */
  readonly eventType: string
  readonly isTest: boolean
  /**
   * When the object of the fact came into this state, by the shop's clock, in Unix seconds. Absent: the
   * shop does not say it. Never the time of arrival, and never that of a repeated delivery.
   */
  readonly at?: number | undefined
  /**
   * The purchase. Absent: the event does not name it. Then `paymentId` or `subscriptionId` leads to it,
   * by another fact that has both.
   */
  readonly orderId?: string | undefined
  readonly subscriptionId?: string | undefined
  /** For a guest without an ID, the ID of the order. */
  readonly shopCustomerId?: string | undefined
  /**
   * The line of the order, the same for its renewals and changes of product: the ID of the
   * subscription's item, or '1' and so on by position. Absent: all lines of the subscription. That a line
   * is of a subscription is known by a fact that has both, of a change or with a period.
   */
  readonly line?: string | undefined
  /**
   * The product, by all IDs to which a vendor may map a product, the most exact first: price or variant,
   * then product. Absent: the event does not name it. A payment with a product has a `line`.
   */
  readonly productIds?: readonly string[] | undefined
  /** At least 1. Absent: the event does not say it, which is not the same as 1. */
  readonly quantity?: number | undefined
  /** SECURITY: a field that is named here is shown, and never decides. */
  readonly fromBuyer?: readonly BuyerField[] | undefined
}

/**
 * A payment arrived, or nothing had to be paid. A payment for several lines is a fact for each. Facts
 * about the same payment from several events add to each other.
 */
interface Paid extends FactBase {
  readonly kind: 'paid'
  /**
   * The payment: what refunds and disputes refer to. Absent: only the subscription says that it is paid
   * until `periodEnd`; which payment did it is found by the times.
   */
  readonly paymentId?: string | undefined
  /** Another ID of the same payment, such as the `payment_intent` of an invoice. */
  readonly otherPaymentId?: string | undefined
  /** Absent: the event does not say which. */
  readonly reason?: 'purchase' | 'renewal' | undefined
  /** The whole payment, all lines with tax, in the smallest unit of its currency. 0: free. */
  readonly amount?: number | undefined
  readonly currency?: string | undefined
  /** The second at which the paid period ends. Absent: bought once, or the event does not say it. */
  readonly periodEnd?: number | undefined
}

interface PaymentFailed extends FactBase {
  readonly kind: 'payment-failed'
  /** If this payment arrives later, the failure is over. */
  readonly paymentId?: string | undefined
}

/** The subscription will not be renewed. It runs until its end. */
interface Cancelled extends FactBase {
  readonly kind: 'cancelled'
  readonly runsUntil?: number | undefined
}

/** The subscription is over. */
interface Ended extends FactBase {
  readonly kind: 'ended'
  /** The shop's time of ending, which may differ from that of the event. */
  readonly endedAt?: number | undefined
}

/**
 * `resumed`: the subscription goes on, after a pause, an end, or a cancellation that was taken back. What
 * it is for after a change is in `productIds` or `quantity`.
 */
interface SubscriptionChanged extends FactBase {
  readonly kind: 'paused' | 'resumed' | 'product-changed' | 'quantity-changed'
}

interface Refunded extends FactBase {
  readonly kind: 'refunded'
  readonly paymentId: string
  /**
   * The object that counts the amount: the refund, the adjustment, or the payment itself where it counts
   * all its refunds.
   */
  readonly refundId: string
  /** All that this object refunded until now, in the unit of the payment. Objects are added up. */
  readonly amount: number
  /** The shop says that the whole payment is refunded. */
  readonly isFull?: boolean | undefined
  /** The amount of the payment, if the event says it. */
  readonly paymentAmount?: number | undefined
}

/** `lost` and `won` by the shop's decision; `withdrawn` by the buyer or the bank. */
interface Dispute extends FactBase {
  readonly kind: 'dispute-opened' | 'dispute-won' | 'dispute-lost' | 'dispute-withdrawn'
  readonly paymentId: string
  /** The same for all facts of a dispute. Where they share no ID, that of the payment. */
  readonly disputeId: string
}

/** The address of `shopCustomerId` is known. It is in the `customer` of the delivery. */
interface CustomerKnown extends FactBase {
  readonly kind: 'customer-known'
  readonly shopCustomerId: string
}

/** One thing that a shop reported. */
export type Fact =
  | Paid
  | PaymentFailed
  | Cancelled
  | Ended
  | SubscriptionChanged
  | Refunded
  | Dispute
  | CustomerKnown

/** Who bought. It is stored with the customer, never with the facts. */
export interface DeliveredCustomer {
  readonly shopCustomerId: string
  readonly email: string
  /** Empty: the delivery has none. */
  readonly name: string
  /** SECURITY: the buyer could write the address. It gets mail, and joins no existing customer. */
  readonly isFromBuyer: boolean
}

/** A verified delivery, read. */
export interface Delivery {
  /** Empty: an event that changes nothing, or that cannot be read yet. */
  readonly facts: readonly Fact[]
  readonly customer?: DeliveredCustomer | undefined
  /**
   * SECURITY: the ID that the shop adds to the page after the purchase, if it has at least 100 random
   * bits. It opens the key for a short time, and is never logged.
   */
  readonly returnId?: string | undefined
  /** Fields that the adapter needs and did not find, by their paths in the delivery. */
  readonly missing: readonly string[]
}
