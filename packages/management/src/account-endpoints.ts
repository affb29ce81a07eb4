import { Type } from 'typebox'
import { ApiKeyDetails } from './account.ts'
import { Refused } from './answers.ts'
import type { EndpointData } from './endpoint.ts'
import { PathText } from './fields.ts'
import { UsageStatistics } from './statistics.ts'

const params = Type.Object({ api_key: PathText('The API key of the account, once more.') })

/** Source: interface, "Get API Key Details" and "Get API Key Stats". */
export const ACCOUNT_ENDPOINTS = {
  getApiKeyDetails: {
    title: 'Get API Key Details',
    subject: 'Account',
    method: 'GET',
    path: '/v3/keys/{api_key}/details',
    credentials: { kind: 'api-key', missing: 400, wrong: 400 },
    description:
      'Whose API key this is, until when it works, and every project of the account with its settings and scripts. The API key stands in the path and in the `Authorization` header; the two must be the same.',
    params,
    success: ApiKeyDetails,
    refusals: [],
    refusal: Refused,
  },
  getApiKeyStats: {
    title: 'Get API Key Stats',
    subject: 'Account',
    method: 'GET',
    path: '/v3/keys/{api_key}/stats',
    credentials: { kind: 'api-key', missing: 403, wrong: 403 },
    description:
      'What the account used, over all its projects: executions hour by hour, scripts, users, obfuscations, attacks blocked, and the limits of its plan. Every authentic key check of a key that exists is an execution, whatever it was answered. The API key stands in the path and in the `Authorization` header; the two must be the same.',
    params,
    query: Type.Object(
      {
        noUsers: Type.Optional(
          Type.Boolean({ description: 'true: leaves out `users_detail`, which may be slightly faster.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: UsageStatistics,
    refusals: [],
    refusal: Refused,
  },
} as const satisfies Record<string, EndpointData>
