import { ENDPOINTS, type KeyRecord, keyIdOf, requestPath } from '@latchkey/management'
import { createLicenseKey, NEVER } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask as askService } from '../testing/ask.ts'
import { banned, DEVICE, linkedTo, NOW } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const DAY = 86_400

type KeyEndpointId =
  | 'listKeys'
  | 'findKeys'
  | 'createKeys'
  | 'changeKeys'
  | 'deleteKeys'
  | 'getKey'
  | 'changeKey'
  | 'deleteKey'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ account: { plan: 'trial' }, project: { resetCooldownSeconds: 1_000 } })
})
afterEach(() => service.stop())

/** Sends a request. `given` is the query of a GET or DELETE, otherwise the body. */
async function ask(id: KeyEndpointId, given: object = {}) {
  const endpoint = ENDPOINTS[id]
  const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const params = { project_id: 'project' }
  const query = isRead ? { query: { ...given } } : {}
  const response = await fetch(service.url + requestPath(endpoint, { params, ...query }), {
    method: endpoint.method,
    headers: { authorization: service.apiKey, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: JSON.stringify(given) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  return { status: response.status, body: (await response.json()) as any }
}
const get = async (user_key: string): Promise<KeyRecord> => (await ask('getKey', { user_key })).body.key
const eventsOf = async (key: string) => {
  const events = await service.storage.listEvents('project', { keyId: keyIdOf(key) }, { limit: 50 })
  return events.map(({ kind }) => kind)
}

describe('List Keys', () => {
  test('has every key once, with its state, whatever is created and deleted between its pages', async () => {
    const states = {
      unused: await service.addLicense({ keyDays: 3, authExpire: 0 }),
      active: await service.addLicense({ ...linkedTo(DEVICE), note: 'a' }),
      reset: await service.addLicense({ lastReset: NOW - 1 }),
      expired: await service.addLicense({ authExpire: NOW }),
      banned: await service.addLicense({ ...banned({ banExpire: NOW + 9 }) }),
      stopped: await service.addLicense({ authExpire: NOW, stopped: 'charged-back' }),
    }
    const first = await ask('listKeys', { limit: 2, order: 'asc' })
    expect(first.body).toMatchObject({ count: 6, count_is_exact: true })
    expect(first.body.keys).toMatchObject([
      { user_key: states.unused, state: 'unused', key_days: 3, key_id: keyIdOf(states.unused) },
      { user_key: states.active, state: 'active' },
    ])
    await ask('deleteKey', { user_key: states.unused })
    const second = await ask('listKeys', { limit: 2, order: 'asc', cursor: first.body.next_cursor })
    expect(second.body.keys).toMatchObject([
      { user_key: states.reset, state: 'active' },
      { user_key: states.expired, state: 'expired' },
    ])
    const third = await ask('listKeys', { limit: 2, order: 'asc', cursor: second.body.next_cursor })
    expect(third.body).toMatchObject({ keys: [{ state: 'banned' }, { state: 'stopped' }], next_cursor: '' })
    service.clock.now += 9
    expect((await ask('listKeys', { state: 'banned' })).body.count).toBe(0)
    expect(
      (await ask('listKeys', { state: 'active,expired', search: 'A', from: 1 })).body.count,
    ).toBeGreaterThan(0)
  })

  test('calls a key unused that only a chat ID is linked to', async () => {
    const [user_key] = (await ask('createKeys', { count: 1, key_days: 3 })).body.user_keys
    await ask('changeKey', { user_key, action: 'link', chat_id: 'ada' })
    const list = (await ask('listKeys', { state: 'unused' })).body
    expect(list.keys).toMatchObject([{ user_key, state: 'unused', chat_id: 'ada' }])
    // Its days have begun anyway.
    expect(list.keys[0].auth_expire).toBe(NOW + 3 * 86_400)
  })

  test.each([
    [{ cursor: 'created.desc.1.1', from: 1 }, 'Only one of cursor and from'],
    [{ cursor: 'created.asc.1.1' }, 'cursor is not one of this list'],
    [{ cursor: 'ends.desc.1.1' }, 'cursor is not one of this list'],
    [{ cursor: 'created.desc.1.1; drop' }, 'cursor is not one of this list'],
    [{ state: 'lost' }, 'state in the query'],
    [{ sort: 'note' }, 'sort in the query'],
    [{ limit: 1_001 }, 'limit in the query'],
  ])('refuses %o', async (query, message) => {
    const { status, body } = await ask('listKeys', query)
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })
})

test('Create Keys makes as many as the plan allows, or none', async () => {
  expect((await ask('createKeys', { count: 11 })).status).toBe(400)
  const { body } = await ask('createKeys', { count: 10, note: 'Shop', key_days: 30 })
  expect(new Set(body.user_keys).size).toBe(10)
  expect((await ask('createKeys', { count: 1 })).body).toMatchObject({
    code: 'PLAN_LIMIT',
    message: expect.stringContaining('plan'),
  })
  expect((await ask('listKeys', { search: 'shop', state: 'unused' })).body.count).toBe(10)
  expect(await eventsOf(body.user_keys[9])).toEqual(['created'])
})

test('Find Keys has the record of each key, and those that the project does not have', async () => {
  const [one, two, unknown] = [
    await service.addLicense({ note: 'a' }),
    await service.addLicense(),
    createLicenseKey(),
  ]
  const { body } = await ask('findKeys', { user_keys: [unknown, two, one, two] })
  expect(body.keys.map((key: KeyRecord) => key.user_key).toSorted()).toEqual([one, two].toSorted())
  expect(body.keys).toContainEqual(await get(one))
  expect(body.unknown).toEqual([unknown])
})

describe('Change Keys', () => {
  test('says of each key that is not changed why, and changes the others', async () => {
    const [never, runs, over, waits] = [
      await service.addLicense({ authExpire: NEVER }),
      await service.addLicense({ ...linkedTo(DEVICE), authExpire: NOW + DAY }),
      await service.addLicense({ authExpire: NOW - DAY }),
      await service.addLicense({ authExpire: 0, keyDays: 30 }),
    ]
    const stranger = createLicenseKey()
    const user_keys = [never, runs, runs, stranger, over, waits]
    const { body } = await ask('changeKeys', { action: 'extend', days: 2, user_keys })
    expect(body.changed).toBe(3)
    expect(body.unchanged).toEqual([
      { user_key: never, code: 'NEVER_EXPIRES', message: expect.stringContaining('never expires') },
      { user_key: stranger, code: 'NO_SUCH_KEY', message: expect.stringContaining('not found') },
    ])
    expect((await get(runs)).auth_expire).toBe(NOW + 3 * DAY)
    expect((await get(over)).auth_expire).toBe(NOW + 2 * DAY)
    expect(await get(waits)).toMatchObject({ auth_expire: 0, key_days: 32 })
    expect(await eventsOf(runs)).toEqual(['updated'])
  })

  test('notes, bans, unbans, resets and deletes', async () => {
    const user_keys = [
      await service.addLicense({ note: 'a' }),
      await service.addLicense({ ...linkedTo(DEVICE) }),
    ]
    const change = async (body: object) => (await ask('changeKeys', { user_keys, ...body })).body
    const [first = '', second = ''] = user_keys
    await change({ action: 'note', note: 'b', append: true })
    expect([(await get(first)).note, (await get(second)).note]).toEqual(['a\nb', 'b'])
    expect((await change({ action: 'note', note: 'x'.repeat(999), append: true })).unchanged).toMatchObject([
      { user_key: first, code: 'NOTE_TOO_LONG' },
      { user_key: second, code: 'NOTE_TOO_LONG' },
    ])
    await change({ action: 'ban', ban_reason: 'Refund' })
    const bans = [await get(first), await get(second)]
    expect(bans).toMatchObject([{ ban_reason: 'Refund' }, { ban_expire: -1, state: 'banned' }])
    expect(bans[0]?.unban_token).not.toBe(bans[1]?.unban_token)
    expect((await change({ action: 'reset' })).unchanged).toMatchObject([
      { code: 'USER_BANNED' },
      { code: 'USER_BANNED' },
    ])
    expect((await change({ action: 'unban' })).changed).toBe(2)
    expect((await change({ action: 'unban' })).unchanged).toMatchObject([{ code: 'NOT_BANNED' }, {}])
    expect((await change({ action: 'reset' })).changed).toBe(2)
    expect((await change({ action: 'reset' })).unchanged).toMatchObject([{ code: 'RESET_ON_COOLDOWN' }, {}])
    expect((await ask('deleteKeys', { user_keys })).body.changed).toBe(2)
    expect((await ask('deleteKeys', { user_keys })).body.unchanged).toMatchObject([
      { code: 'NO_SUCH_KEY' },
      {},
    ])
    expect(await eventsOf(second)).toEqual(['updated', 'banned', 'unbanned', 'reset', 'deleted'])
  })

  test('changes nothing twice when a request is repeated', async () => {
    const key = await service.addLicense({ authExpire: NOW + DAY })
    const body = { action: 'extend', days: 1, user_keys: [key], request_id: 'one' }
    expect((await ask('changeKeys', body)).body).toMatchObject({ changed: 1, unchanged: [] })
    expect((await ask('changeKeys', body)).body).toMatchObject({ changed: 1, unchanged: [] })
    expect((await get(key)).auth_expire).toBe(NOW + 2 * DAY)
    await ask('changeKeys', { ...body, request_id: 'two' })
    expect((await get(key)).auth_expire).toBe(NOW + 3 * DAY)
  })

  test('changes what a filter matches only when their number is the confirmed one', async () => {
    for (const note of ['Gift', 'Gift', 'Other']) await service.addLicense({ note })
    const filter = { action: 'ban', search: 'gift' }
    const refused = await ask('changeKeys', { ...filter, expected_count: 3 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'COUNT_CHANGED', count: 2 } })
    expect((await ask('listKeys', { state: 'banned' })).body.count).toBe(0)
    const changed = await ask('changeKeys', { ...filter, expected_count: 2 })
    expect(changed.body).toMatchObject({ changed: 2, next_cursor: '' })
    // A ban without its key can only be lifted.
    await ask('deleteKeys', { state: 'banned', expected_count: 2 })
    const bans = { state: 'banned', expected_count: 2 }
    expect((await ask('deleteKeys', bans)).body.unchanged).toMatchObject([{ code: 'KEY_DELETED' }, {}])
    expect((await ask('changeKeys', { action: 'unban', ...bans })).body.changed).toBe(2)
    expect((await ask('listKeys')).body.count).toBe(1)
  })

  test('answers as before when a request is repeated after its keys match no more', async () => {
    for (const note of ['Gift', 'Gift', 'Other']) await service.addLicense({ note })
    const all = { state: 'unused,active', search: 'gift', expected_count: 2 }
    const ban = { ...all, action: 'ban', request_id: 'one' }
    // A request without an answer may still be running when it is repeated.
    const both = await Promise.all([ask('changeKeys', ban), ask('changeKeys', ban)])
    expect(both.map(({ body }) => body.changed)).toEqual([2, 2])
    expect((await ask('changeKeys', ban)).body).toMatchObject({ changed: 2, next_cursor: '' })
    const another = await ask('changeKeys', { ...ban, request_id: 'two' })
    expect(another).toMatchObject({ status: 409, body: { code: 'COUNT_CHANGED', count: 0 } })

    // A repeated request that was refused may get another refusal.
    const deletion = { state: 'banned', expected_count: 3, request_id: 'three' }
    expect((await ask('deleteKeys', deletion)).body.count).toBe(2)
    await service.addLicense(banned())
    expect((await ask('deleteKeys', deletion)).body.changed).toBe(3)
    expect((await ask('deleteKeys', deletion)).body.changed).toBe(3)
  })

  test('continues with the keys that matched at the first request', async () => {
    await service.storage.changeAccount('vendor@example.org', (account) => ({
      ...account,
      plan: 'unlimited',
    }))
    await ask('createKeys', { count: 5_000, key_days: 1 })
    await ask('createKeys', { count: 2, key_days: 1 })
    const all = { action: 'extend', days: 1, state: 'unused' }
    const first = await ask('changeKeys', { ...all, expected_count: 5_002 })
    expect(first.body).toMatchObject({ changed: 5_000, next_cursor: expect.stringContaining('created') })
    const late = (await ask('createKeys', { count: 1, key_days: 1 })).body.user_keys[0]
    const second = await ask('changeKeys', { ...all, cursor: first.body.next_cursor })
    expect(second.body).toMatchObject({ changed: 2, next_cursor: '' })
    expect((await get(late)).key_days).toBe(1)
  }, 30_000)

  test.each([
    [{ action: 'extend', user_keys: ['x'] }, 'days is missing'],
    [{ action: 'note', user_keys: ['x'] }, 'note is missing'],
    [{ action: 'ban', user_keys: ['x'], ban_expire: NOW }, 'ban_expire'],
    [{ action: 'link', user_keys: ['x'] }, 'action in the body'],
    [{ action: 'unban' }, 'expected_count is missing'],
    [{ action: 'unban', user_keys: ['x'], expected_count: 1 }, 'Either user_keys'],
    [{ action: 'unban', user_keys: ['x'], search: 'x' }, 'Either user_keys'],
    [{ action: 'unban', user_keys: [] }, 'user_keys in the body'],
    [{ action: 'unban', cursor: 'x' }, 'cursor'],
  ])('refuses %o', async (body, message) => {
    const { status, body: refused } = await ask('changeKeys', body)
    expect([status, refused.message]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('one key', () => {
  test('is read with what decides whether it works', async () => {
    const key = await service.addLicense({ ...linkedTo(DEVICE), lastReset: NOW - 1, note: '<script>' })
    const ban = await service.addLicense({ ...linkedTo(DEVICE), ...banned() })
    const { body } = await ask('getKey', { user_key: key })
    expect(body).toMatchObject({
      key: { note: '<script>', state: 'active' },
      device_ban: {
        id: (await get(ban)).id,
        ban_reason: 'Shared in public',
        ban_expire: -1,
        is_linked: true,
      },
      reset_from: NOW + 999,
    })
    expect((await ask('getKey', { id: body.key.id })).body).toEqual(body)
    for (const id of [`${body.key.id.split('-')[0]}-${'0'.repeat(16)}`, 'x', '1', '-']) {
      expect((await ask('getKey', { id })).status).toBe(404)
    }
    for (const query of [{}, { id: body.key.id, user_key: key }]) {
      expect((await ask('getKey', query)).status).toBe(400)
    }
  })

  test('shows the second of two people the change of the first', async () => {
    const key = await service.addLicense({ authExpire: NOW + DAY })
    const seen = await get(key)
    const first = await ask('changeKey', { action: 'note', id: seen.id, note: 'A', if_version: seen.version })
    expect(first.body.key).toMatchObject({ id: seen.id, note: 'A' })
    expect(first.body.key.version).not.toBe(seen.version)
    const second = { action: 'note', id: seen.id, note: 'B', if_version: seen.version }
    const refused = await ask('changeKey', second)
    expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE', key: { note: 'A' } } })
    const deletion = await ask('deleteKey', { id: seen.id, if_version: seen.version })
    expect(deletion).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
    const again = await ask('changeKey', { ...second, if_version: refused.body.key.version })
    expect(again.body.key.note).toBe('B')
    expect(await eventsOf(key)).toEqual(['updated', 'updated'])
  })

  test('keeps its version when it is used', async () => {
    const key = await service.addLicense(linkedTo(DEVICE))
    const { version } = await get(key)
    await service.check({ key })
    await service.check({ key, deviceId: 'e'.repeat(64) })
    expect(await get(key)).toMatchObject({ version, total_executions: 2 })
  })

  test('stays stopped, whatever else is changed', async () => {
    const stop = { stopped: 'refunded', stopWords: 'Ask us.' } as const
    const user_key = await service.addLicense({ ...linkedTo(DEVICE), authExpire: NOW - DAY, ...stop })
    const changes = [
      { action: 'expire', auth_expire: NOW + DAY },
      { action: 'extend', days: 9 },
      { action: 'terms', perpetual: true },
      { action: 'note', note: 'Paid again' },
      { action: 'customer', customer_email: 'ann@example.org' },
      { action: 'link', chat_id: 'ada' },
      { action: 'ban', ban_reason: 'Shared' },
      { action: 'unban' },
      { action: 'reset' },
    ]
    const stopped = { stopped: 'refunded', stop_words: 'Ask us.' }
    for (const change of changes) {
      const { status, body } = await ask('changeKey', { user_key, ...change })
      const state = change.action === 'ban' ? 'banned' : 'stopped'
      expect([change.action, status, body.key]).toMatchObject([change.action, 200, { ...stopped, state }])
    }
    await ask('changeKeys', { action: 'terms', features: ['export'], user_keys: [user_key] })
    await askService(service, 'updateUser', { body: { user_key, identifier: DEVICE, auth_expire: NEVER } })
    const keys = [{ user_key, max_devices: 2, stopped: '' }]
    expect((await askService(service, 'importKeys', { body: { keys } })).status).toBe(400)
    const file = { keys: [{ user_key, max_devices: 2 }], fill: true, unban_existing: true }
    await askService(service, 'importKeys', { body: file })
    expect((await service.check({ key: user_key })).body).toMatchObject({
      code: 'KEY_BANNED',
      message: 'Ask us.',
    })
    expect(await get(user_key)).toMatchObject({ ...stopped, state: 'stopped', max_devices: 2 })
    // Answers of the interface do not show a stop.
    const { users } = (await askService(service, 'getUsers', { query: { user_key } })).body
    expect(users).toMatchObject([{ banned: 0, status: 'active' }])
    expect(Object.keys(users[0])).not.toContain('stopped')
  })

  test('gets other days only until it is claimed', async () => {
    const user_key = await service.addLicense({ authExpire: 0, keyDays: 30, chatId: '' })
    const expire = (body: object) => ask('changeKey', { user_key, action: 'expire', ...body })
    await expire({ auth_expire: NOW + DAY })
    expect((await expire({ key_days: 30 })).body.key).toMatchObject({ auth_expire: 0, key_days: 30 })
    expect((await expire({})).status).toBe(400)
    expect((await expire({ key_days: 30, auth_expire: NOW + DAY })).status).toBe(400)
    await service.check({ key: user_key })
    const refused = await expire({ key_days: 60 })
    expect(refused).toMatchObject({ status: 400, body: { code: 'ALREADY_CLAIMED' } })
    expect((await get(user_key)).auth_expire).toBe(NOW + 30 * DAY)
  })

  test('gets another end, a chat ID and none again, and is deleted while banned', async () => {
    const user_key = await service.addLicense({ ...linkedTo(DEVICE) })
    await service.addLicense({ chatId: 'taken' })
    const change = (body: object) => ask('changeKey', { user_key, ...body })
    expect((await change({ action: 'expire', auth_expire: NOW + 5 })).body.key.auth_expire).toBe(NOW + 5)
    expect((await change({ action: 'link', chat_id: 'chat' })).body.key.chat_id).toBe('chat')
    expect((await change({ action: 'link', chat_id: 'c' })).body).toMatchObject({ code: 'HAS_CHAT_ID' })
    const taken = await change({ action: 'link', chat_id: 'taken', force: true })
    expect(taken).toMatchObject({ status: 400, body: { code: 'CHAT_ID_TAKEN' } })
    expect((await change({ action: 'link', chat_id: '' })).body.key.chat_id).toBe('')
    const { id } = (await change({ action: 'ban' })).body.key
    expect((await ask('deleteKey', { id })).status).toBe(200)
    const left = (await ask('getKey', { id })).body.key
    expect(left).toMatchObject({ user_key: '', status: 'banned', state: 'banned', id })
    expect((await ask('changeKey', { id, action: 'note', note: 'x' })).body.code).toBe('KEY_DELETED')
    expect((await ask('changeKey', { id, action: 'unban' })).body.key.state).not.toBe('banned')
    expect((await ask('getKey', { id })).status).toBe(404)
  })
})
