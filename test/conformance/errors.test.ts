import type { EndpointId } from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVICE, NOW, testAccount, testProject } from '../../packages/service/src/testing/records.ts'
import { type Asked, type Conformance, PLANT_TOKEN, startConformance } from './support.ts'

/** Tests of interface, "Errors": one for each row, named operation | status | condition. */

let service: Conformance
let foreignKey: string
beforeAll(async () => {
  service = await startConformance({ project: { resetCooldownSeconds: 1_000 } })
  const foreign = testAccount({ id: 'other', email: 'other@example.org' })
  await service.storage.createAccount(foreign)
  await service.storage.createProject(testProject({ id: 'foreign', appName: 'foreign', accountId: 'other' }))
  await service.storage.createProject(
    testProject({ id: 'disabled', appName: 'disabled', resetCooldownSeconds: -1 }),
  )
  foreignKey = 'latchkey_foreign'
})
afterAll(() => service.stop())

const WRONG = { apiKey: 'latchkey_wrong' }

const expectRefusal = async (id: EndpointId, asked: Asked, status: number, words: RegExp, on = service) => {
  const answered = await on.ask(id, asked)
  expect([answered.status, answered.body.success]).toEqual([status, false])
  expect(answered.body.message).toMatch(words)
}

/** Expects that accounts are refused whose API key is disabled or has expired. */
const expectNoLongerValid = async (id: EndpointId, asked: Asked = {}) => {
  for (const account of [{ enabled: false }, { expiresAt: NOW }]) {
    const closed = await startConformance({ account })
    await expectRefusal(id, asked, 403, /switched off|expired/, closed)
    await closed.stop()
  }
}

const key = (body: object = {}) => service.createKey(body)

describe('API keys', () => {
  test('Get API Key Details | 400 | wrong API key', async () => {
    await expectRefusal('getApiKeyDetails', WRONG, 400, /wrong/)
    await expectRefusal('getApiKeyDetails', { params: { api_key: 'another' } }, 400, /not the one/)
    await expectRefusal('getApiKeyDetails', { apiKey: null }, 400, /missing/)
  })
  test('Get API Key Details | 403 | API key no longer valid', () => expectNoLongerValid('getApiKeyDetails'))
  test('Get API Key Stats | 403 | invalid API key', async () => {
    await expectRefusal('getApiKeyStats', WRONG, 403, /wrong/)
    await expectRefusal('getApiKeyStats', { params: { api_key: 'another' } }, 403, /not the one/)
    await expectRefusal('getApiKeyStats', { apiKey: null }, 403, /missing/)
    await expectNoLongerValid('getApiKeyStats')
  })
  test.each<[string, EndpointId, object | undefined]>([
    ['Get Users | 403 | invalid API key', 'getUsers', undefined],
    ['Create User/Key | 403 | invalid API key', 'createUser', {}],
    ['Update User | 403 | forbidden', 'updateUser', { user_key: 'x' }],
    ['Delete User/Key | 403 | invalid API key', 'deleteUser', undefined],
    ['Reset User HWID | 403 | invalid API key', 'resetDevice', { user_key: 'x' }],
    ['Link Chat ID | 403 | invalid API key', 'linkChat', { user_key: 'x', chat_id: 'x' }],
    ['Blacklist User | 403 | invalid API key', 'blacklistUser', { user_key: 'x' }],
    ['Unban User | 403 | invalid API key', 'unbanUser', { unban_token: 'x' }],
    ['Update Script | 403 | API key incorrect', 'updateScript', { script: 'x' }],
    ['Get Update Progress | 403 | API key incorrect', 'getUpdateProgress', undefined],
  ])('%s', async (_row, id, body) => {
    await expectRefusal(id, { ...WRONG, body }, 403, /wrong/)
    await expectNoLongerValid(id, { body })
  })
  test('Update Script | 400 | bad request, usually an invalid API key', async () => {
    await expectRefusal('updateScript', { apiKey: null, body: { script: 'x' } }, 400, /missing/)
    await expectRefusal('updateScript', { body: { script: 1 } }, 400, /script/)
    await expectRefusal('updateScript', { body: { script: 'x', loud: true } }, 400, /"loud"/)
    await expectRefusal('updateScript', { body: '{"script":' }, 400, /JSON/)
  })
  test('Get Update Progress | 400 | bad request, usually an invalid API key', async () => {
    await expectRefusal('getUpdateProgress', { apiKey: null }, 400, /missing/)
    await expectRefusal('getUpdateProgress', {}, 400, /no such update/)
  })
  test('Update Script | 403 | IP not whitelisted', async () => {
    const closed = await startConformance({ account: { allowList: ['192.0.2.0/24', '2001:db8::/32'] } })
    await expectRefusal('updateScript', { body: { script: 'x' } }, 403, /address/, closed)
    await closed.stop()
  })
  test('Get Update Progress | 403 | IP not whitelisted', async () => {
    const closed = await startConformance({ account: { allowList: ['192.0.2.0/24'] } })
    await expectRefusal('getUpdateProgress', {}, 403, /address/, closed)
    await closed.stop()
  })
})

