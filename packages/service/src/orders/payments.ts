import type { Fact } from '@latchkey/shops'

export type FactOf<Kind extends Fact['kind']> = Fact & { readonly kind: Kind }

/** A fact that stops licenses. A stop that the vendor lifted has the causes of that time. */
export type StopCause = `${'refunded' | 'dispute-opened' | 'dispute-lost'} ${string}`

/** A payment, from all facts about it. */
export interface Payment {
  readonly id: string
  /** All its IDs, if it has arrived. */
  readonly ids: readonly string[]
  /** Empty: the payment is known by its refund or dispute alone. */
  readonly paid: readonly FactOf<'paid'>[]
  readonly at: number | undefined
  readonly amount: number | undefined
  readonly refunded: number
  /** All of it is refunded. A payment of 0 never is. */
  readonly isRefunded: boolean
  readonly refunds: readonly StopCause[]
  /** Disputes that are open or lost. */
  readonly disputes: readonly StopCause[]
}

export const isKind =
  <Kind extends Fact['kind']>(...kinds: Kind[]) =>
  (fact: Fact): fact is FactOf<Kind> =>
    (kinds as string[]).includes(fact.kind)

const isKnown = <T>(value: T | undefined): value is T => value !== undefined

/** The greatest value. Undefined: none is known. */
export const greatest = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter(isKnown)
  return known.length === 0 ? undefined : Math.max(...known)
}

/** The least value. Undefined: none is known. */
export const least = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter(isKnown)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** The facts about an object that count: the newest. Without a time none is newer than another. */
export function newest<F extends { readonly at?: number | undefined }>(facts: readonly F[]): readonly F[] {
  if (facts.some(({ at }) => at === undefined)) return facts
  const last = greatest(facts.map(({ at }) => at))
  return facts.filter(({ at }) => at === last)
}

/** The payments of an order, with what happened to them, by their IDs. */
export function paymentsOf(facts: readonly Fact[]): readonly Payment[] {
  const paid = facts.filter(isKind('paid'))
  const refunds = facts.filter(isKind('refunded'))
  const disputes = facts.filter(isKind('dispute-opened', 'dispute-won', 'dispute-lost', 'dispute-withdrawn'))
  const idOf = createIdOf(paid)
  const ids = [...paid, ...refunds, ...disputes].flatMap(({ paymentId }) => paymentId ?? []).map(idOf)
  return [...new Set(ids)].sort().map((id) => {
    const isOfPayment = ({ paymentId }: { readonly paymentId?: string | undefined }) =>
      paymentId !== undefined && idOf(paymentId) === id
    const paidFacts = paid.filter(isOfPayment)
    return {
      id,
      ids: paidFacts.flatMap(({ paymentId, otherPaymentId }) => [paymentId, otherPaymentId]).filter(isKnown),
      paid: paidFacts,
      at: greatest(paidFacts.map(({ at }) => at)),
      ...refundOf(refunds.filter(isOfPayment), greatest(paidFacts.map(({ amount }) => amount))),
      disputes: disputesOf(disputes.filter(isOfPayment)),
    }
  })
}

/** The first ID of a payment. Facts about it may use different ones. */
function createIdOf(paid: readonly FactOf<'paid'>[]): (id: string) => string {
  let groups: string[][] = []
  for (const { paymentId, otherPaymentId } of paid) {
    if (paymentId === undefined || otherPaymentId === undefined) continue
    const isSame = (group: string[]) => group.includes(paymentId) || group.includes(otherPaymentId)
    const same = [paymentId, otherPaymentId, ...groups.filter(isSame).flat()].sort()
    groups = [...groups.filter((group) => !isSame(group)), same]
  }
  return (id) => groups.find((group) => group.includes(id))?.[0] ?? id
}

function refundOf(facts: readonly FactOf<'refunded'>[], paidAmount: number | undefined) {
  const amounts = new Map<string, number>()
  for (const { refundId, amount } of facts) {
    amounts.set(refundId, Math.max(amount, amounts.get(refundId) ?? 0))
  }
  const refunded = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  const amount = paidAmount ?? greatest(facts.map(({ paymentAmount }) => paymentAmount))
  const isFull = facts.some((fact) => fact.isFull) || refunded >= (amount ?? Number.POSITIVE_INFINITY)
  return {
    amount,
    refunded,
    isRefunded: isFull && refunded > 0 && amount !== 0,
    refunds: [...amounts.keys()].sort().map((id): StopCause => `refunded ${id}`),
  }
}

/**
 * The disputes that are open or lost. A dispute is opened before it is closed, so that an opening counts
 * against a closing only if it is newer. Of two closings without times, the better one counts.
 */
function disputesOf(facts: readonly FactOf<`dispute-${'opened' | 'won' | 'lost' | 'withdrawn'}`>[]) {
  const ids = [...new Set(facts.map(({ disputeId }) => disputeId))].sort()
  return ids.flatMap((id): StopCause[] => {
    const counting = newest(facts.filter(({ disputeId }) => disputeId === id))
    const closings = counting.filter(({ kind }) => kind !== 'dispute-opened')
    if (closings.some(({ kind }) => kind !== 'dispute-lost')) return []
    const kind = closings.length === 0 ? 'dispute-opened' : 'dispute-lost'
    // With its time, so that a dispute that is opened again is another cause.
    return [`${kind} ${id} ${greatest(counting.map(({ at }) => at)) ?? ''}`]
  })
}
