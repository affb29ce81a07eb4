import { Type } from 'typebox'
import { ApiKeyDetails } from './account.ts'
import { Refused } from './answers.ts'
import type { EndpointData } from './endpoint.ts'
import { PathText } from './fields.ts'
import { UsageStatistics } from './statistics.ts'

const params = Type.Object({ api_key: PathText('The same API key as in the `Authorization` header.') })

/** Source: interface, "Get API Key Details" and "Get API Key Stats". */
export const ACCOUNT_ENDPOINTS = {
  getApiKeyDetails: {
    title: 'Get API Key Details',
    subject: 'Account',
    method: 'GET',
    path: '/v3/keys/{api_key}/details',
    credentials: { kind: 'api-key', missing: 400, wrong: 400 },
    description:
      'Returns the owner and the expiry of the API key, and every project of the account with its settings and scripts. The API key in the path must be the same as in the `Authorization` header.',
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
      'Returns the usage of the account over all its projects: executions per hour, scripts, users, obfuscations, blocked attacks, and the limits of its plan. Every authentic key check of an existing key counts as an execution, whatever its result. The API key in the path must be the same as in the `Authorization` header.',
    params,
    query: Type.Object(
      {
        noUsers: Type.Optional(
          Type.Boolean({ description: 'true: omits `users_detail`, which may be slightly faster.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: UsageStatistics,
    refusals: [],
    refusal: Refused,
  },
} as const satisfies Record<string, EndpointData>