describe('projects and keys that are not there', () => {
  const project = (project_id: string) => ({ params: { project_id } })

  test.each<[string, EndpointId, number, Asked]>([
    ['Get Users | 404 | project not found', 'getUsers', 404, {}],
    ['Get Events | 404 | project not found', 'getEvents', 404, {}],
    ['Get Overview | 404 | project not found', 'getOverview', 404, {}],
    ['Create User/Key | 400 | bad request: no such project', 'createUser', 400, { body: {} }],
    ['Update User | 400 | bad request: no such project', 'updateUser', 400, { body: { user_key: 'x' } }],
    ['Delete User/Key | 404 | wrong project ID', 'deleteUser', 404, { query: { user_key: 'x' } }],
    ['Reset User HWID | 404 | project not found', 'resetDevice', 404, { body: { user_key: 'x' } }],
    ['Link Chat ID | 400 | no such project', 'linkChat', 400, { body: { user_key: 'x', chat_id: 'x' } }],
    ['Blacklist User | 404 | no such project', 'blacklistUser', 404, { body: { user_key: 'x' } }],
    ['Unban User | 404 | no such project', 'unbanUser', 404, { body: { unban_token: 'x' } }],
    ['Update Script | 404 | project not found', 'updateScript', 404, { body: { script: 'x' } }],
  ])('%s', async (_row, id, status, asked) => {
    await expectRefusal(id, { ...asked, ...project('nobody') }, status, /no such project/)
    // A project of another account is answered like one that does not exist.
    await expectRefusal(id, { ...asked, ...project('foreign') }, status, /no such project/)
  })

  const user_key = createLicenseKey()
  test.each<[string, EndpointId, number, Asked, RegExp]>([
    ['Update User | 400 | bad request: no such key', 'updateUser', 400, { body: { user_key } }, /not found/],
    [
      'Delete User/Key | 404 | wrong user key, the message says it was not found',
      'deleteUser',
      404,
      { query: { user_key } },
      /key was not found/,
    ],
    [
      'Reset User HWID | 404 | key not found',
      'resetDevice',
      404,
      { body: { user_key } },
      /key was not found/,
    ],
    ['Link Chat ID | 400 | no such key', 'linkChat', 400, { body: { user_key, chat_id: 'x' } }, /not found/],
    ['Blacklist User | 404 | no such key', 'blacklistUser', 404, { body: { user_key } }, /not found/],
    ['Unban User | 404 | no such ban', 'unbanUser', 404, { body: { unban_token: 'x' } }, /No ban/],
    [
      'Update Script | 404 | script not found',
      'updateScript',
      404,
      { body: { script: 'x' }, params: { script_id: 'nobody' } },
      /no such script/,
    ],
  ])('%s', async (_row, id, status, asked, words) => {
    await expectRefusal(id, asked, status, words)
  })

  test('a key of another project is not found', async () => {
    const own = await key()
    const asked = { query: { user_key: own }, ...project('disabled') }
    await expectRefusal('deleteUser', asked, 404, /not found/)
    expect(foreignKey).not.toBe(own)
  })
})

