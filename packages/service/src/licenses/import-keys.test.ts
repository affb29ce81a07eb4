import { ENDPOINTS, keyIdOf, requestPath } from '@latchkey/management'
import { createLicenseKey, keyAlias, NEVER } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE, NOW, storedLicense } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

async function post(id: 'createKeys' | 'importKeys', given: object) {
  const response = await fetch(
    service.url + requestPath(ENDPOINTS[id], { params: { project_id: 'project' } }),
    {
      method: 'POST',
      headers: { authorization: service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    },
  )
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  return { status: response.status, body: (await response.json()) as any }
}
const importing = (keys: readonly (string | object)[], more: object = {}) =>
  post('importKeys', {
    keys: keys.map((key) => (typeof key === 'string' ? { user_key: key } : key)),
    ...more,
  })
const licenseOf = (key: string) => storedLicense(service.storage, key)

describe('Import Keys', () => {
  test('creates keys as they are or by their alias, and says why it created others not', async () => {
    const [known, own] = [await service.addLicense(), createLicenseKey()]
    const foreign = 'ABCD-1234-EFGH-5678'
    const keys = [
      known,
      own.replaceAll(/.{4}/g, '$&-'),
      { user_key: foreign, note: 'ada@example.org', auth_expire: NOW + 9, identifier: DEVICE },
      'abcd 1234 efgh 5678',
      '12345',
    ]
    const dry = await importing(keys, { dry_run: true })
    expect(await licenseOf(own)).toBeUndefined()
    const { status, body } = await importing(keys)
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 2, keys_left: expect.any(Number), message: 'Keys created: 2.' })
    expect(body.results).toEqual([
      { user_key: known, alias: false, code: 'KEY_EXISTS' },
      { user_key: own, alias: false, code: '' },
      { user_key: keyAlias(foreign), alias: true, code: '' },
      { user_key: keyAlias(foreign), alias: true, code: 'KEY_TWICE' },
      { user_key: '', alias: false, code: 'KEY_UNUSABLE' },
    ])
    expect(dry.body).toEqual({ ...body, message: 'Keys that would be created: 2.' })
    expect(await licenseOf(keyAlias(foreign))).toMatchObject({
      note: 'ada@example.org',
      authExpire: NOW + 9,
      keyDays: 0,
      identifier: DEVICE,
      status: 'active',
    })
    expect(await licenseOf(own)).toMatchObject({ authExpire: NEVER, status: 'reset', identifier: '' })
    const events = await service.storage.listEvents('project', { keyId: keyIdOf(own) }, { limit: 9 })
    expect(events).toMatchObject([{ kind: 'created', actor: 'api-key' }])
  })

  test('opens an app by the alias that it derives, and is found by what its user typed', async () => {
    await importing(['ABCD-1234-EFGH-5678'])
    expect(await service.check({ key: keyAlias('abcd1234efgh5678') })).toMatchObject({
      body: { code: 'KEY_VALID' },
    })
    const query = { search: 'abcd-1234 efgh-5678' }
    const path = requestPath(ENDPOINTS.listKeys, { params: { project_id: 'project' }, query })
    const found = await fetch(service.url + path, { headers: { authorization: service.apiKey } })
    expect(await found.json()).toMatchObject({ count: 1, keys: [{ user_key: keyAlias('ABCD1234EFGH5678') }] })
  })

  test('counts a key that a repeated request has created before as created, and no other', async () => {
    const keys = Array.from({ length: 450 }, () => createLicenseKey())
    await importing(keys.slice(0, 200), { request_id: 'a file' })
    const { body } = await importing(keys, { request_id: 'a file' })
    expect(body.created).toBe(250)
    expect(new Set(body.results.map(({ code }: { code: string }) => code))).toEqual(new Set(['']))
    const other = await importing(keys, { request_id: 'another file' })
    expect(other.body).toMatchObject({ created: 0 })
    expect(other.body.results[449]).toMatchObject({ code: 'KEY_EXISTS' })
    expect((await service.storage.listLicenses('project', {}, { from: 0, until: 1_000 })).length).toBe(450)
  })

  test('imports as many keys as the plan allows, which a dry run tells before', async () => {
    await service.stop()
    service = await startTestService({ account: { plan: 'trial' } })
    await post('createKeys', { count: 6 })
    const keys = Array.from({ length: 9 }, (_, n) => `Key-${n}000`)
    const dry = await importing(keys, { dry_run: true, request_id: 'a' })
    const { body } = await importing(keys, { request_id: 'a' })
    expect(dry.body).toEqual({ ...body, message: 'Keys that would be created: 4.' })
    expect(body).toMatchObject({ created: 4, keys_left: 0 })
    expect(body.results.slice(3, 5)).toMatchObject([{ code: '' }, { code: 'PLAN_LIMIT' }])
    expect((await importing(keys, { request_id: 'a' })).body).toEqual({
      ...body,
      created: 0,
      message: 'Keys created: 0.',
    })
  })

  test.each([
    [{ keys: [] }],
    [{ keys: Array.from({ length: 1_001 }, (_, n) => ({ user_key: `Key-${n + 10_000}` })) }],
    [{ keys: [{ user_key: 'Key-1234', note: 'a'.repeat(1_001) }] }],
    [{ keys: [{ user_key: 'Key-1234', chat_id: 'x' }] }],
    [{ keys: [{ user_key: 'Key\u0000-1234' }] }],
  ])('refuses %#', async (body) => {
    expect((await post('importKeys', body)).status).toBe(400)
  })
})

test('Create Keys with a request ID returns the same keys again, and those of another body anew', async () => {
  const body = { count: 3, note: 'Repeated', request_id: '1' }
  const { body: first } = await post('createKeys', body)
  const { body: again } = await post('createKeys', body)
  expect(again).toEqual(first)
  const { body: other } = await post('createKeys', { ...body, note: 'Other' })
  const { body: without } = await post('createKeys', { count: 3, note: 'Repeated' })
  const all = [...first.user_keys, ...other.user_keys, ...without.user_keys]
  expect(new Set(all).size).toBe(9)
  expect((await service.storage.listLicenses('project', {}, { from: 0, until: 99 })).length).toBe(9)
})
