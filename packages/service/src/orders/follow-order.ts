import { isDeepStrictEqual } from 'node:util'
import { NEVER } from '@latchkey/protocol'
import type { License } from '../core/license/license.ts'
import type { LicenseMeaning } from './license-meanings.ts'
import type { LicenseEnd, LicenseTerms } from './line-terms.ts'
import type { OrderState } from './order-state.ts'
import type { StopCause } from './payments.ts'

/** What an order writes to its licenses. */
export interface OrderFields extends LicenseTerms, Pick<License, 'stopped'> {}

/** A term that follows the order, unless it was set by hand. The end has rules of its own. */
export type HandField = Exclude<keyof LicenseTerms, 'end'>

/** An end that was set by hand, or imported. It holds until a later payment gives a later end. */
export interface HandEnd {
  readonly by: string
  readonly end: LicenseEnd
  /** The end that payments gave at that time. */
  readonly paidEnd: number
}

/** What is stored of a license about its order. */
export interface Follower {
  /** Empty: an imported license, which has the first line. */
  readonly line: string
  /** 1 for the first license of a line, and so on. */
  readonly unit: number
  /** Imported, or linked to the order by the vendor. No license is made beside it. */
  readonly isLinked: boolean
  /** What the line meant last time. Undefined: it was not computed yet. */
  readonly last: LicenseMeaning | undefined
  /** By whom fields were set by hand. */
  readonly byHand: Readonly<Partial<Record<HandField, string>>>
  readonly endByHand: HandEnd | undefined
  /** The stop that the vendor lifted: the license works until there is another cause. */
  readonly lifted: { readonly by: string; readonly causes: readonly StopCause[] } | undefined
  /** Who deleted the license. It is not made again. */
  readonly deletedBy: string | undefined
  /** The mail with the key was queued. */
  readonly hasMail: boolean
}

/** A license that is made or changed. */
export interface LicenseStep {
  readonly kind: 'make' | 'change'
  /** Only what changes. */
  readonly fields: Partial<OrderFields>
  /** The note of a new license. */
  readonly note?: string
  /** The license works for the first time: the mail with its key leaves. */
  readonly sendsKey: boolean
  /** What to store. */
  readonly follower: Follower
}

/** @param followers each with whether the vendor banned its license */
export function followOrder(
  order: OrderState,
  followers: readonly (Follower & { readonly isBanned: boolean })[],
): readonly LicenseStep[] {
  const [firstLine] = order.lines
  const changes = followers.flatMap(({ isBanned, ...follower }) => {
    const line = follower.line === '' ? firstLine : order.lines.find((one) => one.line === follower.line)
    const meaning = line?.licenses[follower.unit - 1] ?? line?.licenses[0]
    return meaning === undefined || follower.deletedBy !== undefined
      ? []
      : stepOf(follower, meaning, isBanned)
  })
  if (order.missing.includes('address') || followers.some(({ isLinked }) => isLinked)) return changes
  const complete = order.lines.filter(({ isComplete }) => isComplete)
  const made = complete.flatMap(({ line, licenses, terms }) =>
    licenses.flatMap((meaning, index): LicenseStep[] => {
      const unit = index + 1
      if (followers.some((one) => one.line === line && one.unit === unit)) return []
      const [step] = stepOf(newFollower(line, unit), meaning, false)
      return step === undefined ? [] : [{ ...step, kind: 'make', note: terms?.note ?? '' }]
    }),
  )
  return [...changes, ...made]
}

const newFollower = (line: string, unit: number): Follower => ({
  line,
  unit,
  isLinked: false,
  last: undefined,
  byHand: {},
  endByHand: undefined,
  lifted: undefined,
  deletedBy: undefined,
  hasMail: false,
})

/** Compares what the line means for a license with what it meant last time. */
function stepOf(before: Follower, meaning: LicenseMeaning, isBanned: boolean): LicenseStep[] {
  const after = { ...before, last: meaning }
  const [old, wanted] = [fieldsOf(before), fieldsOf(after)]
  const changed = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(value, old[name as keyof OrderFields]),
  )
  const sendsKey = !before.hasMail && wanted.stopped === '' && !isBanned
  if (!sendsKey && isDeepStrictEqual(before, after)) return []
  const follower = { ...after, hasMail: before.hasMail || sendsKey }
  return [{ kind: 'change', fields: Object.fromEntries(changed), sendsKey, follower }]
}

/** Lets a field follow the order again. */
export function followAgain(
  before: Follower,
  field: keyof OrderFields,
): { readonly follower: Follower; readonly fields: Partial<OrderFields> } {
  const { [field as HandField]: _, ...byHand } = before.byHand
  const follower: Follower = {
    ...before,
    byHand,
    endByHand: field === 'end' ? undefined : before.endByHand,
    lifted: field === 'stopped' ? undefined : before.lifted,
  }
  const { [field]: value } = fieldsOf(follower)
  return { follower, fields: value === undefined ? {} : { [field]: value } }
}

/** What the order writes to a license. What was set by hand is not part of it. */
export function fieldsOf({ last, isLinked, byHand, endByHand, lifted }: Follower): Partial<OrderFields> {
  if (last === undefined) {
    return { ...(endByHand !== undefined && { end: endByHand.end }), ...(isLinked && { stopped: '' }) }
  }
  const { end: followed, ...others } = last.terms
  const end = endByHand !== undefined && !isPassed(endByHand, last) ? endByHand.end : followed
  const causes = last.stops.filter((cause) => !lifted?.causes.includes(cause))
  const isRefund = causes.every((cause) => cause.startsWith('refunded '))
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => byHand[name as HandField] === undefined)),
    ...(end !== undefined && { end }),
    stopped: causes.length === 0 ? '' : isRefund ? 'refunded' : 'charged-back',
  }
}

/** Whether a later payment gave a later end than the one that was set by hand. */
const isPassed = (byHand: HandEnd, { paidEnd, terms: { end } }: LicenseMeaning): boolean =>
  end !== undefined && isLater(paidEnd, byHand.paidEnd) && isLater(end.authExpire, byHand.end.authExpire)

/** `NEVER` is later than every date. */
const isLater = (one: number, other: number): boolean => other !== NEVER && (one === NEVER || one > other)
