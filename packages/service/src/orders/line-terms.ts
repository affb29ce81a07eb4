import type { License } from '../core/license/license.ts'

/** What the facts of an order do to its licenses, as the vendor chose for a product. */
export interface Policies {
  /** A full refund. A part of a refund never changes a license. */
  readonly refund: 'stops' | 'ignored'
  /** A chargeback that is open or lost. */
  readonly chargeback: 'stops' | 'ignored'
  /** Days after the last paid period of a subscription. */
  readonly graceDays: number
  /** Days after the first failed payment since the last paid period. */
  readonly retryDays: number
  /** From when on bought days count. */
  readonly daysFrom: 'purchase' | 'first-use'
  /** The quantity is that many licenses, or that many times the computers of one. */
  readonly quantity: 'licenses' | 'computers'
}

export const DEFAULT_POLICIES: Policies = {
  refund: 'stops',
  chargeback: 'stops',
  graceDays: 3,
  retryDays: 14,
  daysFrom: 'purchase',
  quantity: 'licenses',
}

/** What a product gives. The line of an order gets a copy when its license is made. */
export interface LineTerms extends Pick<License, 'features' | 'perpetual' | 'maxDevices' | 'note'> {
  /** `NEVER`: without an end. For a subscription, its paid periods count instead. */
  readonly days: number
  /** Days from the purchase; `NEVER`: for every version. */
  readonly updatesDays: number
  /** What a user reads whose license was stopped by its order. Empty: the usual words. */
  readonly stopWords: string
  readonly policies: Policies
}

/** What a license gets from the line of its order. */
export interface LicenseTerms
  extends Pick<License, 'features' | 'perpetual' | 'maxDevices' | 'updatesUntil'> {
  readonly end: LicenseEnd
}

/** The end, as a `License` has it. They change together. */
export type LicenseEnd = Pick<License, 'authExpire' | 'keyDays'>
