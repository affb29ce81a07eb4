import { type Challenge, ENDPOINTS, isChallengeSolved } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { accountRecord, eventRecord, userRecord } from '../testing/records.ts'
import {
  API_KEY,
  done,
  type Handlers,
  refusal,
  startTableServer,
  type TableServer,
} from '../testing/table-server.ts'
import { createVendorClient, type VendorSettings } from './vendor-client.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A client of a server with these handlers. Pauses are recorded and end at once. */
async function connect(handlers: Handlers, settings: Partial<VendorSettings> = {}) {
  server = await startTableServer(handlers)
  const pausesMs: number[] = []
  const wait = async (ms: number) => {
    pausesMs.push(ms)
  }
  const client = createVendorClient({
    baseUrl: server.url,
    apiKey: API_KEY,
    projectId: 'p',
    wait,
    ...settings,
  })
  return { client, received: server.received, pausesMs }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('has a method for each endpoint, which sends the request of the table', async () => {
  const { client, received } = await connect(
    {
      getStatus: () => ({
        body: { version: '3.0.0', active: true, message: '', warning: false, warning_message: '' },
      }),
      getApiKeyDetails: () => ({ body: accountRecord() }),
      getUsers: () => ({ body: { success: true, message: 'ok', users: [userRecord()] } }),
      updateUser: () => done(),
      createPlant: () => ({ body: { name: 'Fern' } }),
    },
    { plantToken: 'plant' },
  )
  expect(Object.keys(client)).toEqual(expect.arrayContaining(Object.keys(ENDPOINTS)))

  const query = { from: 0, until: 10, search: 'a&b' }
  const outcomes = [
    await client.getStatus(),
    await client.getApiKeyDetails(),
    await client.getUsers({ query }),
    await client.getUsers({ params: { project_id: 'another' } }),
    await client.updateUser({ body: { user_key: 'k', auth_expire: -1 } }),
    await client.createPlant({ body: { id: 1, name: 'Fern' } }),
  ]
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'ok'))
  expect(received.map(({ id, headers, params }) => [id, headers.authorization, params])).toEqual([
    ['getStatus', undefined, {}],
    ['getApiKeyDetails', API_KEY, { api_key: API_KEY }],
    ['getUsers', API_KEY, { project_id: 'p' }],
    ['getUsers', API_KEY, { project_id: 'another' }],
    ['updateUser', API_KEY, { project_id: 'p' }],
    ['createPlant', 'Bearer plant', {}],
  ])
  expect(received[2]?.query).toEqual(query)
  expect(received[4]?.body).toEqual({ user_key: 'k', auth_expire: -1 })
})

test('a request of a project needs its ID', async () => {
  const { client, received } = await connect({}, { projectId: undefined })
  await expect(client.getUsers()).rejects.toThrow('needs project_id')
  expect(received).toEqual([])
})

test('returns a refusal as a value, with the message of the service', async () => {
  const { client } = await connect({ resetDevice: () => refusal(400, 'This user is banned.') })
  expect(await client.resetDevice({ body: { user_key: 'k' } })).toEqual({
    kind: 'refused',
    status: 400,
    message: 'This user is banned.',
  })
})

test('returns a 200 with success false as a refusal', async () => {
  const { client } = await connect({ deleteUser: () => ({ body: { success: false, message: 'No.' } }) })
  expect(await client.deleteUser({ query: { user_key: 'k' } })).toEqual({
    kind: 'refused',
    status: 200,
    message: 'No.',
  })
})

test('returns Retry-After in seconds, from a number or a date', async () => {
  const replies = ['7', new Date(61_000).toUTCString(), 'soon']
  const { client } = await connect(
    { createUser: () => refusal(429, 'Slow down.', { 'retry-after': replies.shift() ?? '' }) },
    { clock: () => 1_500 },
  )
  const seconds = []
  for (let i = 0; i < 3; i += 1) {
    const outcome = await client.createUser()
    seconds.push(outcome.kind === 'refused' ? outcome.retryAfterSeconds : 'not refused')
  }
  expect(seconds).toEqual([7, 60, undefined])
})

