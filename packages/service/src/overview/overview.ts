import type { KeyState } from '@latchkey/management'
import { dayOf, firstHourShown, hourOf, type Usage } from '../core/accounts/usage.ts'

/** What the overview of a project shows. Hours and days are Unix time divided by their seconds. */
export interface Overview {
  /** Since `firstHourShown`. Hours without a check are left out, and so below. */
  readonly hours: readonly {
    readonly hour: number
    readonly executions: number
    readonly attacksBlocked: number
  }[]
  readonly refusals: readonly RefusedHour[]
  /** Since `firstDayShown`. */
  readonly days: readonly { readonly day: number; readonly activeLicenses: number }[]
  readonly keys: Readonly<Record<KeyState, number>>
  /** From this hour on. Keys that are banned are not in it. */
  readonly ends: readonly { readonly hour: number; readonly keys: number }[]
  /** Of the account, over all its projects. */
  readonly plan: Pick<Usage, 'scripts' | 'users' | 'obfuscations'>
}

interface RefusedHour {
  readonly hour: number
  readonly code: string
  readonly refusals: number
}

/** Refused checks of an app in an hour. */
export interface RefusalCount extends RefusedHour {
  readonly appName: string
}

export const DAYS_SHOWN = 30
/** 32 days: the rest of this day and 30 more, in every time zone. */
export const END_HOURS_SHOWN = 32 * 24
/** A year. */
export const REFUSALS_KEPT_HOURS = 366 * 24

/** When the parts of an overview begin. */
export const startsOf = (now: number) => ({
  hour: hourOf(now),
  firstHour: firstHourShown(now),
  firstDay: dayOf(now) - DAYS_SHOWN + 1,
})
