import { ENDPOINTS, type EventList, type EventQuery, requestPath } from '@latchkey/management'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const params = { project_id: 'project' }

async function list(query: EventQuery = {}): Promise<EventList & { readonly status: number }> {
  const response = await fetch(service.url + requestPath(ENDPOINTS.getEvents, { params, query }), {
    headers: { authorization: service.apiKey },
  })
  return { status: response.status, ...((await response.json()) as EventList) }
}

async function send(id: 'createKeys' | 'changeKeys' | 'importKeys', body: object) {
  const endpoint = ENDPOINTS[id]
  const response = await fetch(service.url + requestPath(endpoint, { params }), {
    method: endpoint.method,
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { readonly message: string; readonly user_keys: string[] }
  expect(response.status, answer.message).toBe(200)
  return answer
}

test('many keys are created in short transactions, between which key checks have their turn', async () => {
  const create = vi.spyOn(service.storage, 'createLicenses')
  const { user_keys } = await send('createKeys', { count: 900, request_id: 'many' })
  expect(new Set(user_keys).size).toBe(900)
  expect(Math.max(...create.mock.calls.map(([, licenses]) => licenses.length))).toBeLessThanOrEqual(200)
  expect((await send('createKeys', { count: 900, request_id: 'many' })).user_keys).toEqual(user_keys)
  expect((await list()).events).toMatchObject([{ subject: 'keys', kind: 'created', count: 900 }])
})

describe('Get Events', () => {
  test('has each event once, page by page, while others happen', async () => {
    for (let n = 0; n < 25; n += 1) await send('createKeys', { count: 1, note: String(n) })
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ order, limit: 10, ...(cursor !== undefined && { cursor }) })
        seen.push(...page.events.map(({ id }) => id))
        cursor = page.next_cursor
        if (order === 'desc') await send('createKeys', { count: 1 })
      } while (cursor !== '')
      expect([new Set(seen).size, seen.length]).toEqual([25, 25])
    }
  })

  test('refuses positions that are far away, and cursors of another list', async () => {
    for (let n = 0; n < 3; n += 1) await send('createKeys', { count: 1 })
    const { next_cursor: cursor } = await list({ order: 'desc', limit: 1 })
    expect((await list({ order: 'desc', cursor })).events).toHaveLength(2)
    expect((await list({ from: 10_000 })).events).toEqual([])
    const refused: readonly EventQuery[] = [
      { from: 10_001 },
      { cursor },
      { order: 'desc', cursor, from: 1 },
      { cursor: 'asc.1' },
      { cursor: 'asc.1.2.3' },
      { limit: 1_001 },
    ]
    for (const query of refused) expect(await list(query)).toMatchObject({ status: 400, success: false })
    expect((await list({ from: 1, until: 2 })).events).toHaveLength(1)
    expect((await list({ from: 2, until: 1 })).events).toEqual([])
  })

  test('shows an import and a change of many keys as one event, over all of their requests', async () => {
    const keys = (prefix: string) =>
      Array.from({ length: 300 }, (_, n) => ({ user_key: `${prefix}-KEY-${n}-OF-ANOTHER` }))
    await send('importKeys', { keys: keys('A'), request_id: 'file' })
    await send('importKeys', { keys: keys('B'), request_id: 'file' })
    // A repeated request creates no key, and adds no event.
    await send('importKeys', { keys: keys('B'), request_id: 'file' })
    const { user_keys } = await send('createKeys', { count: 120 })
    const note = { action: 'note', note: 'Fair', request_id: 'change' }
    await send('changeKeys', { ...note, user_keys: user_keys.slice(0, 100) })
    await send('changeKeys', { ...note, user_keys: user_keys.slice(100) })
    await send('changeKeys', { ...note, action: 'ban', request_id: 'one', user_keys: user_keys.slice(0, 1) })
    const { events } = await list()
    expect(events.map(({ kind, subject, count }) => [kind, subject, count])).toEqual([
      ['created', 'keys', 600],
      ['created', 'keys', 120],
      ['updated', 'keys', 120],
      ['banned', 'key', undefined],
    ])
    const [imported, , changed, banned] = events
    expect(changed).toMatchObject({ id: changed?.bulk, user_key: '', actor: 'api-key' })
    const each = await list({ bulk: changed?.bulk ?? '', limit: 1_000 })
    expect(new Set(each.events.map(({ user_key }) => user_key))).toEqual(new Set(user_keys))
    expect((await list({ bulk: imported?.bulk ?? '', limit: 1_000 })).events).toHaveLength(600)
    const ofKey = await list({ user_key: user_keys[0] ?? '' })
    expect(ofKey.events.map(({ kind, bulk }) => [kind, bulk !== undefined])).toEqual([
      ['created', true],
      ['updated', true],
      ['banned', true],
    ])
    expect(ofKey.events[0]?.record).toBe(banned?.record)
    expect((await list({ by: 'API-KEY', kind: 'updated' })).events).toHaveLength(1)
    expect((await list({ by: 'nobody@example.org' })).events).toEqual([])
  })
})
