import { createHash } from 'node:crypto'
import * as stripe from './stripe-objects.ts'

/** After every purchase. */
type CommonStep = 'refund' | 'part-refund' | 'chargeback' | 'chargeback-won' | 'chargeback-lost'
/** After that of a subscription. */
type SubscriptionStep =
  | ('renew' | 'fail' | 'cancel' | 'pause' | 'resume' | 'end')
  | ('product-change' | 'quantity-change')
/** What may follow a purchase. */
export type SimulatedStep = CommonStep | SubscriptionStep

/** A purchase to simulate. */
export interface SimulatedPurchase {
  /** The ID of the product or price at the shop. */
  readonly product: string
  readonly quantity: number
  readonly email: string
  readonly name: string
  /** By the month. A step that only subscriptions have makes it one, too. */
  readonly isSubscription?: boolean | undefined
  /** What follows it. */
  readonly steps: readonly SimulatedStep[]
  /** The product after `product-change`. */
  readonly nextProduct?: string | undefined
  /** When it is bought, in Unix seconds. A renewal is later by a month. */
  readonly at: number
  /** SECURITY: all IDs are derived from it, also the one that opens the key after the purchase. */
  readonly random: string
}

/** A delivery without its signature. */
export interface SimulatedDelivery {
  readonly eventType: string
  readonly body: string
}

const UNIT_PRICE = 2_900
/** What `part-refund` refunds of a payment. */
const PART = 0.3
const MINUTE = 60
const MONTH = 30 * 86_400
const GOES_ON = { cancel_at: null, cancel_at_period_end: false, canceled_at: null, pause_collection: null }

/** The deliveries of Stripe about a test purchase and what follows it, in the order of their times. */
export function simulate(purchase: SimulatedPurchase): readonly SimulatedDelivery[] {
  const { product, quantity, at, steps, random, email, name } = purchase
  const idOf = (prefix: string, payment = 0): string =>
    `${prefix}_${createHash('sha256').update(`${random} ${prefix} ${payment}`).digest('hex').slice(0, 32)}`
  let of: stripe.StripePurchase = {
    ...{ id: idOf, isLive: false, email, name, quantity, price: product },
    ...{ amount: UNIT_PRICE * quantity, payment: 1, at, start: at, end: at + MONTH },
  }
  let refunded = 0
  /** The fields of the subscription that were changed. */
  let changed: stripe.Json = GOES_ON
  const deliveries: SimulatedDelivery[] = []

  const deliver = (eventType: string, object: stripe.Json, previous?: stripe.Json): void => {
    const id = idOf('evt', deliveries.length)
    const data = { object, ...(previous && { previous_attributes: previous }) }
    const event = stripe.stripeEvent(of, eventType, object, { id, data })
    deliveries.push({ eventType, body: JSON.stringify(event, null, 2) })
  }
  const deliverPayment = (): void => {
    deliver('invoice.paid', stripe.invoice(of))
    deliver('invoice_payment.paid', stripe.invoicePayment(of))
  }
  const refund = (amount: number): void => {
    refunded = Math.min(refunded + amount, of.amount)
    deliver('charge.refunded', stripe.charge(of, refunded, isSubscription ? {} : { customer: null }))
  }
  const dispute = (type: string, status: string): void =>
    deliver(`charge.dispute.${type}`, stripe.dispute(of, { status }))
  const update = (changes: stripe.Json, previous: stripe.Json = {}): void => {
    const before = Object.entries(changed).filter(([key, value]) => key in changes && changes[key] !== value)
    changed = { ...changed, ...changes }
    const all = { ...Object.fromEntries(before), ...previous }
    deliver('customer.subscription.updated', stripe.subscription(of, changed), all)
  }
  const changeItem = (changes: Pick<stripe.StripePurchase, 'price' | 'quantity'>): void => {
    const previous = { items: { object: 'list', data: [stripe.subscriptionItem(of)] } }
    of = { ...of, ...changes, amount: UNIT_PRICE * changes.quantity }
    update({}, previous)
  }
  const nextPeriod = (): stripe.StripePurchase => {
    const { payment, end } = of
    return { ...of, payment: payment + 1, start: end, end: end + MONTH }
  }

  const afterEvery: Readonly<Record<CommonStep, () => void>> = {
    refund: () => refund(of.amount),
    'part-refund': () => refund(Math.round(PART * of.amount)),
    chargeback: () => dispute('created', 'needs_response'),
    'chargeback-won': () => dispute('closed', 'won'),
    'chargeback-lost': () => dispute('closed', 'lost'),
  }
  const afterSubscription: Readonly<Record<SubscriptionStep, () => void>> = {
    renew() {
      of = nextPeriod()
      refunded = 0
      changed = { ...changed, status: 'active', latest_invoice: idOf('in', of.payment) }
      deliverPayment()
    },
    fail() {
      const unpaid = nextPeriod()
      deliver('invoice.payment_failed', stripe.invoice(unpaid, { status: 'open', amount_paid: 0 }))
      update({ status: 'past_due', latest_invoice: idOf('in', unpaid.payment) })
    },
    cancel: () => update({ cancel_at: of.end, cancel_at_period_end: true, canceled_at: of.at }),
    pause: () => update({ pause_collection: { behavior: 'void', resumes_at: null } }),
    resume: () => update(GOES_ON),
    end() {
      const ended = { status: 'canceled', ended_at: of.at, canceled_at: changed['canceled_at'] ?? of.at }
      deliver('customer.subscription.deleted', stripe.subscription(of, { ...changed, ...ended }))
    },
    'product-change': () => changeItem({ ...of, price: purchase.nextProduct ?? product }),
    'quantity-change': () => changeItem({ ...of, quantity: of.quantity + 1 }),
  }
  const after = { ...afterEvery, ...afterSubscription }
  const isSubscription = purchase.isSubscription || steps.some((step) => step in afterSubscription)

  if (isSubscription) {
    deliver('checkout.session.completed', stripe.subscriptionSession(of))
    deliverPayment()
  } else {
    const metadata = { latchkey_product: product, latchkey_quantity: String(quantity) }
    deliver('checkout.session.completed', stripe.session(of, { metadata }))
  }
  for (const step of steps) {
    const isAtEnd = step === 'renew' || step === 'fail' || step === 'end'
    of = { ...of, at: Math.max(of.at + MINUTE, isAtEnd ? of.end : 0) }
    after[step]()
  }
  return deliveries
}

/** Every delivery twice, in an order that depends on the seed alone. */
export function shuffle<Delivery>(deliveries: readonly Delivery[], seed: string): readonly Delivery[] {
  const rankOf = (index: number): string => createHash('sha256').update(`${seed} ${index}`).digest('hex')
  return [...deliveries, ...deliveries]
    .map((delivery, index) => ({ delivery, rank: rankOf(index) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ delivery }) => delivery)
}
