import { Value } from 'typebox/value'
import { expect, expectTypeOf, test } from 'vitest'
import {
  answersOf,
  ENDPOINTS,
  type Endpoint,
  type EndpointData,
  isBodyRequired,
  type ParametersOf,
  refusalsOf,
  requestPath,
  routePath,
  type SuccessOf,
} from './index.ts'

const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS)

/** Method, path and error statuses, copied from the interface by hand. */
const INTERFACE: readonly [title: string, method: string, path: string, statuses: readonly number[]][] = [
  ['Get API Key Details', 'GET', '/v3/keys/{api_key}/details', [400, 403]],
  ['Get API Key Stats', 'GET', '/v3/keys/{api_key}/stats', [403]],
  ['Get Users', 'GET', '/v3/projects/{project_id}/users', [403, 404]],
  ['Create User/Key', 'POST', '/v3/projects/{project_id}/users', [400, 403]],
  ['Update User', 'PATCH', '/v3/projects/{project_id}/users', [400, 403]],
  ['Delete User/Key', 'DELETE', '/v3/projects/{project_id}/users', [403, 404]],
  ['Reset User HWID', 'POST', '/v3/projects/{project_id}/users/resethwid', [400, 404]],
  ['Link Chat ID', 'POST', '/v3/projects/{project_id}/users/linkchat', [400]],
  ['Blacklist User', 'POST', '/v3/projects/{project_id}/users/blacklist', []],
  ['Update Script', 'PUT', '/v3/projects/{project_id}/scripts/{script_id}', [400, 403, 404, 504]],
  [
    'Get Update Progress',
    'GET',
    '/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}',
    [400, 403],
  ],
  ['Status', 'GET', '/status', []],
  ['Sync', 'GET', '/sync', []],
  ['External key check', 'GET', '/external_check_key', []],
  ['Sample plant create', 'POST', '/sandbox/plants', [400]],
]

test.each(INTERFACE)('defines %s as in the interface', (title, method, path, statuses) => {
  const endpoint = endpoints.find((candidate) => candidate.title === title)
  expect(endpoint).toMatchObject({ method, path })
  expect(endpoint && refusalsOf(endpoint).map(({ status }) => status)).toEqual(
    expect.arrayContaining([...statuses]),
  )
})

test('endpoints for apps, scripts and the public take no API key', () => {
  const others = endpoints.filter(({ credentials }) => credentials.kind !== 'api-key')
  expect(others.map(({ id }) => id)).toEqual([
    'loadScript',
    'beatScript',
    'getStatus',
    'sync',
    'checkKey',
    'moveKey',
    'listOwnDevices',
    'releaseOwnDevice',
    'nameOwnDevice',
    'askOwner',
    'getAskStatus',
    'getOffer',
    'startTrial',
    'getUpdateToken',
    'createPlant',
  ])
})

test.each(endpoints)('$id describes each parameter of its path, and no other', (endpoint) => {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(endpoint.params?.properties ?? {})).toEqual(inPath)
  expect(endpoint.params?.required ?? []).toEqual(inPath)
})

test.each(endpoints.filter(({ body }) => body !== undefined))('$id refuses unknown fields', ({ body }) => {
  expect(body).toMatchObject({ additionalProperties: false })
})

test('a key is created with an empty body, and with every field', () => {
  const { body } = ENDPOINTS.createUser
  expect(isBodyRequired(ENDPOINTS.createUser)).toBe(false)
  expect(isBodyRequired(ENDPOINTS.updateUser)).toBe(true)
  expect(Value.Check(body, {})).toBe(true)
  const every = {
    identifier: 'd',
    auth_expire: 2_000_000_000,
    note: 'n',
    chat_id: 'a.b:1',
    key_days: 0.5,
    max_devices: -1,
    moves_per_year: 100,
  }
  expect(Value.Check(body, every)).toBe(true)
})

test.each([
  { auth_expire: 2 ** 31 },
  { auth_expire: -2 },
  { auth_expire: 1.5 },
  { auth_expire: '1' },
  { key_days: 0 },
  { key_days: -1 },
  { key_days: '30' },
  { chat_id: 'with a space' },
  { chat_id: 'x'.repeat(65) },
  { note: 'x'.repeat(1_001) },
  { note: 'a\u0000b' },
  { identifier: 'x'.repeat(257) },
  { note: null },
  { max_devices: 0 },
  { max_devices: 101 },
  { moves_per_year: -2 },
  { moves_per_year: 101 },
  { days: 30 },
])('no key is created with %o', (given) => {
  expect(Value.Check(ENDPOINTS.createUser.body, given)).toBe(false)
})

