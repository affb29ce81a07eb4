import { ENDPOINTS } from '@latchkey/management'
import { limitsOf } from '../core/accounts/plans.ts'
import { HOURS_SHOWN, obfuscationPeriod, SECONDS_AN_HOUR, valuesOf } from '../core/accounts/usage.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { refuse } from '../core/refusal.ts'
import { DAYS_SHOWN, END_HOURS_SHOWN, startsOf } from './overview.ts'
import type { OverviewStorage } from './storage.ts'

/** Registers the overview of a project, which is an addition to the interface. */
export function registerOverview(register: RegisterEndpoint, { storage }: HttpParts<OverviewStorage>): void {
  register(ENDPOINTS.getOverview, async ({ account, project, now }) => {
    const period = obfuscationPeriod(now)
    const found = await storage.overview(project.id, now, period.since)
    if (found === undefined) return refuse('no-such-project')
    const { hour, firstHour, firstDay } = startsOf(now)
    const byHour = (counts: readonly (readonly [hour: number, count: number])[]): number[] =>
      valuesOf(counts, firstHour, HOURS_SHOWN)
    const codes = Map.groupBy(found.refusals, ({ code }) => code)
    const refusals = Array.from(codes, ([code, ofCode]) => ({
      code,
      hours: byHour(ofCode.map((one) => [one.hour, one.refusals])),
    }))
    return {
      ...done('The overview of the project.'),
      at: now,
      hours: {
        since: firstHour * SECONDS_AN_HOUR,
        executions: byHour(found.hours.map((one) => [one.hour, one.executions])),
        attacks_blocked: byHour(found.hours.map((one) => [one.hour, one.attacksBlocked])),
      },
      refusals: refusals.toSorted((a, b) => sum(b.hours) - sum(a.hours) || (a.code < b.code ? -1 : 1)),
      days: {
        since: firstDay * SECONDS_A_DAY,
        active_users: valuesOf(
          found.days.map(({ day, activeLicenses }) => [day, activeLicenses]),
          firstDay,
          DAYS_SHOWN,
        ),
      },
      keys: found.keys,
      ends: {
        since: hour * SECONDS_AN_HOUR,
        keys: valuesOf(
          found.ends.map((one) => [one.hour, one.keys]),
          hour,
          END_HOURS_SHOWN,
        ),
      },
      plan: {
        code: account.plan,
        used: found.plan,
        limits: limitsOf(account.plan),
        reset_at: period.resetAt,
      },
    }
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
