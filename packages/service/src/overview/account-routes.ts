import { ENDPOINTS } from '@latchkey/management'
import { limitsOf } from '../core/accounts/plans.ts'
import {
  executionsByHour,
  firstHourShown,
  obfuscationPeriod,
  SECONDS_AN_HOUR,
} from '../core/accounts/usage.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { toScriptRecord } from '../scripts/records.ts'
import type { ScriptStorage } from '../scripts/storage.ts'
import type { OverviewStorage } from './storage.ts'

export type OverviewParts = HttpParts<OverviewStorage & ScriptStorage>

/** Source: interface, "Get API Key Details" and "Get API Key Stats". */
export function registerAccount(register: RegisterEndpoint, { storage }: OverviewParts): void {
  register(ENDPOINTS.getApiKeyDetails, async ({ account }) => ({
    ...done('The API key is valid.'),
    email: account.email,
    chat_id: account.chatId,
    expires_at: account.expiresAt,
    registered_at: account.registeredAt,
    plan: account.plan,
    enabled: account.enabled ? 1 : 0,
    projects: (await storage.projectsWithScripts(account.id)).map((project) => ({
      platform: project.platform,
      id: project.id,
      name: project.name,
      settings: { reset_hwid_cooldown: project.resetCooldownSeconds },
      scripts: project.scripts.map(toScriptRecord),
    })),
  }))

  register(ENDPOINTS.getApiKeyStats, async ({ account, now, query }) => {
    await storage.lapseBans(now)
    const period = obfuscationPeriod(now)
    const usage = await storage.usage(account.id, firstHourShown(now), period.since)
    const { scripts, users, bannedUsers, obfuscations, attacksBlocked } = usage
    return {
      ...done('The usage of all projects.'),
      execution_data: { frequency: SECONDS_AN_HOUR, executions: executionsByHour(usage.hours, now) },
      stats: {
        obfuscations,
        scripts,
        users,
        attacks_blocked: attacksBlocked,
        default: { ...limitsOf(account.plan) },
        reset_at: period.resetAt,
        ...(query.noUsers !== true && {
          users_detail: { whitelisted: users - bannedUsers, banned: bannedUsers },
        }),
      },
    }
  })
}
