import { setTimeout } from 'node:timers/promises'
import {
  type BlacklistBody,
  type CreateUserBody,
  ENDPOINTS,
  type Endpoint,
  type LinkChatBody,
  type NewPlant,
  type ParametersOf,
  type ResetDeviceBody,
  type SuccessOf,
  type UpdateScriptBody,
  type UpdateUserBody,
  type UserQuery,
} from '@latchkey/management'
import { allUsers } from './all-users.ts'
import { isApiKey } from './api-key.ts'
import { parseBaseUrl } from './base-url.ts'
import { followProgress } from './follow-progress.ts'
import type { Outcome } from './outcome.ts'
import { createSender } from './send-request.ts'
import { updateScript } from './update-script.ts'
import type { Wait } from './wait-out-rate-limit.ts'

export interface VendorSettings {
  /** Where the service stands: https, or http on this machine. */
  readonly baseUrl: string
  /** The account's API key. Without one, `status` alone is answered. */
  readonly apiKey?: string | undefined
  /** For `createPlant` alone. */
  readonly plantToken?: string | undefined
  readonly userAgent?: string | undefined
  /** How long a request may take. */
  readonly timeLimitMs?: number | undefined
  /** How long the upload of a script may take. */
  readonly uploadTimeLimitMs?: number | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly wait?: Wait | undefined
  /** Unix milliseconds. */
  readonly clock?: (() => number) | undefined
}

const TIME_LIMIT_MS = 30_000
const UPLOAD_TIME_LIMIT_MS = 180_000

export type VendorClient = ReturnType<typeof createVendorClient>

/**
 * A client of the management API, one method for each endpoint. Names in requests and answers are those of the wire.
 * Outcomes are values; it throws only for settings that cannot work, and for an empty ID.
 */
export function createVendorClient(settings: VendorSettings) {
  const { apiKey, plantToken, wait = (ms) => setTimeout(ms) } = settings
  const { timeLimitMs = TIME_LIMIT_MS, uploadTimeLimitMs = UPLOAD_TIME_LIMIT_MS } = settings
  const base = parseBaseUrl(settings.baseUrl)
  if (base.kind === 'invalid') throw new Error(`The base URL cannot be used. ${base.problem}`)
  // SECURITY: said without the key itself.
  if (apiKey !== undefined && !isApiKey(apiKey)) throw new Error('The API key has characters that none has.')
  if (plantToken !== undefined && !isApiKey(plantToken)) {
    throw new Error('The plant token has characters that none has.')
  }

  const send = createSender({
    baseUrl: base.url,
    apiKey,
    plantToken,
    userAgent: settings.userAgent ?? 'latchkey-vendor',
    fetch: settings.fetch ?? globalThis.fetch,
    clock: settings.clock ?? Date.now,
  })
  const request = <E extends Endpoint>(
    endpoint: E,
    parameters: ParametersOf<E>,
  ): Promise<Outcome<SuccessOf<E>>> => send(endpoint, parameters, timeLimitMs)

  const ofAccount = { params: { api_key: apiKey ?? 'none' } }
  const readAccount = () => request(ENDPOINTS.getApiKeyDetails, ofAccount)

  return {
    /** Any endpoint of the table. */
    request,

    status: () => request(ENDPOINTS.getStatus, {}),
    account: readAccount,
    statistics: (query: ParametersOf<typeof ENDPOINTS.getApiKeyStats>['query'] = {}) =>
      request(ENDPOINTS.getApiKeyStats, { ...ofAccount, query }),

    users: {
      /** One page; see `all`. */
      list: (projectId: string, query: UserQuery = {}) =>
        request(ENDPOINTS.getUsers, { params: { project_id: projectId }, query }),
      /** Every user that matches, as many requests as it takes. Pauses when the service asks for it. */
      all: (projectId: string, { from, ...filter }: Omit<UserQuery, 'until'> = {}) =>
        allUsers(
          (page) =>
            request(ENDPOINTS.getUsers, { params: { project_id: projectId }, query: { ...filter, ...page } }),
          wait,
          from,
        ),
      create: (projectId: string, body: CreateUserBody = {}) =>
        request(ENDPOINTS.createUser, { params: { project_id: projectId }, body }),
      update: (projectId: string, body: UpdateUserBody) =>
        request(ENDPOINTS.updateUser, { params: { project_id: projectId }, body }),
      delete: (projectId: string, userKey: string) =>
        request(ENDPOINTS.deleteUser, { params: { project_id: projectId }, query: { user_key: userKey } }),
      resetDevice: (projectId: string, body: ResetDeviceBody) =>
        request(ENDPOINTS.resetDevice, { params: { project_id: projectId }, body }),
      linkChat: (projectId: string, body: LinkChatBody) =>
        request(ENDPOINTS.linkChat, { params: { project_id: projectId }, body }),
      ban: (projectId: string, body: BlacklistBody) =>
        request(ENDPOINTS.blacklistUser, { params: { project_id: projectId }, body }),
      unban: (projectId: string, unbanToken: string) =>
        request(ENDPOINTS.unbanUser, {
          params: { project_id: projectId },
          body: { unban_token: unbanToken },
        }),
    },

    scripts: {
      /** Reads the version of the script first, and again when the answer does not come in time. */
      update: (projectId: string, scriptId: string, body: UpdateScriptBody) => {
        const params = { project_id: projectId, script_id: scriptId }
        return updateScript({
          scriptId,
          readAccount,
          send: () => send(ENDPOINTS.updateScript, { params, body }, uploadTimeLimitMs),
          wait,
        })
      },
      progress: (projectId: string, scriptId: string, trackId: string) =>
        request(ENDPOINTS.getUpdateProgress, {
          params: { project_id: projectId, script_id: scriptId, track_id: trackId },
        }),
      /** The progress, every two seconds, until it is no longer `processing`. See `judgeProgress`. */
      follow: (projectId: string, scriptId: string, trackId: string) => {
        const params = { project_id: projectId, script_id: scriptId, track_id: trackId }
        return followProgress(() => request(ENDPOINTS.getUpdateProgress, { params }), wait)
      },
    },

    /** The sample plant store. */
    createPlant: (plant: NewPlant) => request(ENDPOINTS.createPlant, { body: plant }),
  }
}
