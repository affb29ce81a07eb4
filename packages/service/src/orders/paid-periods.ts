import { endAfterDays, SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import type { Policies } from './line-terms.ts'
import { type FactOf, greatest, least, newest, type Payment, type StopCause } from './payments.ts'

/** What a line was paid for. */
interface Period {
  /** 0: bought once, or not known. */
  readonly end: number
  readonly at: number | undefined
  /** Undefined: a period of which only the subscription knows. */
  readonly payment: Payment | undefined
}

export interface PaidPeriods {
  /** Those whose payment was not refunded. */
  readonly kept: readonly Period[]
  /** The refunds of the last period. Empty: the line is paid. */
  readonly refunds: readonly StopCause[]
  /** When something was paid. */
  readonly paidAt: readonly number[]
  readonly isKnown: boolean
}

/** @param payments those of the line, with its facts alone, and those that are known by a refund alone */
export function paidPeriods(
  payments: readonly Payment[],
  bySubscription: readonly FactOf<'paid'>[],
): PaidPeriods {
  const open = bySubscription.filter(({ periodEnd }) => periodEnd !== undefined)
  const ofPayments = payments
    .filter(({ paid }) => paid.length > 0)
    .map((payment): Period => {
      const own = greatest(payment.paid.map(({ periodEnd }) => periodEnd))
      // A payment for a change is neither of them, and is for no period of its own.
      const isForPeriod = payment.paid.some(({ reason }) => reason !== undefined)
      const other = isForPeriod ? periodAfter(payment.at, open) : undefined
      return { end: own ?? other ?? 0, at: payment.at, payment }
    })
  const taken = new Set(ofPayments.map(({ end }) => end))
  const others = open
    .map(({ periodEnd = 0, at }): Period => ({ end: periodEnd, at, payment: undefined }))
    .filter(({ end }) => !taken.has(end))
  const periods = [...ofPayments, ...others]
  const kept = periods.filter(({ payment }) => !payment?.isRefunded)
  const keptUntil = greatest(kept.map(({ end }) => end)) ?? -1
  const lost = periods.filter(({ payment, end }) => payment?.isRefunded && end > keptUntil)
  // A refund whose payment has not arrived counts while nothing else is paid.
  const unknown = payments.filter(({ paid, isRefunded }) => isRefunded && paid.length === 0 && keptUntil < 0)
  return {
    kept,
    refunds: [...lost.flatMap(({ payment }) => payment ?? []), ...unknown].flatMap(({ refunds }) => refunds),
    paidAt: periods.flatMap(({ at }) => at ?? []),
    isKnown: periods.some(({ end }) => end > 0),
  }
}

/**
 * The period that a payment paid, where only the subscription has periods: the first that ends later. A
 * shop may charge some hours before the last one ends.
 */
const periodAfter = (at: number | undefined, open: readonly FactOf<'paid'>[]): number | undefined =>
  at === undefined
    ? undefined
    : least(open.map(({ periodEnd = 0 }) => (periodEnd > at + SECONDS_A_DAY ? periodEnd : undefined)))

/** What the subscription of a line does after its paid periods. */
export interface Renewal {
  readonly kind: 'renews' | 'cancelled' | 'paused' | 'ended'
  /** The shop's time of ending; 0 if it has not ended. */
  readonly endedAt: number
}

/** From what favours the customer most to what does least. */
const STANDINGS = ['resumed', 'cancelled', 'paused', 'ended'] as const

/** The standing of a subscription by its newest fact. At a tie, what favours the customer counts. */
export function renewalOf(
  facts: readonly FactOf<(typeof STANDINGS)[number]>[],
  { kept }: PaidPeriods,
): Renewal {
  const timed = facts.map((fact) => ({
    kind: fact.kind,
    at: fact.at ?? (fact.kind === 'ended' ? fact.endedAt : undefined),
    endedAt: (fact.kind === 'ended' ? fact.endedAt : undefined) ?? fact.at ?? 0,
  }))
  const counting = newest(timed)
  const kind = STANDINGS.find((standing) => counting.some((fact) => fact.kind === standing))
  if (kind === undefined || kind === 'resumed') return { kind: 'renews', endedAt: 0 }
  if (kind !== 'ended') return { kind, endedAt: 0 }
  const [at, endedAt] = [
    greatest(counting.map((fact) => fact.at)),
    greatest(counting.map((fact) => fact.endedAt)),
  ]
  // A payment after the end, for a time after it: the subscription goes on.
  const goesOn = kept.some(
    (period) => at !== undefined && (period.at ?? 0) >= at && period.end > (endedAt ?? at),
  )
  return goesOn ? { kind: 'renews', endedAt: 0 } : { kind, endedAt: endedAt ?? 0 }
}

/** The end of the last period that was paid until a second. Undefined: none was. */
export const endOfPeriods = ({ kept }: PaidPeriods, until: number): number | undefined =>
  greatest(kept.flatMap(({ end, at = 0 }) => (end > 0 && at <= until ? end : [])))

/**
 * The end of the days in which a failed payment may be repeated; 0 if none failed. Earlier failures
 * count, too: the payment that follows them never shortens the end.
 */
export function endOfRetries(
  failures: readonly FactOf<'payment-failed'>[],
  { paidAt }: PaidPeriods,
  { retryDays }: Policies,
): number {
  let first: number | undefined
  let end = 0
  for (const at of failures.flatMap((failure) => failure.at ?? []).sort((one, other) => one - other)) {
    const since = first
    const isFirst = since === undefined || paidAt.some((paid) => paid >= since && paid < at)
    if (isFirst) first = at
    // Before the first payment there is no period.
    if (isFirst && paidAt.some((paid) => paid < at)) end = Math.max(end, endAfterDays(retryDays, at))
  }
  return end
}
