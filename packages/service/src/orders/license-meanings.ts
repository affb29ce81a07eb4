import { AS_PROJECT } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import { endAfterDays } from '../core/license/key-expiry.ts'
import { featureList } from '../core/license/terms.ts'
import { type LineFacts, MOST_UNITS, quantityNow } from './line-facts.ts'
import { DEFAULT_POLICIES, type LicenseEnd, type LicenseTerms, type LineTerms } from './line-terms.ts'
import { endOfPeriods, endOfRetries, type PaidPeriods, type Renewal } from './paid-periods.ts'
import { greatest, type StopCause } from './payments.ts'

/** What a line means for one of its licenses. */
export interface LicenseMeaning {
  /** A term that is absent is not written. */
  readonly terms: Partial<LicenseTerms>
  /** The end that payments alone give; 0 if none is known. */
  readonly paidEnd: number
  /** Empty: the license works. */
  readonly stops: readonly StopCause[]
}

/** What is computed of a line before its licenses. */
export interface Line {
  readonly facts: LineFacts
  /** Undefined: a linked license, whose product nobody mapped. It gets an end alone. */
  readonly terms: LineTerms | undefined
  readonly periods: PaidPeriods
  /** Undefined: bought once. */
  readonly renewal: Renewal | undefined
  readonly stops: readonly StopCause[]
  /** The quantity is that many licenses. */
  readonly isMany: boolean
}

/** What a line means for its first license, its second, and so on. */
export function licenseMeanings(line: Line): readonly LicenseMeaning[] {
  const { facts, terms, stops, isMany } = line
  const possible = facts.quantities.filter(({ quantity = 1 }) => quantity <= MOST_UNITS)
  const most = isMany ? (greatest(possible.map(({ quantity }) => quantity)) ?? 1) : 1
  return Array.from({ length: most }, (_, index): LicenseMeaning => {
    const { end, paidEnd } = line.renewal === undefined ? boughtEnd(line) : subscriptionEnd(line, index + 1)
    return {
      terms: { ...(end !== undefined && { end }), ...(terms !== undefined && otherTerms(terms, facts)) },
      paidEnd,
      stops,
    }
  })
}

interface ComputedEnd {
  readonly end?: LicenseEnd
  readonly paidEnd: number
}

const endAt = (authExpire: number, paidEnd: number): ComputedEnd => ({
  end: { authExpire, keyDays: 0 },
  paidEnd,
})
const NO_END: ComputedEnd = { paidEnd: 0 }

function boughtEnd({ terms, facts: { purchasedAt } }: Line): ComputedEnd {
  if (terms === undefined) return NO_END
  if (terms.days === NEVER) return endAt(NEVER, NEVER)
  if (terms.policies.daysFrom === 'first-use') {
    return { end: { authExpire: 0, keyDays: terms.days }, paidEnd: 0 }
  }
  if (purchasedAt === undefined) return NO_END
  const end = endAfterDays(terms.days, purchasedAt)
  return endAt(end, end)
}

function subscriptionEnd({ facts, terms, periods, renewal }: Line, unit: number): ComputedEnd {
  const { policies = DEFAULT_POLICIES } = terms ?? {}
  // A refunded payment loses its period: without another one, the purchase alone is left.
  const { purchasedAt = 0 } = facts
  const lastAt = lastTimeOf(unit, facts)
  const last = endOfPeriods(periods, lastAt) ?? purchasedAt
  if (last === 0) return NO_END
  const paidEnd = endAfterDays(policies.graceDays, last)
  if (lastAt !== Number.POSITIVE_INFINITY) return endAt(paidEnd, paidEnd)
  const other = renewal?.kind === 'ended' ? renewal.endedAt : endOfRetries(facts.failures, periods, policies)
  return endAt(Math.max(paidEnd, other), paidEnd)
}

/**
 * When the quantity of a line last was that of a license. When the quantity falls, the license runs out
 * with the period that was paid for it.
 */
function lastTimeOf(unit: number, facts: LineFacts): number {
  if (unit <= (quantityNow(facts) ?? 1)) return Number.POSITIVE_INFINITY
  const times = facts.quantities.filter(({ quantity = 0 }) => quantity >= unit).map(({ at }) => at)
  return greatest(times) ?? Number.POSITIVE_INFINITY
}

function otherTerms(terms: LineTerms, facts: LineFacts): Omit<LicenseTerms, 'end'> {
  const { policies, updatesDays, maxDevices } = terms
  const devices = maxDevices === AS_PROJECT ? 1 : maxDevices
  return {
    features: featureList(terms.features),
    perpetual: terms.perpetual,
    maxDevices: policies.quantity === 'computers' ? devices * (quantityNow(facts) ?? 1) : maxDevices,
    updatesUntil: updatesDays === NEVER ? NEVER : endAfterDays(updatesDays, facts.purchasedAt ?? 0),
  }
}
