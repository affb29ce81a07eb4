import type { ApiKeyDetails, UsageStatistics, UserRecord } from '@latchkey/management'

/** A user as the service describes one. */
export const userRecord = (fields: Partial<UserRecord> = {}): UserRecord => ({
  user_key: 'abcdefghijklmnopqrstuvwxyzABCDEF',
  identifier: '',
  identifier_type: '',
  chat_id: '',
  status: 'reset',
  last_reset: 0,
  total_resets: 0,
  auth_expire: -1,
  banned: 0,
  ban_reason: '',
  ban_expire: 0,
  unban_token: '',
  total_executions: 0,
  note: '',
  ban_ip: '',
  ...fields,
})

export const accountRecord = (
  projectIds: readonly string[] = ['project-1'],
  scriptVersion = '000001',
): ApiKeyDetails => ({
  success: true,
  message: 'This is your account.',
  email: 'vendor@shop.example',
  chat_id: '',
  expires_at: -1,
  registered_at: 1_700_000_000,
  plan: 'pro',
  enabled: 1,
  projects: projectIds.map((id) => ({
    platform: 'desktop',
    id,
    name: `The app of ${id}`,
    settings: { reset_hwid_cooldown: 3_600 },
    scripts: [
      { script_name: 'main', script_id: 'script-1', script_version: scriptVersion, ffa: false, silent: true },
    ],
  })),
})

export const statisticsRecord = (executions: readonly number[] = []): UsageStatistics => ({
  success: true,
  message: 'These are your statistics.',
  execution_data: { frequency: 3_600, executions: [...executions] },
  stats: {
    obfuscations: 5,
    scripts: 1,
    users: 1_200,
    attacks_blocked: 3,
    default: { scripts: 10, users: 10_000, obfuscations: 100 },
    reset_at: 1_900_000_000,
    users_detail: { whitelisted: 1_198, banned: 2 },
  },
})
