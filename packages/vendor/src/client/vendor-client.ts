import { setTimeout } from 'node:timers/promises'
import {
  ENDPOINTS,
  type Endpoint,
  type EndpointId,
  type EventQuery,
  type ParametersOf,
  type SuccessOf,
  type UserQuery,
} from '@latchkey/management'
import { isApiKey, problemOfBaseUrl } from './connection.ts'
import type { Outcome } from './outcome.ts'
import { allByCursor, allPages, followProgress, updateScript, type Wait } from './repeated-requests.ts'
import { createSender, type Parts } from './send-request.ts'

/** The settings of a client. */
export interface VendorSettings {
  /** The address of the service: https, or http on this computer. */
  readonly baseUrl: string
  /** The API key of the account. Only `getStatus` works without it. */
  readonly apiKey?: string | undefined
  /** The project of requests that name none. */
  readonly projectId?: string | undefined
  /** The token that `createPlant` needs. Other calls do not use it. */
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

/** The parameters of a path that the client knows. */
type Known = 'api_key' | 'project_id'
type Params<Given> = Omit<Given, Known> & Partial<Pick<Given, Known & keyof Given>>
type PathOf<Given> =
  Partial<Params<Given>> extends Params<Given>
    ? { readonly params?: Params<Given> }
    : { readonly params: Params<Given> }

/** What a request to an endpoint has, by part. The client adds its API key and its project to paths. */
export type RequestTo<Id extends EndpointId> = Omit<ParametersOf<(typeof ENDPOINTS)[Id]>, 'params'> &
  PathOf<ParametersOf<(typeof ENDPOINTS)[Id]>['params']>

/** A method for each endpoint. */
type Methods = {
  readonly [Id in EndpointId]: (
    ...request: Partial<RequestTo<Id>> extends RequestTo<Id>
      ? [request?: RequestTo<Id>]
      : [request: RequestTo<Id>]
  ) => Promise<Outcome<SuccessOf<(typeof ENDPOINTS)[Id]>>>
}

/** A client of the management API. */
export type VendorClient = ReturnType<typeof createVendorClient>

/**
 * Creates a client of the management API with a method for each endpoint of the table, such as
 * `getUsers({ query: { search: 'ada' } })`. Requests and answers have the names of the wire format.
 * Returns outcomes as values; throws only for invalid settings, and for a path whose IDs are missing.
 */
export function createVendorClient(settings: VendorSettings) {
  const { apiKey, projectId, plantToken, wait = (ms) => setTimeout(ms) } = settings
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
  const own = { api_key: apiKey ?? 'none', project_id: projectId }
  const methodOf = (endpoint: Endpoint) => {
    const limitMs = endpoint.id === ENDPOINTS.updateScript.id ? uploadTimeLimitMs : timeLimitMs
    return (request: Parts = {}) =>
      send(endpoint, { ...request, params: { ...own, ...request.params } }, limitMs)
  }
  const methods = Object.fromEntries(
    Object.values(ENDPOINTS).map((endpoint) => [endpoint.id, methodOf(endpoint)]),
  ) as unknown as Methods

  return {
    ...methods,

    /** Sends the update once. After a timeout, the version of the script shows the result. */
    updateScript: (request: RequestTo<'updateScript'>) =>
      updateScript({
        scriptId: request.params.script_id,
        readAccount: methods.getApiKeyDetails,
        send: () => methods.updateScript(request),
        wait,
      }),
    /** Reads the progress every two seconds until the update has ended. See `readProgress`. */
    followUpdate: (request: RequestTo<'getUpdateProgress'>) =>
      followProgress(() => methods.getUpdateProgress(request), wait),
    /** Reads all users in as many requests as necessary. Pauses if the service requests it. */
    allUsers: ({ query: { from, ...filter } = {}, ...request }: AllUsers = {}) =>
      allPages(
        (page) => methods.getUsers({ ...request, query: { ...filter, ...page } }),
        ({ users }) => users,
        wait,
        from,
      ),
    /** Reads all events in as many requests as necessary. Pauses if the service requests it. */
    allEvents: ({ query, ...request }: AllEvents = {}) =>
      allByCursor(
        (page) => methods.getEvents({ ...request, query: { ...query, ...page } }),
        ({ events }) => events,
        wait,
      ),
  }
}

type AllUsers = Omit<RequestTo<'getUsers'>, 'query'> & { readonly query?: Omit<UserQuery, 'until'> }
type AllEvents = Omit<RequestTo<'getEvents'>, 'query'> & {
  readonly query?: Omit<EventQuery, 'cursor' | 'from' | 'until' | 'limit'>
}
