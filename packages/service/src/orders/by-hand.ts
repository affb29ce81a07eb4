import { isDeepStrictEqual } from 'node:util'
import { type Follower, fieldsOf, type HandField } from './follow-order.ts'
import type { LicenseEnd, LicenseTerms } from './line-terms.ts'

/** What the vendor does to a license that follows an order. `by` is the name that the console shows. */

export const setByHand = (follower: Follower, field: HandField, by: string): Follower => ({
  ...follower,
  byHand: { ...follower.byHand, [field]: by },
})

export const setEndByHand = (follower: Follower, end: LicenseEnd, by: string): Follower => ({
  ...follower,
  endByHand: { by, end, paidEnd: follower.last?.paidEnd ?? 0 },
})

/** Lets the license work although its order stops it, until a new fact stops it. */
export const liftStop = (follower: Follower, by: string): Follower => ({
  ...follower,
  lifted: { by, causes: follower.last?.stops ?? [] },
})

/** An imported license, or one that the vendor linked to an order. It keeps its terms. */
export const linkedFollower = (end: LicenseEnd, by: string): Follower => ({
  line: '',
  unit: 1,
  isLinked: true,
  last: undefined,
  byHand: { features: by, perpetual: by, maxDevices: by, updatesUntil: by },
  endByHand: { by, end, paidEnd: 0 },
  lifted: undefined,
  deletedBy: undefined,
  hasMail: true,
})

/** The terms of a license, as they are stored with it. */
type StoredTerms = Omit<LicenseTerms, 'end'> & LicenseEnd

/** The fields that somebody has changed since the order wrote them. */
export function handChanges(follower: Follower, license: StoredTerms): readonly (keyof LicenseTerms)[] {
  const { stopped: _, ...written } = fieldsOf(follower)
  const { authExpire, keyDays } = license
  const actual: LicenseTerms = { ...license, end: { authExpire, keyDays } }
  return Object.entries(written).flatMap(([name, value]) => {
    const field = name as keyof LicenseTerms
    // The countdown of bought days begins with the first use.
    const isBegun = field === 'end' && written.end?.authExpire === 0 && written.end.keyDays === keyDays
    return isBegun || isDeepStrictEqual(value, actual[field]) ? [] : [field]
  })
}

/** What is stored of a license after these fields were changed. `by` is the name that the console shows. */
export const withHandChanges = (
  follower: Follower,
  { authExpire, keyDays }: StoredTerms,
  changed: readonly (keyof LicenseTerms)[],
  by: string,
): Follower =>
  changed.reduce(
    (known, field) =>
      field === 'end' ? setEndByHand(known, { authExpire, keyDays }, by) : setByHand(known, field, by),
    follower,
  )
