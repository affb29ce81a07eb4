import type { Follower, HandField } from './follow-order.ts'
import type { LicenseEnd } from './line-terms.ts'

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
