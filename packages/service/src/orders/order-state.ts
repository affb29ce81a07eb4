import type { Fact } from '@latchkey/shops'
import { type LicenseMeaning, licenseMeanings } from './license-meanings.ts'
import { type LineFacts, lineFacts, MOST_UNITS, quantityNow } from './line-facts.ts'
import { DEFAULT_POLICIES, type LineTerms } from './line-terms.ts'
import { paidPeriods, type Renewal, renewalOf } from './paid-periods.ts'
import { type Payment, paymentsOf } from './payments.ts'

/** The states of an order. The first that applies counts. */
const ORDER_STATES = ['charged-back', 'refunded', 'waiting', 'ended', 'past-due', 'paid'] as const
export type OrderStateName = (typeof ORDER_STATES)[number]

/**
 * What an order waits for. `mapping`: nobody mapped the product. `time`: the purchase has none. `period`:
 * no period of the subscription is known.
 */
export const MISSING = ['purchase', 'product', 'mapping', 'quantity', 'time', 'period', 'address'] as const
export type Missing = (typeof MISSING)[number]

/** What the state of an order depends on beside its facts. */
export interface OrderContext {
  readonly isTestShop: boolean
  /** The order was linked to a license by the vendor or an import. It has one without its purchase. */
  readonly isLinked: boolean
  /**
   * The terms of a line for a product, by the first of its IDs for which the line has a copy or that the
   * vendor mapped. Undefined: none is mapped. `not-ours`: those that are mapped are of other apps.
   */
  termsOf(line: string, productIds: readonly string[]): LineTerms | 'not-ours' | undefined
}

/** A line of an order. */
export interface LineState {
  readonly line: string
  readonly state: Exclude<OrderStateName, 'waiting'>
  readonly missing: readonly Missing[]
  /** Undefined: bought once. */
  readonly renewal: Renewal['kind'] | undefined
  /** By the shop's clock. Undefined: not known. */
  readonly purchasedAt: number | undefined
  /** The terms that count, to be copied into the line, and the product that they are of. */
  readonly terms: LineTerms | undefined
  readonly productIds: readonly string[]
  /** The product now, if nobody mapped it; otherwise empty. */
  readonly unmapped: readonly string[]
  /** Its licenses can be made. It may wait all the same: for the mapping of a later product. */
  readonly isComplete: boolean
  /** For the first license of the line, the second, and so on. */
  readonly licenses: readonly LicenseMeaning[]
}

/** An order. It is the same for the same facts, in whatever order and how often they arrived. */
export interface OrderState {
  readonly state: OrderStateName
  /** What is missing for its licenses, also in another state than `waiting`. */
  readonly missing: readonly Missing[]
  readonly lines: readonly LineState[]
  readonly payments: readonly Pick<Payment, 'id' | 'amount' | 'refunded' | 'isRefunded'>[]
}

/**
 * Computes the state of an order.
 * @param all the facts that share IDs with the order, and those about the address of its customer
 * @returns undefined if all products are of other apps
 */
export function orderState(all: readonly Fact[], context: OrderContext): OrderState | undefined {
  const facts = all.filter(({ isTest }) => isTest === context.isTestShop)
  const payments = paymentsOf(facts)
  const named = [...new Set(facts.flatMap(({ line }) => line ?? []))].sort()
  const lines = (named.length === 0 ? [''] : named)
    .map((line) => lineState(line, lineFacts(line, facts, payments), context))
    .filter((line) => line !== 'not-ours')
  if (lines.length === 0) return undefined
  const hasAddress = context.isLinked || facts.some(({ kind }) => kind === 'customer-known')
  const missing = MISSING.filter((what) =>
    what === 'address' ? !hasAddress : lines.some((line) => line.missing.includes(what)),
  )
  const states: OrderStateName[] = [
    ...lines.map(({ state }) => state),
    ...(missing.length > 0 ? (['waiting'] as const) : []),
  ]
  const state = ORDER_STATES.find((name) => states.includes(name)) ?? 'paid'
  return {
    state,
    missing,
    lines,
    payments: payments.map(({ id, amount, refunded, isRefunded }) => ({ id, amount, refunded, isRefunded })),
  }
}

function lineState(
  line: string,
  facts: LineFacts,
  { isLinked, termsOf }: OrderContext,
): LineState | 'not-ours' {
  const products = facts.products.map((productIds) => ({ productIds, terms: termsOf(line, productIds) }))
  if (products.length > 0 && products.every(({ terms }) => terms === 'not-ours')) return 'not-ours'
  const unmapped = products[0]?.terms === undefined ? (products[0]?.productIds ?? []) : []
  const known = products.flatMap(({ productIds, terms }) =>
    terms === undefined || terms === 'not-ours' ? [] : { productIds, terms },
  )
  // A license keeps the terms of its last product until the new one is mapped.
  const [{ terms, productIds } = { terms: undefined, productIds: [] }] = known
  const isMany = known.length === 0 || known.some((one) => one.terms.policies.quantity === 'licenses')
  const periods = paidPeriods(facts.payments, facts.reported)
  const isSubscription = facts.isSubscription || periods.isKnown
  const renewal = isSubscription ? renewalOf(facts.standings, periods) : undefined
  const disputes = facts.payments.flatMap((payment) => payment.disputes)
  const { policies = DEFAULT_POLICIES } = terms ?? {}
  const stops = [
    ...(policies.chargeback === 'stops' ? disputes : []),
    ...(policies.refund === 'stops' ? periods.refunds : []),
  ]
  const isMissing: Record<Missing, boolean> = {
    purchase: !facts.hasPurchase,
    product: products.length === 0,
    mapping: unmapped.length > 0,
    quantity: facts.quantities.length === 0 || (quantityNow(facts) ?? 0) > MOST_UNITS,
    time: facts.hasPurchase && facts.purchasedAt === undefined,
    period: isSubscription && !periods.isKnown,
    address: false,
  }
  const state = (): LineState['state'] => {
    if (disputes.length > 0) return 'charged-back'
    if (periods.refunds.length > 0) return 'refunded'
    if (renewal?.kind === 'ended') return 'ended'
    return renewal !== undefined && isPastDue(facts, periods.paidAt) ? 'past-due' : 'paid'
  }
  return {
    line,
    state: state(),
    missing: isLinked ? [] : MISSING.filter((what) => isMissing[what]),
    renewal: renewal?.kind,
    purchasedAt: facts.purchasedAt,
    terms,
    productIds,
    unmapped,
    isComplete: terms !== undefined && !isMissing.purchase && !isMissing.quantity && !isMissing.time,
    licenses:
      terms === undefined && !isLinked
        ? []
        : licenseMeanings({ facts, terms, periods, renewal, stops, isMany }),
  }
}

/** Whether a payment failed, and neither it nor another one arrived later. */
function isPastDue({ failures, payments }: LineFacts, paidAt: readonly number[]): boolean {
  const paid = new Set(payments.flatMap(({ ids }) => ids))
  return failures.some(
    ({ at = 0, paymentId = '' }) => !paid.has(paymentId) && !paidAt.some((time) => time >= at),
  )
}
