import { ENDPOINTS, type Endpoint } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import { limitsOf } from '../../domain/plans.ts'
import { executionsByHour, firstHourShown, obfuscationPeriod, SECONDS_AN_HOUR } from '../../domain/usage.ts'
import type { Guard } from '../../security/access.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Handler, registerEndpoint } from '../endpoint.ts'
import { toProjectRecord } from '../wire.ts'

/** Source: interface, "Get API Key Details" and "Get API Key Stats". */
export function registerAccount(
  app: FastifyInstance,
  storage: Storage,
  guardOf: (endpoint: Endpoint) => Guard,
): void {
  const details: Handler<typeof ENDPOINTS.getApiKeyDetails> = async ({ account }) => ({
    success: true,
    message: 'The API key is valid.',
    email: account.email,
    chat_id: account.chatId,
    expires_at: account.expiresAt,
    registered_at: account.registeredAt,
    plan: account.plan,
    enabled: account.enabled ? 1 : 0,
    projects: (await storage.projectsOf(account.id)).map(toProjectRecord),
  })

  const stats: Handler<typeof ENDPOINTS.getApiKeyStats> = async ({ account, now, query }) => {
    await storage.lapseBans(now)
    const period = obfuscationPeriod(now)
    const usage = await storage.usage(account.id, firstHourShown(now), period.since)
    const { scripts, users, bannedUsers, obfuscations, attacksBlocked } = usage
    return {
      success: true,
      message: 'The usage of all projects.',
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
  }

  registerEndpoint(app, ENDPOINTS.getApiKeyDetails, guardOf(ENDPOINTS.getApiKeyDetails), details)
  registerEndpoint(app, ENDPOINTS.getApiKeyStats, guardOf(ENDPOINTS.getApiKeyStats), stats)
}
