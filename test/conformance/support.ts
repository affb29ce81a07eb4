import {
  answersOf,
  ENDPOINTS,
  type Endpoint,
  type EndpointId,
  requestPath,
  type UserList,
  type UserRecord,
} from '@latchkey/management'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import type { ProcessScript } from '../../packages/service/src/scripts/script-updates.ts'
import { newScript } from '../../packages/service/src/scripts/scripts.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../packages/service/src/testing/test-service.ts'

export interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** `null`: no API key is sent. */
  readonly apiKey?: string | null
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  readonly body: any
}

export interface Conformance extends TestService {
  /** Sends a request of the table. Fails if the answer is not documented for the endpoint. */
  ask(id: EndpointId, asked?: Asked): Promise<Answered>
  /** Creates a user over the API and returns its key. */
  createKey(body?: object): Promise<string>
  /** The user as Get Users shows it. */
  show(key: string): Promise<UserRecord>
  /** Every user as Get Users shows them. */
  list(query?: object): Promise<readonly UserRecord[]>
}

/** Passes a script on unchanged, for tests that only count updates. */
export const PASS_ON: ProcessScript = async ({ source }) => ({ kind: 'processed', source })

export const PLANT_TOKEN = 'plant-token'
export const SCRIPT = 'script-1'

/** The real service over HTTP, with one account, one project and one script. */
export async function startConformance(options: TestServiceOptions = {}): Promise<Conformance> {
  const service = await startTestService({
    protectInThread: {},
    ...options,
    // A node that does not know a caller yet allows one request, whatever the others have counted.
    // In a test with three requests that is too much.
    toOneNode: (options.settings?.requestsPerMinute ?? 0) > 0,
    server: { plantToken: PLANT_TOKEN, ...options.server },
  })
  await service.storage.createScript(newScript(SCRIPT, service.project.id, 'Main'))

  const ask: Conformance['ask'] = async (id, asked = {}) => {
    const endpoint: Endpoint = ENDPOINTS[id]
    const { apiKey = service.apiKey, body, query, headers } = asked
    const params = {
      ...Object.fromEntries(Object.keys(endpoint.params?.properties ?? {}).map((name) => [name, 'none'])),
      api_key: apiKey ?? service.apiKey,
      project_id: service.project.id,
      script_id: SCRIPT,
      ...asked.params,
    }
    const response = await fetch(service.url + requestPath(endpoint, { params, query }), {
      method: endpoint.method,
      headers: {
        ...(apiKey !== null && endpoint.credentials.kind === 'api-key' && { authorization: apiKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answered = { status: response.status, headers: response.headers, body: await response.json() }
    expectDocumented(id, answered)
    return answered
  }

  const list: Conformance['list'] = async (query = {}) => {
    const { status, body } = await ask('getUsers', { query: { ...query } })
    expect(status).toBe(200)
    return (body as UserList).users
  }

  return {
    ...service,
    get url() {
      return service.url
    },
    ask,
    list,
    async createKey(body = {}) {
      const answered = await ask('createUser', { body })
      expect(answered).toMatchObject({ status: 200, body: { success: true } })
      return answered.body.user_key
    },
    async show(key) {
      const [user, ...others] = await list({ user_key: key })
      if (user === undefined || others.length > 0)
        throw new Error(`There is not one user with the key ${key}.`)
      return user
    },
  }
}

function expectDocumented(id: EndpointId, { status, body }: Pick<Answered, 'status' | 'body'>): void {
  const answer = answersOf(ENDPOINTS[id])[status]
  expect(answer, `${id} documents the status ${status}: ${JSON.stringify(body)}`).toBeDefined()
  const [error] = answer === undefined ? [] : Value.Errors(answer.schema, body)
  expect(error && `${id} ${status} ${error.instancePath} ${error.message}`).toBeUndefined()
}
