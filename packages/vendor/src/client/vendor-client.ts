import { setTimeout } from 'node:timers/promises'
import {
  type CreateUserBody,
  ENDPOINTS,
  type Endpoint,
  type EventQuery,
  type KeyQuery,
  type NewPlant,
  type OneKey,
  type ParametersOf,
  type SuccessOf,
  type UpdateScriptBody,
  type UserQuery,
} from '@latchkey/management'
import { isApiKey, problemOfBaseUrl } from './connection.ts'
import type { Outcome } from './outcome.ts'
import { allByCursor, allPages, followProgress, updateScript, type Wait } from './repeated-requests.ts'
import { createSender } from './send-request.ts'

/** The settings of a client. */
export interface VendorSettings {
  /** The address of the service: https, or http on this computer. */
  readonly baseUrl: string
  /** The API key of the account. Only `status` works without it. */
  readonly apiKey?: string | undefined
  /** Only for `createPlant`. */
  readonly plantToken?: string | undefined
  readonly userAgent?: string
  readonly timeLimitMs?: number
  /** The time limit for the upload of a script. */
  readonly uploadTimeLimitMs?: number
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: Wait
  /** Unix milliseconds. */
  readonly clock?: () => number
}

const TIME_LIMIT_MS = 30_000
const UPLOAD_TIME_LIMIT_MS = 180_000

type Fields<E extends Endpoint, Part extends 'query' | 'body'> =
  ParametersOf<E> extends { readonly [Name in Part]?: infer Given } ? Given : never

/** A client of the management API. */
export type VendorClient = ReturnType<typeof createVendorClient>

/**
 * Creates a client of the management API with one method per endpoint. Requests and answers have
 * the names of the wire format. Returns outcomes as values; throws only for invalid settings and
 * empty IDs.
 */