test('query values are converted to numbers and booleans, and invalid ones are refused', () => {
  const { query } = ENDPOINTS.getUsers
  expect(Value.Convert(query, { from: '0', until: '20', search: '12' })).toEqual({
    from: 0,
    until: 20,
    search: '12',
  })
  expect(Value.Convert(ENDPOINTS.getApiKeyStats.query, { noUsers: 'true' })).toEqual({ noUsers: true })
  expect(Value.Check(query, Value.Convert(query, { from: 'x' }))).toBe(false)
  expect(Value.Check(query, Value.Convert(query, { from: '-1' }))).toBe(false)
})

test('the schema accepts a malformed chat ID, so that a rule can refuse it with an explanation', () => {
  expect(Value.Check(ENDPOINTS.linkChat.body, { user_key: 'k', chat_id: 'no chat ID' })).toBe(true)
})

test('combines the conditions of each status', () => {
  const answers = answersOf(ENDPOINTS.resetDevice)
  expect(Object.keys(answers)).toEqual(['200', '400', '403', '404', '413', '415', '429', '503'])
  expect(answers[400]?.description).toMatch(/cooldown.*disabled for the project.*banned/)
  expect(Object.keys(answersOf(ENDPOINTS.getStatus))).toEqual(['200', '429'])
  expect(Object.keys(answersOf(ENDPOINTS.sync))).toEqual(['200'])
})

test('builds the path of a request with all values escaped', () => {
  const params = { project_id: 'a/b ?' }
  expect(
    requestPath(ENDPOINTS.getUsers, { params, query: { search: 'a&b', from: 0, until: undefined } }),
  ).toBe('/v3/projects/a%2Fb%20%3F/users?search=a%26b&from=0')
  expect(requestPath(ENDPOINTS.getStatus, {})).toBe('/status')
  for (const project_id of [undefined, '', '.', '..']) {
    expect(() => requestPath(ENDPOINTS.getUsers, { params: { project_id } })).toThrow('needs project_id')
  }
  expect(routePath(ENDPOINTS.updateScript)).toBe('/v3/projects/:project_id/scripts/:script_id')
})

test('types describe the parameters of a request and its answer', () => {
  expectTypeOf<ParametersOf<typeof ENDPOINTS.createUser>>().toMatchObjectType<{
    readonly params: { project_id: string }
  }>()
  expectTypeOf<{ params: { project_id: string } }>().toExtend<ParametersOf<typeof ENDPOINTS.createUser>>()
  // The body has a required field, so it cannot be omitted.
  expectTypeOf<{ params: { project_id: string } }>().not.toExtend<ParametersOf<typeof ENDPOINTS.updateUser>>()
  expectTypeOf<SuccessOf<typeof ENDPOINTS.createUser>['user_key']>().toEqualTypeOf<string>()
  expectTypeOf<SuccessOf<typeof ENDPOINTS.getUsers>['users'][number]['status']>().toEqualTypeOf<
    'active' | 'reset' | 'banned'
  >()
})

test('the compiler refuses an endpoint for sessions without a least role, and a role on any other', () => {
  type With<Credentials, More> = Omit<typeof ENDPOINTS.getUsers, 'credentials' | 'leastRole'> & {
    readonly credentials: Credentials
  } & More
  type ApiKey = (typeof ENDPOINTS.getUsers)['credentials']
  expectTypeOf<With<ApiKey, { leastRole: 'owner' }>>().toExtend<EndpointData>()
  expectTypeOf<With<ApiKey, unknown>>().not.toExtend<EndpointData>()
  expectTypeOf<With<{ kind: 'session' }, unknown>>().not.toExtend<EndpointData>()
  expectTypeOf<With<{ kind: 'none' }, unknown>>().toExtend<EndpointData>()
  expectTypeOf<With<{ kind: 'none' }, { leastRole: 'owner' }>>().not.toExtend<EndpointData>()
})