describe('rules', () => {
  test('Create User/Key | 400 | chat-platform ID already exists', async () => {
    await key({ chat_id: 'taken-1' })
    await expectRefusal('createUser', { body: { chat_id: 'taken-1' } }, 400, /Another key/)
    // In another project the chat ID can be used.
    const elsewhere = { body: { chat_id: 'taken-1' }, params: { project_id: 'disabled' } }
    expect((await service.ask('createUser', elsewhere)).status).toBe(200)
  })
  test('Update User | 400 | bad request', async () => {
    await key({ chat_id: 'taken-2' })
    const user_key = await key()
    await expectRefusal('updateUser', { body: { user_key, chat_id: 'taken-2' } }, 400, /Another key/)
    await expectRefusal('updateUser', { body: { user_key, auth_expire: 'never' } }, 400, /auth_expire/)
    await expectRefusal('updateUser', { body: { user_key, ban_reason: 'x' } }, 400, /"ban_reason"/)
    await expectRefusal('updateUser', { body: [] }, 400, /body/)
    await expectRefusal('updateUser', {}, 400, /body/)
  })
  test('Reset User HWID | 400 | user on cooldown (bypass with force true)', async () => {
    const user_key = await key({ identifier: DEVICE })
    await service.ask('resetDevice', { body: { user_key } })
    await expectRefusal('resetDevice', { body: { user_key } }, 400, /cooldown/)
    expect((await service.ask('resetDevice', { body: { user_key, force: true } })).status).toBe(200)
  })
  test('Reset User HWID | 400 | resets disabled for the project (bypass with force true)', async () => {
    const params = { project_id: 'disabled' }
    const { body } = await service.ask('createUser', { params, body: { identifier: DEVICE } })
    const { user_key } = body
    await expectRefusal('resetDevice', { params, body: { user_key } }, 400, /disabled/)
    expect((await service.ask('resetDevice', { params, body: { user_key, force: true } })).status).toBe(200)
  })
  test('Reset User HWID | 400 | user banned', async () => {
    const user_key = await key({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key } })
    await expectRefusal('resetDevice', { body: { user_key, force: true } }, 400, /banned/)
  })
  test('Link Chat ID | 400 | key already has an ID (bypass with force true)', async () => {
    const user_key = await key({ chat_id: 'has-1' })
    await expectRefusal('linkChat', { body: { user_key, chat_id: 'has-2' } }, 400, /already has/)
    expect(
      (await service.ask('linkChat', { body: { user_key, chat_id: 'has-2', force: true } })).status,
    ).toBe(200)
  })
  test('Link Chat ID | 400 | another key is linked to the same ID', async () => {
    await key({ chat_id: 'same-1' })
    const user_key = await key()
    for (const force of [false, true]) {
      await expectRefusal('linkChat', { body: { user_key, chat_id: 'same-1', force } }, 400, /Another key/)
    }
  })
  test('Link Chat ID | 400 | the ID is invalid', async () => {
    const user_key = await key()
    for (const chat_id of ['', 'two words', 'x'.repeat(65), 'ü']) {
      await expectRefusal('linkChat', { body: { user_key, chat_id } }, 400, /chat ID is invalid/)
    }
  })
  test('Blacklist User | 400 | ban_expire has passed', async () => {
    const user_key = await key()
    await expectRefusal('blacklistUser', { body: { user_key, ban_expire: NOW } }, 400, /passed/)
  })
  test('Update Script | 504 | gateway timeout: the upload may have been accepted anyway', async () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: 'processed'; source: string }>()
    const slow = await startConformance({ server: { processScript: () => promise, answerScriptWithinMs: 1 } })
    await expectRefusal('updateScript', { body: { script: 'x' } }, 504, /script_version/, slow)
    const version = async () =>
      (await slow.ask('getApiKeyDetails')).body.projects[0].scripts[0].script_version
    expect(await version()).toBe('0000')
    resolve({ kind: 'processed', source: 'x' })
    await expect.poll(version).toBe('0001')
    await slow.stop()
  })
  test('Update Script | 413 | the message says the script is too large, and that retrying does not help', async () => {
    const strict = await startConformance({ settings: { maxScriptBytes: 10 } })
    const controls = `"${'\u0001'.repeat(8)}"`
    const tooLarge = /too large for this channel.*Trying again does not help/
    await expectRefusal('updateScript', { body: { script: 'x'.repeat(11) } }, 413, tooLarge, strict)
    await expectRefusal('updateScript', { body: { script: 'ü'.repeat(6) } }, 413, tooLarge, strict)
    await expectRefusal('updateScript', { body: { script: 'x'.repeat(50_000) } }, 413, tooLarge, strict)
    expect((await strict.ask('updateScript', { body: { script: controls } })).status).toBe(200)
    await strict.stop()
  })
  test('Sample plant create | 400 | unexpected error, Error record', async () => {
    const headers = { authorization: `Bearer ${PLANT_TOKEN}` }
    for (const body of [{}, { id: 'x', name: 'Fern' }, { id: 1, name: 'Fern', colour: 'red' }, 'nonsense']) {
      const answered = await service.ask('createPlant', { body, headers })
      expect([answered.status, answered.body.error]).toEqual([400, 400])
    }
  })
})

describe('every error', () => {
  test('is success false and a message, and tells nothing that was sent', async () => {
    const secret = createLicenseKey()
    const { body } = await service.ask('updateUser', { body: { user_key: secret, note: 5 } })
    expect(body).toEqual({ success: false, message: 'note in the body must be string.' })
    const broken = await service.ask('updateUser', { body: `{"user_key": "${secret}"` })
    expect(JSON.stringify(broken.body)).not.toContain(secret)
  })
  test('a body that is not application/json is a 415', async () => {
    const headers = { 'content-type': 'text/plain' }
    await expectRefusal('updateUser', { body: '{}', headers }, 415, /application\/json/)
  })
  test('a body that is too large is a 413', async () => {
    await expectRefusal('updateUser', { body: { user_key: 'x', note: 'x'.repeat(70_000) } }, 413, /large/)
  })
  test('no other site may read an answer', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${service.url}/v3/projects/project/users`, { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(404)
    const { headers: answered } = await service.ask('getStatus', { headers })
    expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