test('an undocumented answer is a failure that names the field, not the value', async () => {
  const users = [{ ...userRecord({ note: 'private' }), banned: 'yes' }]
  const { client } = await connect({
    getUsers: () => ({ body: { success: true, message: '', users }, undocumented: true }),
  })
  const outcome = await client.getUsers()
  expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'unexpected-answer', status: 200 } })
  expect(JSON.stringify(outcome)).toContain('/users/0/banned')
  expect(JSON.stringify(outcome)).not.toMatch(/private|yes/)
})

test.each([
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 302, body: '', headers: { location: 'https://elsewhere.example/' } },
  { status: 404, body: '[]' },
])('an answer of another program is a failure: $status', async (reply) => {
  const { client, received } = await connect({ getUsers: () => ({ ...reply, undocumented: true }) })
  expect(await client.getUsers()).toMatchObject({
    kind: 'failed',
    failure: { kind: 'unexpected-answer', status: reply.status },
  })
  expect(received.length).toBe(1)
})

test('accepts unknown fields of a newer service', async () => {
  const { client } = await connect({ createUser: () => done({ user_key: 'k', colour: 'green' }) })
  expect(await client.createUser()).toMatchObject({ kind: 'ok', value: { user_key: 'k' } })
})

test('reports a stopped service as unreachable, and that nothing was sent', async () => {
  const { client } = await connect({})
  await server?.close()
  expect(await client.createUser()).toEqual({
    kind: 'failed',
    failure: { kind: 'unreachable', code: 'ECONNREFUSED', mayHaveArrived: false },
  })
})

test('reports that a request may have arrived when the connection breaks', async () => {
  const { client } = await connect({ createUser: () => 'drop' })
  expect(await client.createUser()).toMatchObject({
    kind: 'failed',
    failure: { kind: 'unreachable', mayHaveArrived: true },
  })
})

test('reports a service that does not answer as timed out', async () => {
  const { client } = await connect({ createUser: () => 'hang' }, { timeLimitMs: 30 })
  expect(await client.createUser()).toEqual({
    kind: 'failed',
    failure: { kind: 'timed-out', afterMs: 30 },
  })
})

test('solves a challenge and repeats the request once', async () => {
  const challenge: Challenge = { algorithm: 'sha256', token: 'tok', difficulty: 8 }
  const { client, received } = await connect({
    getApiKeyDetails: () => ({ body: accountRecord() }),
    updateScript: ({ headers }) =>
      isChallengeSolved(challenge, String(headers['x-challenge-token'] ?? ''))
        ? done()
        : { status: 403, body: { success: false, message: 'Solve this.', challenge } },
  })
  expect(await client.updateScript({ params: { script_id: 's' }, body: { script: 'x' } })).toMatchObject({
    kind: 'ok',
  })
  expect(received.filter(({ id }) => id === 'updateScript').map(({ body }) => body)).toEqual([
    { script: 'x' },
    { script: 'x' },
  ])
})

test.each([
  { difficulty: 4, requests: 2, why: 'a second challenge after the first is not solved' },
  { difficulty: 30, requests: 1, why: 'a challenge that is too hard is not solved' },
])('$why', async ({ difficulty, requests }) => {
  const challenge: Challenge = { algorithm: 'sha256', token: 'tok', difficulty }
  const { client, received } = await connect({
    getApiKeyDetails: () => ({ body: accountRecord() }),
    updateScript: () => ({ status: 403, body: { success: false, message: 'Solve this.', challenge } }),
  })
  expect(await client.updateScript({ params: { script_id: 's' }, body: { script: 'x' } })).toEqual({
    kind: 'challenged',
    message: 'Solve this.',
    difficulty,
  })
  expect(received.filter(({ id }) => id === 'updateScript').length).toBe(requests)
})

