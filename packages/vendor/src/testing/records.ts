import type {
  ApiKeyDetails,
  DeviceList,
  EventRecord,
  KeyRecord,
  ProjectSettings,
  UsageStatistics,
  UserRecord,
} from '@latchkey/management'

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

/** A key as `/keys` describes it: a user and further fields. */
export const keyRecord = (fields: Partial<KeyRecord> = {}): KeyRecord => ({
  ...userRecord(),
  id: '1-0123456789abcdef',
  key_id: '0123456789abcdef',
  state: 'unused',
  vendor_note: '',
  ban_only_key: false,
  stopped: '',
  stop_words: '',
  key_days: 0,
  offline_until: 0,
  features: [],
  updates_until: -1,
  perpetual: false,
  max_devices: -1,
  moves_per_year: -1,
  trial: false,
  version: '0',
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

/** An event of 2026-11-21, 11:00 UTC: a key was created. */
export const eventRecord = (fields: Partial<EventRecord> = {}): EventRecord => ({
  at: Date.UTC(2026, 10, 21, 11) / 1_000,
  kind: 'created',
  subject: 'key',
  id: '0123456789abcdef',
  user_key: 'abcdefghijklmnopqrstuvwxyzABCDEF',
  code: '',
  actor: 'api-key',
  address: '192.0.2.0/24',
  fields: ['note', 'key_days'],
  ...fields,
})

/** The devices of a key without any, in a project with the default settings. */
export const deviceList = (fields: Partial<DeviceList> = {}): DeviceList => ({
  success: true,
  message: 'These are the devices.',
  devices: [],
  max_devices: 1,
  moves_per_year: 0,
  moves_left: 0,
  move_from: 0,
  move_waits: '',
  ...fields,
})

export const projectSettings = (fields: Partial<ProjectSettings> = {}): ProjectSettings => ({
  success: true,
  message: 'These are the settings.',
  reset_hwid_cooldown: 0,
  max_devices: 1,
  moves_per_year: 0,
  name: 'Harbour',
  app_name: 'harbour',
  executor: 'harbour',
  approved: true,
  user_agents: ['Harbour/*'],
  trial_days: 0,
  trial_weak_devices: false,
  trials_per_day: 1_000,
  trials_per_address: 5,
  trial_kept_days: 30,
  features: [],
  ...fields,
})
