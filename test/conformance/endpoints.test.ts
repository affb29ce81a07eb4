import { createLicenseKey } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DEVICE,
  NOW,
  OTHER_DEVICE,
  testAccount,
  testProject,
} from '../../packages/service/src/testing/records.ts'
import { type Conformance, PLANT_TOKEN, SCRIPT, startConformance } from './support.ts'

/** Interface, "Endpoints": for each of them what it takes and what it does. Its errors are in errors.test.ts. */

let service: Conformance
beforeAll(async () => {
  service = await startConformance()
})
afterAll(() => service.stop())

const done = { success: true, message: expect.stringMatching(/./) }

describe('Get API Key Details', () => {
  test('every project linked to the key, and no other', async () => {
    const own = await startConformance()
    const other = testAccount({ id: 'other', email: 'other@example.org' })
    await own.storage.createAccount(other)
    await own.storage.createProject(testProject({ id: 'second', appName: 'second' }))
    await own.storage.createProject(testProject({ id: 'foreign', appName: 'foreign', accountId: 'other' }))
    const { body } = await own.ask('getApiKeyDetails')
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(['project', 'second'])
    await own.stop()
  })
})

describe('Get API Key Stats', () => {
  test('noUsers: true leaves user information out', async () => {
    const { body } = await service.ask('getApiKeyStats', { query: { noUsers: 'true' } })
    expect(body.stats).not.toHaveProperty('users_detail')
  })
  test('noUsers: a word is refused', async () => {
    expect((await service.ask('getApiKeyStats', { query: { noUsers: 'maybe' } })).status).toBe(400)
  })
})

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
    // The first one is free again.
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

describe('Update Script', () => {
  let own: Conformance
  beforeEach(async () => {
    own = await startConformance({ settings: { maxScriptBytes: 1_000 } })
  })
  afterEach(() => own.stop())
  const script = async () => (await own.ask('getApiKeyDetails')).body.projects[0].scripts[0]

  test('script: required, and stored', async () => {
    expect((await own.ask('updateScript', { body: { ffa: true } })).body.message).toContain('script')
    expect((await own.ask('updateScript', { body: { script: '' } })).status).toBe(400)
    expect((await own.ask('updateScript', { body: { script: 'print("🔑")' } })).body).toEqual(done)
    expect(await own.storage.findSource('project', SCRIPT)).toBe('print("🔑")')
  })
  test('settings that are sent change, and the others stay', async () => {
    await own.ask('updateScript', { body: { script: 'x', ffa: true, script_name: 'New', heartbeat: false } })
    expect(await script()).toMatchObject({
      script_name: 'New',
      ffa: true,
      silent: false,
      script_version: '0001',
    })
    await own.ask('updateScript', { body: { script: 'x', silent: true } })
    expect(await script()).toMatchObject({
      script_name: 'New',
      ffa: true,
      silent: true,
      script_version: '0002',
    })
    expect(await own.storage.findScript('project', SCRIPT)).toMatchObject({
      heartbeat: false,
      lightning: false,
    })
  })
  test('use_reactor: answers track_progress and processes in the background', async () => {
    const { body } = await own.ask('updateScript', { body: { script: 'x', use_reactor: true } })
    expect(body).toEqual({ ...done, track_progress: expect.stringMatching(/^[0-9a-f]{32}$/) })
    await expect.poll(async () => (await script()).script_version).toBe('0001')
  })
  test('a source that is empty but for spaces is refused and changes nothing', async () => {
    expect((await own.ask('updateScript', { body: { script: ' \n', ffa: true } })).status).toBe(400)
    expect(await script()).toMatchObject({ script_version: '0000', ffa: false })
  })
})

describe('Get Update Progress', () => {
  test('a track belongs to its script', async () => {
    const { body } = await service.ask('updateScript', { body: { script: 'x', use_reactor: true } })
    const params = { track_id: body.track_progress }
    expect((await service.ask('getUpdateProgress', { params })).status).toBe(200)
    expect(
      (await service.ask('getUpdateProgress', { params: { ...params, script_id: 'other' } })).status,
    ).toBe(400)
  })
})

describe('Status', () => {
  test('no credentials are sent, and wrong ones do not matter', async () => {
    expect((await service.ask('getStatus')).status).toBe(200)
    expect((await service.ask('getStatus', { headers: { authorization: 'wrong' } })).status).toBe(200)
  })
  test('answers, and says so, when the database is not well', async () => {
    const unwell = await startConformance()
    await unwell.storage.close()
    const { status, body } = await unwell.ask('getStatus')
    expect(status).toBe(200)
    expect(body).toMatchObject({ active: false, warning: true, warning_message: expect.stringMatching(/./) })
    const users = await unwell.ask('getUsers')
    expect([users.status, users.headers.get('retry-after')]).toEqual([503, '5'])
    await unwell.stop()
  })
})

describe('External key check', () => {
  test('step 1: sync, with Content-Type: application/json', async () => {
    const { status } = await service.ask('sync', { headers: { 'content-type': 'application/json' } })
    expect(status).toBe(200)
  })
  test('step 2: a signed check of a key that the management API made', async () => {
    const key = await service.createKey({ note: 'Gold' })
    const { status, body } = await service.check({ key })
    expect([status, body.code]).toEqual([200, 'KEY_VALID'])
  })
})

describe('Sample plant-store endpoint', () => {
  test('answers the plant without its id', async () => {
    const { status, body } = await service.ask('createPlant', {
      body: { id: 7, name: 'Fern' },
      headers: { authorization: `Bearer ${PLANT_TOKEN}` },
    })
    expect([status, body]).toEqual([200, { name: 'Fern' }])
  })
})