test('lists every user, page by page, in order', async () => {
  const everyone = Array.from({ length: 2_345 }, (_, i) => userRecord({ note: `user ${i}` }))
  const { client, received } = await connect({
    getUsers: ({ query }) => ({
      body: {
        success: true,
        message: '',
        users: everyone.slice(Number(query['from']), Number(query['until'])),
      },
    }),
  })
  const outcomes = await collect(client.allUsers({ query: { search: 'user' } }))
  expect(outcomes.map((outcome) => outcome.kind === 'ok' && outcome.value.note)).toEqual(
    everyone.map(({ note }) => note),
  )
  expect(received.map(({ query }) => query)).toEqual([
    { search: 'user', from: 0, until: 1_000 },
    { search: 'user', from: 1_000, until: 2_000 },
    { search: 'user', from: 2_000, until: 3_000 },
  ])
})

test('lists every event, page by page, with the filter', async () => {
  const events = Array.from({ length: 1_001 }, (_, at) => eventRecord({ at }))
  const { client, received } = await connect({
    getEvents: ({ query: { cursor } }) =>
      cursor === undefined
        ? done({ events: events.slice(0, 1_000), next_cursor: 'next' })
        : done({ events: events.slice(1_000), next_cursor: '' }),
  })
  const outcomes = await collect(client.allEvents({ query: { kind: 'refused', since: 5 } }))
  expect(outcomes.map((outcome) => outcome.kind === 'ok' && outcome.value)).toEqual(events)
  expect(received.map(({ query }) => query)).toEqual([
    { kind: 'refused', since: 5, limit: 1_000 },
    { kind: 'refused', since: 5, limit: 1_000, cursor: 'next' },
  ])
})

test('repeats a page after the pause of a rate limit, and ends the list at a refused page', async () => {
  const full = Array.from({ length: 1_000 }, () => userRecord())
  const replies = [
    refusal(429, 'Slow down.', { 'retry-after': '3' }),
    { body: { success: true, message: '', users: full } },
    refusal(403, 'This API key has expired.'),
  ]
  const { client, pausesMs } = await connect({ getUsers: () => replies.shift() ?? refusal(404, 'No more.') })
  const outcomes = await collect(client.allUsers())
  expect(outcomes.length).toBe(1_001)
  expect(outcomes.at(-1)).toEqual({ kind: 'refused', status: 403, message: 'This API key has expired.' })
  expect(pausesMs).toEqual([3_000])
})

test('gives up after five rate limits in a row', async () => {
  const { client, received } = await connect({
    getUsers: () => refusal(429, 'Slow down.', { 'retry-after': '1' }),
  })
  expect(await collect(client.allUsers())).toMatchObject([{ kind: 'refused', status: 429 }])
  expect(received.length).toBe(5)
})

test('requests the progress every two seconds until the update has ended', async () => {
  const record = (status: string, stage: string, more = {}) => ({
    body: { success: true, status, message: '', reactor_status: stage, ...more },
  })
  const replies = [
    record('processing', 'parsing'),
    record('processing', 'obfuscating'),
    record('completed', 'completed', { result: { success: true, message: 'Updated.' } }),
  ]
  const { client, pausesMs } = await connect({
    getUpdateProgress: () => replies.shift() ?? refusal(400, 'Gone.'),
  })
  const stages = await collect(client.followUpdate({ params: { script_id: 's', track_id: 't' } }))
  expect(stages.map((outcome) => outcome.kind === 'ok' && outcome.value.reactor_status)).toEqual([
    'parsing',
    'obfuscating',
    'completed',
  ])
  expect(pausesMs).toEqual([2_000, 2_000])
})

test.each([
  ['http://license.example'],
  ['ftp://license.example'],
  ['license.example'],
  ['https://user:secret@license.example'],
])('refuses to send an API key to %s', (baseUrl) => {
  expect(() => createVendorClient({ baseUrl, apiKey: API_KEY })).toThrow('base URL')
})

test('rejects an API key that is invalid in a header without printing it', () => {
  const broken = 'secret\nkey'
  expect(() => createVendorClient({ baseUrl: 'https://license.example', apiKey: broken })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('secret') }),
  )
})
