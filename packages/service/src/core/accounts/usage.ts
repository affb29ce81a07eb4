import { SECONDS_A_DAY } from '../license/key-expiry.ts'

export const SECONDS_AN_HOUR = 3_600
/** The number of hours that are shown: a week. */
export const HOURS_SHOWN = 168

/** What an account has used in all its projects. */
export interface Usage {
  /**
   * The hours from the requested one on, oldest first. Hours without executions are left out.
   * `hour` is Unix time divided by 3600.
   */
  readonly hours: readonly { readonly hour: number; readonly executions: number }[]
  readonly attacksBlocked: number
  readonly scripts: number
  readonly users: number
  readonly bannedUsers: number
  /** The updates of scripts that succeeded, from the requested second on. */
  readonly obfuscations: number
}

/** Unix time divided by 86,400. */
export const dayOf = (now: number): number => Math.floor(now / SECONDS_A_DAY)
export const hourOf = (now: number): number => Math.floor(now / SECONDS_AN_HOUR)
export const firstHourShown = (now: number): number => hourOf(now) - HOURS_SHOWN + 1

/**
 * One value for each of the last 168 hours, oldest first. The last one is the hour that has begun.
 */
export const executionsByHour = (hours: Usage['hours'], now: number): number[] =>
  valuesOf(
    hours.map(({ hour, executions }) => [hour, executions]),
    firstHourShown(now),
    HOURS_SHOWN,
  )

/** Returns `length` values, for the numbers from `first` on; 0 for a number without a count. */
export function valuesOf(counts: Iterable<readonly [number, number]>, first: number, length: number) {
  const known = new Map(counts)
  return Array.from({ length }, (_, place) => known.get(first + place) ?? 0)
}

/** The calendar month, in UTC, whose obfuscations are counted, and the first second of the next. */
export function obfuscationPeriod(now: number): { readonly since: number; readonly resetAt: number } {
  const date = new Date(now * 1_000)
  const monthStart = (later: number): number =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1_000
  return { since: monthStart(0), resetAt: monthStart(1) }
}
