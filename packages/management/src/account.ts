import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, PathText, Refused, Whole } from './fields.ts'
import { ScriptRecord } from './scripts.ts'

/** Source: interface, "Project". */
export const ProjectRecord = Type.Object({
  platform: AnyText('The platform of the project.'),
  id: Type.String(),
  name: Type.String(),
  settings: Type.Object({
    reset_hwid_cooldown: Whole('Seconds between two device resets. 0: no cooldown. -1: resets are disabled.'),
  }),
  scripts: Type.Array(ScriptRecord),
})
export type ProjectRecord = Type.Static<typeof ProjectRecord>

/** Source: interface, "API key details". */
export const ApiKeyDetails = Type.Object({
  ...DoneFields,
  email: Type.String(),
  chat_id: AnyText('Empty when none is linked.'),
  expires_at: Whole('Unix seconds; -1: the API key does not expire.'),
  registered_at: Whole('Unix seconds.'),
  plan: AnyText('A plan code.'),
  enabled: Whole('1: the API key is enabled. 0: it is disabled.'),
  projects: Type.Array(ProjectRecord, { description: 'Every project of the account.' }),
})
export type ApiKeyDetails = Type.Static<typeof ApiKeyDetails>

/** Source: interface, "Usage statistics". */
export const UsageStatistics = Type.Object({
  ...DoneFields,
  execution_data: Type.Object({
    frequency: Whole('The seconds that each value covers: 3600.'),
    executions: Type.Array(Type.Integer(), {
      description: 'The last 168 values, oldest first. The last value is the current hour.',
    }),
  }),
  stats: Type.Object({
    obfuscations: Whole('Obfuscations used since the last reset.'),
    scripts: Whole('The number of scripts.'),
    users: Whole('The number of users.'),
    attacks_blocked: Whole(
      'The number of key checks with a bad signature, a repeated nonce or a time outside of the window.',
    ),
    default: Type.Object(
      { scripts: Type.Integer(), users: Type.Integer(), obfuscations: Type.Integer() },
      { description: 'The limits of the plan.' },
    ),
    reset_at: Whole('Unix seconds at which `obfuscations` is reset to 0.'),
    users_detail: Type.Optional(
      Type.Object(
        {
          whitelisted: Whole('The number of users that are not banned.'),
          banned: Whole('The number of banned users.'),
        },
        { description: 'Omitted with `noUsers`.' },
      ),
    ),
  }),
})
export type UsageStatistics = Type.Static<typeof UsageStatistics>

const ofApiKey = {
  subject: 'Account',
  method: 'GET',
  params: Type.Object({ api_key: PathText('The same API key as in the `Authorization` header.') }),
  refusal: Refused,
} as const

/** Source: interface, "Get API Key Details" and "Get API Key Stats". */
export const ACCOUNT_ENDPOINTS = {
  getApiKeyDetails: {
    ...ofApiKey,
    title: 'Get API Key Details',
    path: '/v3/keys/{api_key}/details',
    leastRole: 'read-only',
    credentials: { kind: 'api-key', missing: 400, wrong: 400 },
    description:
      'Returns the owner and the expiry of the API key, and every project of the account with its settings and scripts. The API key in the path must be the same as in the `Authorization` header.',
    success: ApiKeyDetails,
  },
  getApiKeyStats: {
    ...ofApiKey,
    title: 'Get API Key Stats',
    path: '/v3/keys/{api_key}/stats',
    leastRole: 'read-only',
    credentials: { kind: 'api-key', missing: 403, wrong: 403 },
    description:
      'Returns the usage of the account over all its projects: executions per hour, scripts, users, obfuscations, blocked attacks, and the limits of its plan. Every authentic key check of an existing key counts as an execution, whatever its result. The API key in the path must be the same as in the `Authorization` header.',
    query: Input({
      noUsers: Type.Optional(Flag('true: omits `users_detail`, which may be slightly faster.')),
    }),
    success: UsageStatistics,
  },
} as const satisfies Record<string, EndpointData>
