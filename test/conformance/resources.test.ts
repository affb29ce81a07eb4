import type { UserRecord } from '@latchkey/management'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEVICE, NOW, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import { type Conformance, PLANT_TOKEN, SCRIPT, startConformance } from './support.ts'

/** Tests of interface, "Resources and their fields": one for each field, named after it. */

/** A service for all tests that change nothing. */
let service: Conformance
beforeAll(async () => {
  service = await startConformance({
    account: { chatId: 'owner-1', expiresAt: NOW + 1_000 },
    project: { resetCooldownSeconds: -1, platform: 'desktop' },
  })
})
afterAll(() => service.stop())

type Rows = readonly [field: string, expected: unknown][]

describe('API key details', () => {
  test.each<Rows[number]>([
    ['success', true],
    ['message', expect.any(String)],
    ['email', 'vendor@example.org'],
    ['chat_id', 'owner-1'],
    ['expires_at', NOW + 1_000],
    ['registered_at', NOW],
    ['plan', 'standard'],
    ['enabled', 1],
    ['projects', [expect.objectContaining({ id: 'project' })]],
  ])('%s', async (field, expected) => {
    expect((await service.ask('getApiKeyDetails')).body[field]).toEqual(expected)
  })

  test('nothing else, and no secret', async () => {
    const { body } = await service.ask('getApiKeyDetails')
    expect(Object.keys(body)).toHaveLength(9)
    const text = JSON.stringify(body)
    for (const secret of [...service.project.secrets, service.apiKey]) expect(text).not.toContain(secret)
  })
})

describe('Project', () => {
  test.each<Rows[number]>([
    ['platform', 'desktop'],
    ['id', 'project'],
    ['name', 'Project'],
    ['settings', { reset_hwid_cooldown: -1 }],
    ['scripts', [expect.objectContaining({ script_id: SCRIPT })]],
  ])('%s', async (field, expected) => {
    expect((await service.ask('getApiKeyDetails')).body.projects[0][field]).toEqual(expected)
  })
})

describe('Script', () => {
  test.each<Rows[number]>([
    ['script_name', 'Main'],
    ['script_id', SCRIPT],
    ['script_version', '0000'],
    ['ffa', false],
    ['silent', false],
  ])('%s', async (field, expected) => {
    expect((await service.ask('getApiKeyDetails')).body.projects[0].scripts[0][field]).toEqual(expected)
  })

  test('script_version: changes after a successful update', async () => {
    await service.ask('updateScript', { body: { script: 'x' } })
    expect((await service.ask('getApiKeyDetails')).body.projects[0].scripts[0].script_version).toBe('0001')
  })

  test.each(['heartbeat', 'lightning', 'is_v4_loader'])('%s: can be written', async (setting) => {
    for (const value of [true, false]) {
      expect((await service.ask('updateScript', { body: { script: 'x', [setting]: value } })).status).toBe(
        200,
      )
      const { heartbeat, lightning, isV4Loader } = (await service.storage.findScript('project', SCRIPT)) ?? {}
      expect({ heartbeat, lightning, is_v4_loader: isV4Loader }[setting]).toBe(value)
    }
  })
})