export function createVendorClient(settings: VendorSettings) {
  const { apiKey, plantToken, wait = (ms) => setTimeout(ms) } = settings
  const { timeLimitMs = TIME_LIMIT_MS, uploadTimeLimitMs = UPLOAD_TIME_LIMIT_MS } = settings
  const problem = problemOfBaseUrl(settings.baseUrl)
  if (problem !== undefined) throw new Error(`The base URL cannot be used. ${problem}`)
  for (const [name, value] of Object.entries({ 'API key': apiKey, 'plant token': plantToken })) {
    // SECURITY: the message does not contain the value.
    if (value !== undefined && !isApiKey(value))
      throw new Error(`The ${name} contains characters that are not allowed.`)
  }

  const send = createSender({
    baseUrl: new URL(settings.baseUrl).href.replace(/\/+$/, ''),
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
  const inProject = (projectId: string) => ({ params: { project_id: projectId } })
  const inScript = (projectId: string, scriptId: string) => ({ project_id: projectId, script_id: scriptId })
  /** A method that takes the ID of a project, and the query or the body of the request. */
  const ofProject =
    <E extends Endpoint, Part extends 'query' | 'body'>(endpoint: E, part: Part) =>
    (projectId: string, fields: Fields<E, Part>) =>
      request(endpoint, { ...inProject(projectId), [part]: fields } as ParametersOf<E>)

  return {
    /** Sends a request to any endpoint of the table. */
    request,

    status: () => request(ENDPOINTS.getStatus, {}),
    account: readAccount,
    statistics: (query: ParametersOf<typeof ENDPOINTS.getApiKeyStats>['query'] = {}) =>
      request(ENDPOINTS.getApiKeyStats, { ...ofAccount, query }),

    users: {
      /** Reads one page; see `all`. */
      list: (projectId: string, query: UserQuery = {}) =>
        request(ENDPOINTS.getUsers, { ...inProject(projectId), query }),
      /** Reads all users in as many requests as necessary. Pauses if the service requests it. */
      all: (projectId: string, { from, ...filter }: Omit<UserQuery, 'until'> = {}) =>
        allPages(
          (page) => request(ENDPOINTS.getUsers, { ...inProject(projectId), query: { ...filter, ...page } }),
          ({ users }) => users,
          wait,
          from,
        ),
      create: (projectId: string, body: CreateUserBody = {}) =>
        request(ENDPOINTS.createUser, { ...inProject(projectId), body }),
      update: ofProject(ENDPOINTS.updateUser, 'body'),
      delete: (projectId: string, userKey: string) =>
        request(ENDPOINTS.deleteUser, { ...inProject(projectId), query: { user_key: userKey } }),
      resetDevice: ofProject(ENDPOINTS.resetDevice, 'body'),
      linkChat: ofProject(ENDPOINTS.linkChat, 'body'),
      ban: ofProject(ENDPOINTS.blacklistUser, 'body'),
      unban: (
        projectId: string,
        unbanToken: string,
        scope: Omit<Fields<typeof ENDPOINTS.unbanUser, 'body'>, 'unban_token'> = {},
      ) =>
        request(ENDPOINTS.unbanUser, {
          ...inProject(projectId),
          body: { unban_token: unbanToken, ...scope },
        }),
    },

    devices: {
      /** The devices of a key, by itself or its `id`, and how its user can move it. */
      list: (projectId: string, userKey: string | OneKey) =>
        request(ENDPOINTS.getDevices, {
          ...inProject(projectId),
          query: typeof userKey === 'string' ? { user_key: userKey } : userKey,
        }),
      /** `device`: the `id` of a device in the list. */
      release: ofProject(ENDPOINTS.releaseDevice, 'query'),
    },
    project: {
      /** Key checks, refusals and active users by time, keys by state and end, and the plan. */
      overview: (projectId: string) => request(ENDPOINTS.getOverview, inProject(projectId)),
      settings: (projectId: string) => request(ENDPOINTS.getProjectSettings, inProject(projectId)),
      /** Omitted settings stay unchanged. */
      update: ofProject(ENDPOINTS.updateProjectSettings, 'body'),
    },

    /** A list of many keys, and one of them. */
    keys: {
      /** Reads one page. `next_cursor` of the answer is the `cursor` of the next one. */
      list: (projectId: string, query: KeyQuery = {}) =>
        request(ENDPOINTS.listKeys, { ...inProject(projectId), query }),
      /** The records of up to 5,000 keys. */
      find: (projectId: string, keys: readonly string[]) =>
        request(ENDPOINTS.findKeys, { ...inProject(projectId), body: { user_keys: [...keys] } }),
      create: ofProject(ENDPOINTS.createKeys, 'body'),
      /** Keys that were issued elsewhere, up to 1,000. Safe to repeat. */
      import: ofProject(ENDPOINTS.importKeys, 'body'),
      /** With a filter, repeat it with `cursor` as long as the answer has a `next_cursor`. */
      change: ofProject(ENDPOINTS.changeKeys, 'body'),
      delete: ofProject(ENDPOINTS.deleteKeys, 'body'),
      get: ofProject(ENDPOINTS.getKey, 'query'),
      changeOne: ofProject(ENDPOINTS.changeKey, 'body'),
      deleteOne: ofProject(ENDPOINTS.deleteKey, 'query'),
    },

    /** Reads one page; see `allEvents`. */
    events: (projectId: string, query: EventQuery = {}) =>
      request(ENDPOINTS.getEvents, { ...inProject(projectId), query }),
    /** Reads all events in as many requests as necessary. Pauses if the service requests it. */
    allEvents: (projectId: string, filter: Omit<EventQuery, 'cursor' | 'from' | 'until' | 'limit'> = {}) =>
      allByCursor(
        (page) => request(ENDPOINTS.getEvents, { ...inProject(projectId), query: { ...filter, ...page } }),
        ({ events }) => events,
        wait,
      ),
    licenses: {
      /** Makes a license file for a computer without a network. 409: the vendor has to decide. */
      issue: ofProject(ENDPOINTS.issueLicense, 'body'),
    },

    scripts: {
      /** With all settings, and the last update of each. */
      list: (projectId: string) => request(ENDPOINTS.listScripts, inProject(projectId)),
      /** Sends the update once. After a timeout, the version of the script shows the result. */
      update: (projectId: string, scriptId: string, body: UpdateScriptBody) => {
        const parameters = { params: inScript(projectId, scriptId), body }
        const upload = () => send(ENDPOINTS.updateScript, parameters, uploadTimeLimitMs)
        return updateScript({ scriptId, readAccount, send: upload, wait })
      },
      progress: (projectId: string, scriptId: string, trackId: string) =>
        request(ENDPOINTS.getUpdateProgress, {
          params: { ...inScript(projectId, scriptId), track_id: trackId },
        }),
      /** Reads the progress every two seconds until the update has ended. See `readProgress`. */
      follow: (projectId: string, scriptId: string, trackId: string) => {
        const params = { ...inScript(projectId, scriptId), track_id: trackId }
        return followProgress(() => request(ENDPOINTS.getUpdateProgress, { params }), wait)
      },
    },

    /** The sample plant store. */
    createPlant: (plant: NewPlant) => request(ENDPOINTS.createPlant, { body: plant }),
  }
}
