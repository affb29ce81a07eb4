export const SECONDS_AN_HOUR = 3_600
/** A week. */
const HOURS_SHOWN = 168

/** What an account used, over all its projects. */
export interface Usage {
  /**
   * From the requested hour on, oldest first. Hours without executions are left out. `hour` is Unix
   * time divided by 3600.
   */
  readonly hours: readonly { readonly hour: number; readonly executions: number }[]
  readonly attacksBlocked: number
  readonly scripts: number
  readonly users: number
  readonly bannedUsers: number
  /** Updates of scripts that succeeded, from the requested second on. */
  readonly obfuscations: number
}

export const hourOf = (now: number): number => Math.floor(now / SECONDS_AN_HOUR)
export const firstHourShown = (now: number): number => hourOf(now) - HOURS_SHOWN + 1

/** A value for each of the last 168 hours, oldest first; the last one is the hour under way. */
export function executionsByHour(hours: Usage['hours'], now: number): number[] {
  const byHour = new Map(hours.map(({ hour, executions }) => [hour, executions]))
  return Array.from({ length: HOURS_SHOWN }, (_, place) => byHour.get(firstHourShown(now) + place) ?? 0)
}

/** The calendar month, in UTC, whose obfuscations are counted, and the first second of the next. */
export function obfuscationPeriod(now: number): { readonly since: number; readonly resetAt: number } {
  const date = new Date(now * 1_000)
  const monthStart = (later: number): number =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1_000
  return { since: monthStart(0), resetAt: monthStart(1) }
}
