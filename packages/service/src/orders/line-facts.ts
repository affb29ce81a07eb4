import type { BuyerField, Fact } from '@latchkey/shops'
import { type FactOf, greatest, isKind, least, newest, type Payment } from './payments.ts'

/** The most licenses of one line. A greater quantity waits for the vendor. */
export const MOST_UNITS = 1_000

/** The facts of one line of an order. */
export interface LineFacts {
  /** With the facts of the line alone, and those that are known by a refund or dispute alone. */
  readonly payments: readonly Payment[]
  /** Periods that the subscription reports without a payment. */
  readonly reported: readonly FactOf<'paid'>[]
  readonly failures: readonly FactOf<'payment-failed'>[]
  readonly standings: readonly FactOf<'resumed' | 'cancelled' | 'paused' | 'ended'>[]
  readonly isSubscription: boolean
  readonly hasPurchase: boolean
  /** Undefined: the shop gives no time. */
  readonly purchasedAt: number | undefined
  /** The IDs of each product that was named, the newest first. */
  readonly products: readonly (readonly string[])[]
  readonly quantities: readonly Fact[]
}

/** Facts that report the same thing, at the same time. */
interface Report {
  readonly at: number | undefined
  readonly facts: readonly Fact[]
}

/** @param line empty: no fact names a line, so that all are of one */
export function lineFacts(line: string, facts: readonly Fact[], payments: readonly Payment[]): LineFacts {
  const own = subscriptionsOf(line, facts, payments)
  const isNamed = (fact: Fact): boolean =>
    line === '' || fact.line === line || (fact.line === undefined && own.has(fact.subscriptionId))
  const applies = (fact: Fact): boolean =>
    isNamed(fact) || (fact.line === undefined && fact.subscriptionId === undefined)
  const ofLine = payments
    .filter(({ paid }) => paid.length === 0 || paid.some(isNamed))
    .map((payment) => ({ ...payment, paid: payment.paid.filter(applies) }))
  const applying = facts.filter(applies)
  const reported = facts
    .filter(isKind('paid'))
    .filter((fact) => fact.paymentId === undefined && isNamed(fact))
  const reports: Report[] = [
    ...ofLine.map(({ at, paid }) => ({ at, facts: paid })),
    ...reported.map(reportOf),
  ]
  const purchases = reports.filter((report) =>
    report.facts.some((fact) => fact.kind === 'paid' && fact.reason === 'purchase'),
  )
  const changes = applying.filter(isKind('product-changed')).map(reportOf)
  return {
    payments: ofLine,
    reported,
    failures: applying.filter(isKind('payment-failed')),
    standings: applying.filter(isKind('resumed', 'cancelled', 'paused', 'ended')),
    isSubscription: own.size > 0,
    hasPurchase: purchases.length > 0,
    purchasedAt: least(purchases.map(({ at }) => at)),
    products: productsOf([...changes, ...reports]),
    quantities: applying.filter((fact) => fact.quantity !== undefined && isTrusted(fact, 'quantity')),
  }
}

/** The subscriptions of a line. What was bought once beside a subscription has no period. */
function subscriptionsOf(line: string, facts: readonly Fact[], payments: readonly Payment[]) {
  const isPeriod = (fact: Fact) =>
    fact.line === line && (fact.kind !== 'paid' || fact.periodEnd !== undefined)
  // The first payment may be made before there is a subscription. Another fact then joins them.
  const joined = payments.filter(({ paid }) => paid.some(isPeriod)).flatMap(({ paid }) => paid)
  const all = [
    ...facts.filter((fact) => line === '' || isPeriod(fact)),
    ...joined.filter((fact) => fact.line === undefined),
  ]
  return new Set<string | undefined>(all.flatMap(({ subscriptionId }) => subscriptionId ?? []))
}

const reportOf = (fact: Fact): Report => ({ at: fact.at, facts: [fact] })

/** SECURITY: what a buyer can write chooses nothing. */
const isTrusted = ({ fromBuyer = [] }: Fact, field: BuyerField): boolean => !fromBuyer.includes(field)

/** At the same time, and without times, a change counts before a payment. */
function productsOf(reports: readonly Report[]): readonly (readonly string[])[] {
  const named = reports
    .map(({ at, facts }) => {
      const lists = facts.flatMap((fact) =>
        fact.productIds !== undefined && isTrusted(fact, 'productIds') ? [fact.productIds] : [],
      )
      const isChange = facts.some(({ kind }) => kind === 'product-changed')
      // Facts of one payment may name the same product by different IDs.
      const ids = [...new Set(lists.sort((one, other) => (one.join() < other.join() ? -1 : 1)).flat())]
      return { at, isChange, ids }
    })
    .filter(({ ids }) => ids.length > 0)
  const hasTimes = named.every(({ at }) => at !== undefined)
  return named
    .sort(
      (one, other) =>
        (hasTimes ? (other.at ?? 0) - (one.at ?? 0) : 0) ||
        Number(other.isChange) - Number(one.isChange) ||
        (one.ids.join() < other.ids.join() ? -1 : 1),
    )
    .map(({ ids }) => ids)
}

/** The quantity now. Without times, and at the same time, the greater one. */
export const quantityNow = ({ quantities }: LineFacts): number | undefined =>
  greatest(newest(quantities).map(({ quantity }) => quantity))
