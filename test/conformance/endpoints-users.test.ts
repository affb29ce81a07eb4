import { createLicenseKey } from '@latchkey/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE, NOW, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import { type Conformance, startConformance } from './support.ts'

/**
 * Tests of interface, "Endpoints", Get Users to Blacklist User: what each endpoint takes, and what
 * it does. The tests of their errors are in errors.test.ts.
 */

let service: Conformance
beforeAll(async () => {
  service = await startConformance()
})
afterAll(() => service.stop())

const done = { success: true, message: expect.stringMatching(/./) }

describe('Get Users', () => {
  let own: Conformance
  beforeAll(async () => {
    own = await startConformance()
    for (const note of ['a', 'b', 'c', 'd', 'e']) {
      await own.createKey({ note, chat_id: `chat-${note}`, ...(note === 'c' && { identifier: DEVICE }) })
    }
  })
  afterAll(() => own.stop())
  const notes = async (query: object) => (await own.list(query)).map(({ note }) => note)

  test('answers success, message, users, newest last', async () => {
    expect((await own.ask('getUsers')).body).toEqual({ ...done, users: expect.any(Array) })
    expect(await notes({})).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
  test('chat_id: the user linked to that ID', async () => {
    expect(await notes({ chat_id: 'chat-b' })).toEqual(['b'])
    expect(await notes({ chat_id: 'chat' })).toEqual([])
    expect(await notes({ chat_id: '' })).toEqual([])
  })
  test('user_key: the user of that key', async () => {
    const [user] = await own.list({ chat_id: 'chat-d' })
    expect(await notes({ user_key: user?.user_key })).toEqual(['d'])
    expect(await notes({ user_key: createLicenseKey() })).toEqual([])
  })
  test('identifier: the user linked to that HWID, of several the newest', async () => {
    expect(await notes({ identifier: DEVICE })).toEqual(['c'])
    const [newest] = await own.list({ chat_id: 'chat-e' })
    await own.ask('updateUser', { body: { user_key: newest?.user_key, identifier: DEVICE } })
    expect(await notes({ identifier: DEVICE })).toEqual(['e'])
  })
  test('from, until: a page, zero-based, until excluded', async () => {
    expect(await notes({ from: 1, until: 3 })).toEqual(['b', 'c'])
    expect(await notes({ from: 3 })).toEqual(['d', 'e'])
    expect(await notes({ until: 1 })).toEqual(['a'])
    expect(await notes({ from: 5 })).toEqual([])
    expect(await notes({ from: 3, until: 2 })).toEqual([])
    for (const from of [-1, 1.5, 'x'])
      expect((await own.ask('getUsers', { query: { from } })).status).toBe(400)
  })
  test('search: identifier, user_key, chat_id or note contains the value', async () => {
    const [user] = await own.list({ chat_id: 'chat-a' })
    expect(await notes({ search: 'CHAT-B' })).toEqual(['b'])
    expect(await notes({ search: user?.user_key.slice(4, 28) })).toEqual(['a'])
    expect((await notes({ search: DEVICE.slice(0, 20) })).length).toBeGreaterThan(0)
    expect(await notes({ search: 'chat-', from: 1, until: 2 })).toEqual(['b'])
  })
  test('a query name that is not known is refused by name', async () => {
    const { status, body } = await own.ask('getUsers', { query: { discord_id: '1' } })
    expect(status).toBe(400)
    expect(body.message).toContain('discord_id')
  })
})

describe('Create User/Key', () => {
  test('every created user gets a random key, even with an empty body', async () => {
    const keys = [await service.createKey(), await service.createKey({})]
    const bare = await service.ask('createUser')
    expect(bare).toMatchObject({
      status: 200,
      body: { ...done, user_key: expect.stringMatching(/^[a-zA-Z]{32}$/) },
    })
    const empty = await service.ask('createUser', {
      body: '',
      headers: { 'content-type': 'application/json' },
    })
    expect(empty.status).toBe(200)
    expect(new Set([...keys, bare.body.user_key, empty.body.user_key]).size).toBe(4)
  })
  test('identifier: the device is linked at once', async () => {
    const key = await service.createKey({ identifier: OTHER_DEVICE })
    expect(await service.show(key)).toMatchObject({ identifier: OTHER_DEVICE, status: 'active' })
  })
  test('auth_expire: an int32', async () => {
    for (const auth_expire of [2 ** 31, -2, 1.5, '1']) {
      expect((await service.ask('createUser', { body: { auth_expire } })).status).toBe(400)
    }
    const key = await service.createKey({ auth_expire: 2 ** 31 - 1, identifier: OTHER_DEVICE })
    expect((await service.show(key)).auth_expire).toBe(2 ** 31 - 1)
  })
  test('note: kept as it is', async () => {
    const note = 'Grüße, “🔑” <b>\n\ttab'
    expect((await service.show(await service.createKey({ note }))).note).toBe(note)
  })
  test('chat_id: linked at once', async () => {
    expect((await service.show(await service.createKey({ chat_id: 'create-1' }))).chat_id).toBe('create-1')
  })
  test('key_days: a number', async () => {
    expect((await service.ask('createUser', { body: { key_days: '3' } })).status).toBe(400)
    expect((await service.ask('createUser', { body: { key_days: 0.25 } })).status).toBe(200)
  })
  test('a field that is not known is refused by name', async () => {
    const { status, body } = await service.ask('createUser', { body: { note: 'x', days: 3 } })
    expect([status, body.message]).toEqual([400, expect.stringContaining('"days"')])
  })
})

describe('Update User', () => {
  const update = (body: object) => service.ask('updateUser', { body })

  test('user_key: required', async () => {
    expect((await update({ note: 'x' })).body.message).toContain('user_key')
  })
  test('omitted fields stay unchanged', async () => {
    const user_key = await service.createKey({
      identifier: DEVICE,
      note: 'n',
      chat_id: 'upd-1',
      auth_expire: NOW + 9,
    })
    const before = await service.show(user_key)
    expect((await update({ user_key })).body).toEqual(done)
    expect(await service.show(user_key)).toEqual(before)
  })
  test.each([
    ['identifier', { identifier: OTHER_DEVICE }, { identifier: OTHER_DEVICE, status: 'active' }],
    ['identifier, empty', { identifier: '' }, { identifier: '', identifier_type: '', status: 'reset' }],
    ['auth_expire', { auth_expire: NOW + 5 }, { auth_expire: NOW + 5 }],
    ['auth_expire -1: never expires', { auth_expire: -1 }, { auth_expire: -1 }],
    ['note', { note: 'new' }, { note: 'new' }],
    ['chat_id', { chat_id: 'upd-2' }, { chat_id: 'upd-2' }],
    ['chat_id, empty', { chat_id: '' }, { chat_id: '' }],
  ])('%s', async (_field, change, changed) => {
    const user_key = await service.createKey({ identifier: DEVICE, note: 'n', auth_expire: NOW + 9 })
    const before = await service.show(user_key)
    expect((await update({ user_key, ...change })).status).toBe(200)
    expect(await service.show(user_key)).toEqual({ ...before, ...changed })
  })
})

describe('Delete User/Key', () => {
  test('removes the key and the access of its user', async () => {
    const user_key = await service.createKey()
    expect((await service.check({ key: user_key, deviceId: 'a1'.repeat(20) })).body.code).toBe('KEY_VALID')
    expect((await service.ask('deleteUser', { query: { user_key } })).body).toEqual(done)
    expect(await service.list({ user_key })).toEqual([])
    expect((await service.check({ key: user_key, deviceId: 'a1'.repeat(20) })).body.code).toBe(
      'KEY_INCORRECT',
    )
  })
  test('user_key: required', async () => {
    expect((await service.ask('deleteUser')).body.message).toContain('user_key')
  })
})

describe('Reset User HWID', () => {
  test('answers success, message', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    expect((await service.ask('resetDevice', { body: { user_key } })).body).toEqual(done)
  })
  test('user_key: required; force: a boolean', async () => {
    expect((await service.ask('resetDevice', { body: {} })).status).toBe(400)
    expect((await service.ask('resetDevice', { body: { user_key: 'x', force: 'yes' } })).status).toBe(400)
  })
})

describe('Link Chat ID', () => {
  test('links, and with force replaces', async () => {
    const user_key = await service.createKey()
    expect((await service.ask('linkChat', { body: { user_key, chat_id: 'link-1' } })).body).toEqual(done)
    expect((await service.show(user_key)).chat_id).toBe('link-1')
    await service.ask('linkChat', { body: { user_key, chat_id: 'link-2', force: true } })
    expect((await service.show(user_key)).chat_id).toBe('link-2')
    // The first chat ID can be used again.
    expect((await service.ask('createUser', { body: { chat_id: 'link-1' } })).status).toBe(200)
  })
  test('user_key and chat_id: required', async () => {
    expect((await service.ask('linkChat', { body: { user_key: 'x' } })).body.message).toContain('chat_id')
    expect((await service.ask('linkChat', { body: { chat_id: 'x' } })).body.message).toContain('user_key')
  })
})

describe('Blacklist User', () => {
  let user_key: string
  beforeEach(async () => {
    user_key = await service.createKey()
  })

  test.each([{}, { ban_expire: -1 }])('with %o the ban is permanent', async (more) => {
    expect((await service.ask('blacklistUser', { body: { user_key, ...more } })).body).toEqual(done)
    expect(await service.show(user_key)).toMatchObject({ banned: 1, ban_expire: -1, ban_reason: '' })
  })
  test('ban_reason: shown to the user', async () => {
    await service.ask('blacklistUser', { body: { user_key, ban_reason: 'Refunded' } })
    expect((await service.check({ key: user_key })).body.message).toContain('Refunded')
  })
  test('ban_expire: when the ban ends, told to the user', async () => {
    await service.ask('blacklistUser', { body: { user_key, ban_expire: NOW + 86_400 } })
    expect((await service.check({ key: user_key })).body.message).toContain('16 January 2027')
  })
  test('unban_token: visible in Get Users', async () => {
    await service.ask('blacklistUser', { body: { user_key } })
    expect((await service.show(user_key)).unban_token).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('Unban User', () => {
  test('takes the unban_token, by POST alone', async () => {
    const user_key = await service.createKey()
    await service.ask('blacklistUser', { body: { user_key } })
    const { unban_token } = await service.show(user_key)
    const byGet = await fetch(`${service.url}/v3/projects/project/users/unban?unban_token=${unban_token}`, {
      headers: { authorization: service.apiKey },
    })
    expect(byGet.status).toBe(404)
    expect((await service.ask('unbanUser', { body: { unban_token } })).body).toEqual(done)
    expect((await service.show(user_key)).banned).toBe(0)
  })
})
