import type { KeyState } from '@latchkey/management'
import { dayOf, firstHourShown, hourOf, type Usage } from '../core/accounts/usage.ts'

/**
 * The values of an overview of a project. Hours and days are Unix time divided by their seconds.
 */
export interface Overview {
  /**
   * The hours since `firstHourShown`. Hours without a check are left out. This is true for all
   * lists here.
   */
  readonly hours: readonly {
    readonly hour: number
    readonly executions: number
    readonly attacksBlocked: number
  }[]
  readonly refusals: readonly RefusedHour[]
  /** The days since `firstDayShown`. */
  readonly days: readonly { readonly day: number; readonly activeLicenses: number }[]
  readonly keys: Readonly<Record<KeyState, number>>
  /** The hours from this one on. Banned keys are left out. */
  readonly ends: readonly { readonly hour: number; readonly keys: number }[]
  /** What the account uses in all its projects. */
  readonly plan: Pick<Usage, 'scripts' | 'users' | 'obfuscations'>
}

interface RefusedHour {
  readonly hour: number
  readonly code: string
  readonly refusals: number
}

/** The refused checks of an app in an hour. */
export interface RefusalCount extends RefusedHour {
  readonly appName: string
}

export const DAYS_SHOWN = 30
/** The hours of 32 days: the rest of this day and 30 more, in every time zone. */
export const END_HOURS_SHOWN = 32 * 24
/** The hours of a year. */
export const REFUSALS_KEPT_HOURS = 366 * 24

/** The first hour or day of each part of an overview. */
export const startsOf = (now: number) => ({
  hour: hourOf(now),
  firstHour: firstHourShown(now),
  firstDay: dayOf(now) - DAYS_SHOWN + 1,
})