describe('Usage statistics', () => {
  let service: Conformance
  beforeEach(async () => {
    service = await startConformance()
  })
  afterEach(() => service.stop())
  const stats = async (query = {}) => (await service.ask('getApiKeyStats', { query })).body

  test('success, message', async () => {
    expect(await stats()).toMatchObject({ success: true, message: expect.any(String) })
  })
  test('execution_data.frequency: seconds, an hour', async () => {
    expect((await stats()).execution_data.frequency).toBe(3_600)
  })
  test('execution_data.executions: the last 168 hours, oldest first', async () => {
    const key = await service.addLicense()
    await service.check({ key })
    service.clock.now = NOW + 3_600
    await service.check({ key })
    await service.check({ key })
    const { executions } = (await stats()).execution_data
    expect(executions).toHaveLength(168)
    expect(executions.slice(-3)).toEqual([0, 1, 2])
    expect(executions.reduce((sum: number, value: number) => sum + value, 0)).toBe(3)
  })
  test('stats.obfuscations: used this month', async () => {
    await service.ask('updateScript', { body: { script: 'x' } })
    expect((await stats()).stats.obfuscations).toBe(1)
    service.clock.now = (await stats()).stats.reset_at
    expect((await stats()).stats.obfuscations).toBe(0)
  })
  test('stats.scripts', async () => {
    expect((await stats()).stats.scripts).toBe(1)
  })
  test('stats.users', async () => {
    const key = await service.createKey()
    await service.createKey()
    expect((await stats()).stats.users).toBe(2)
    await service.ask('deleteUser', { query: { user_key: key } })
    expect((await stats()).stats.users).toBe(1)
  })
  test('stats.attacks_blocked', async () => {
    await service.check({ key: await service.addLicense(), signature: '0'.repeat(40) })
    expect((await stats()).stats.attacks_blocked).toBe(1)
  })
  test('stats.default: the limits of the plan', async () => {
    const { scripts, users, obfuscations } = (await stats()).stats.default
    for (const limit of [scripts, users, obfuscations]) expect(limit).toBeGreaterThan(0)
  })
  test('stats.reset_at: the first second of the next month', async () => {
    expect(new Date((await stats()).stats.reset_at * 1_000).toISOString()).toBe('2027-02-01T00:00:00.000Z')
  })
  test('user count details, unless noUsers', async () => {
    await service.createKey()
    const user_key = await service.createKey()
    await service.ask('blacklistUser', { body: { user_key } })
    expect((await stats()).stats.users_detail).toEqual({ whitelisted: 1, banned: 1 })
    expect((await stats({ noUsers: false })).stats.users_detail).toBeDefined()
    expect((await stats({ noUsers: true })).stats.users_detail).toBeUndefined()
  })
})

