import { ENDPOINTS, toOpenApi } from '@latchkey/management'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// The type check makes this file: npm run typecheck
import type { paths } from '../../../out/client-types.d.ts'
import { newScript } from '../../scripts/scripts.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { API_VERSION } from '../operations/status.ts'

const PLANT_TOKEN = 'plant-token'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ protectInThread: {}, server: { plantToken: PLANT_TOKEN } })
})
afterAll(() => service.stop())

const readDocument = async () => (await fetch(`${service.url}/openapi.json`)).json()

test('the OpenAPI document is the one that the types of this test are generated from', async () => {
  const document = toOpenApi(ENDPOINTS, { baseUrl: service.url, version: API_VERSION })
  expect(await readDocument()).toEqual(JSON.parse(JSON.stringify(document)))
})

test('the OpenAPI document says where the service stands', async () => {
  expect(await readDocument()).toMatchObject({ openapi: '3.1.1', servers: [{ url: service.url }] })
})

describe('a client that was generated', () => {
  const clientOf = (authorization: string) =>
    createClient<paths>({ baseUrl: service.url, headers: { authorization } })
  const project = { project_id: 'project' }

  test('reads the account and its statistics', async () => {
    const client = clientOf(service.apiKey)
    const params = { path: { api_key: service.apiKey } }
    const account = await client.GET('/v3/keys/{api_key}/details', { params })
    expect(account.data?.projects[0]?.settings.reset_hwid_cooldown).toBe(0)
    const statistics = await client.GET('/v3/keys/{api_key}/stats', {
      params: { ...params, query: { noUsers: true } },
    })
    expect(statistics.data?.execution_data.executions).toHaveLength(168)
    expect(statistics.data?.stats.users_detail).toBeUndefined()
  })

  test('takes a key from its creation to its deletion', async () => {
    const client = clientOf(service.apiKey)
    const params = { path: project }
    const users = '/v3/projects/{project_id}/users'
    const created = await client.POST(users, { params, body: { note: 'Gold', key_days: 30 } })
    const user_key = created.data?.user_key ?? ''
    expect(user_key).toMatch(/^[a-zA-Z]{32}$/)

    await client.PATCH(users, { params, body: { user_key, note: 'Silver' } })
    await client.POST(`${users}/linkchat`, { params, body: { user_key, chat_id: 'chat-1' } })
    await client.POST(`${users}/resethwid`, { params, body: { user_key, force: true } })
    await client.POST(`${users}/blacklist`, { params, body: { user_key, ban_reason: 'Shared' } })
    const shown = await client.GET(users, { params: { ...params, query: { user_key } } })
    const [user] = shown.data?.users ?? []
    expect(user).toMatchObject({ note: 'Silver', chat_id: 'chat-1', total_resets: 1, banned: 1 })

    const unbanned = await client.POST(`${users}/unban`, {
      params,
      body: { unban_token: user?.unban_token ?? '' },
    })
    expect(unbanned.data?.success).toBe(true)
    const deleted = await client.DELETE(users, { params: { ...params, query: { user_key } } })
    expect(deleted.data?.success).toBe(true)
    const again = await client.DELETE(users, { params: { ...params, query: { user_key } } })
    expect([again.response.status, again.error?.message]).toEqual([404, expect.stringContaining('not found')])
  })

  test('updates a script and follows it', async () => {
    await service.storage.createScript(newScript('script', 'project', 'Main'))
    const client = clientOf(service.apiKey)
    const path = { ...project, script_id: 'script' }
    const updated = await client.PUT('/v3/projects/{project_id}/scripts/{script_id}', {
      params: { path },
      body: { script: 'print(1)', use_reactor: true },
    })
    const track_id = updated.data?.track_progress ?? ''
    const progress = () =>
      client.GET('/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}', {
        params: { path: { ...path, track_id } },
      })
    await expect.poll(async () => (await progress()).data?.status).toBe('completed')
  })

  test('asks for the status and the time, and plants', async () => {
    const client = clientOf(`Bearer ${PLANT_TOKEN}`)
    expect((await client.GET('/status')).data?.active).toBe(true)
    expect((await client.GET('/sync')).data?.nodes).toEqual([`${service.url}/`])
    const planted = await client.POST('/sandbox/plants', { body: { id: 1, name: 'Fern' } })
    expect(planted.data).toEqual({ name: 'Fern' })
  })
})