describe('User', () => {
  const fresh: Rows = [
    ['user_key', expect.stringMatching(/^[a-zA-Z]{32}$/)],
    ['identifier', ''],
    ['identifier_type', ''],
    ['chat_id', ''],
    ['status', 'reset'],
    ['last_reset', 0],
    ['total_resets', 0],
    ['auth_expire', -1],
    ['banned', 0],
    ['ban_reason', ''],
    ['ban_expire', 0],
    ['unban_token', ''],
    ['total_executions', 0],
    ['note', ''],
    ['ban_ip', ''],
  ]

  let [newUser, provenUser, bannedUser]: (UserRecord | undefined)[] = []
  beforeAll(async () => {
    newUser = await service.show(await service.createKey())

    const user_key = await service.createKey({ key_days: 1, note: 'Gold' })
    await service.ask('resetDevice', { body: { user_key, force: true } })
    await service.ask('linkChat', { body: { user_key, chat_id: 'chat-1' } })
    await service.check({ key: user_key })
    await service.ask('blacklistUser', { body: { user_key, ban_reason: 'Shared', ban_expire: NOW + 500 } })
    provenUser = await service.show(user_key)

    const gone = await service.createKey({ identifier: OTHER_DEVICE })
    await service.ask('blacklistUser', { body: { user_key: gone } })
    await service.ask('deleteUser', { query: { user_key: gone } })
    bannedUser = (await service.list({ identifier: OTHER_DEVICE }))[0]
  })
  const fieldOf = (user: UserRecord | undefined, field: string) => user?.[field as keyof UserRecord]

  test.each(fresh)('%s of a new key', (field, expected) => {
    expect(fieldOf(newUser, field)).toEqual(expected)
  })

  test.each<Rows[number]>([
    ['identifier', DEVICE],
    ['identifier_type', 'HWID'],
    ['chat_id', 'chat-1'],
    ['status', 'active'],
    ['last_reset', NOW],
    ['total_resets', 1],
    ['auth_expire', NOW + 86_400],
    ['banned', 1],
    ['ban_reason', 'Shared'],
    ['ban_expire', NOW + 500],
    ['unban_token', expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['total_executions', 1],
    ['note', 'Gold'],
    ['ban_ip', ''],
  ])('%s of a key that saw everything', (field, expected) => {
    expect(fieldOf(provenUser, field)).toEqual(expected)
  })

  test.each<Rows[number]>([
    ['user_key', ''],
    ['identifier_type', ''],
    ['status', 'banned'],
    ['auth_expire', 0],
    ['banned', 1],
  ])('%s of a banned user with no key linked', (field, expected) => {
    expect(fieldOf(bannedUser, field)).toEqual(expected)
  })
})

describe('Script update progress', () => {
  let progress: Record<string, unknown>
  beforeAll(async () => {
    const { body } = await service.ask('updateScript', { body: { script: 'x', use_reactor: true } })
    const params = { track_id: body.track_progress }
    await vi.waitFor(
      async () => {
        progress = (await service.ask('getUpdateProgress', { params })).body
        expect(progress['status']).toBe('completed')
      },
      { timeout: 20_000 },
    )
  })

  test.each<Rows[number]>([
    ['success', true],
    ['status', 'completed'],
    ['message', expect.any(String)],
    ['reactor_status', 'completed'],
    ['result', { success: true, message: expect.any(String) }],
  ])('%s', (field, expected) => {
    expect(progress[field]).toEqual(expected)
  })
})

describe('API status', () => {
  test.each<Rows[number]>([
    ['version', expect.stringMatching(/^3\./)],
    ['active', true],
    ['message', expect.any(String)],
    ['warning', false],
    ['warning_message', ''],
  ])('%s', async (field, expected) => {
    expect((await service.ask('getStatus')).body[field]).toEqual(expected)
  })
})

describe('External key check records', () => {
  test.each<Rows[number]>([
    ['st', NOW],
    ['cf', 'local'],
    ['nodes', expect.toSatisfy((nodes: string[]) => nodes.every((node) => /^http.*\/$/.test(node)))],
  ])('sync: %s', async (field, expected) => {
    expect((await service.ask('sync')).body[field]).toEqual(expected)
  })

  test.each<Rows[number]>([
    ['code', 'KEY_VALID'],
    ['message', expect.any(String)],
    ['data', { note: 'Gold', total_executions: 1, auth_expire: -1 }],
    ['signature', expect.stringMatching(/^[0-9a-f]{40}$/)],
  ])('key check: %s', async (field, expected) => {
    const { body } = await service.check({
      key: await service.createKey({ note: 'Gold' }),
      deviceId: 'f'.repeat(64),
    })
    expect(body[field as keyof typeof body]).toEqual(expected)
  })

  test('key check: signature is present only when code is KEY_VALID', async () => {
    const { body } = await service.check({ key: 'a'.repeat(32) })
    expect(body.code).not.toBe('KEY_VALID')
    expect('signature' in body).toBe(false)
  })
})

describe('Sample plant-store records', () => {
  const create = (body: object) =>
    service.ask('createPlant', { body, headers: { authorization: `Bearer ${PLANT_TOKEN}` } })

  test('Plant: name, and tag when it is given', async () => {
    expect((await create({ id: 1, name: 'Fern', tag: 'green' })).body).toEqual({ name: 'Fern', tag: 'green' })
    expect((await create({ id: 1, name: 'Fern' })).body).toEqual({ name: 'Fern' })
  })
  test('NewPlant: id is required, and of 64 bits', async () => {
    expect((await create({ name: 'Fern' })).status).toBe(400)
    expect((await create({ id: 2 ** 40, name: 'Fern' })).status).toBe(200)
    expect((await create({ id: 1.5, name: 'Fern' })).status).toBe(400)
  })
  test('NewPlant: name is required', async () => {
    expect((await create({ id: 1 })).status).toBe(400)
  })
  test('Error: error and message', async () => {
    expect((await create({})).body).toEqual({ error: 400, message: expect.any(String) })
  })
})
