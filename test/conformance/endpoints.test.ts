import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE, testAccount, testProject } from '../../packages/service/src/testing/records.ts'
import { type Conformance, PLANT_TOKEN, SCRIPT, startConformance } from './support.ts'

/**
 * Tests of interface, "Endpoints": what each endpoint takes, and what it does. The endpoints of
 * users have a file of their own. The tests of errors are in errors.test.ts.
 */

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
    expect((await own.ask('updateScript', { body: { script: 'module.exports = "🔑"' } })).body).toEqual(done)
    const module = { exports: {} }
    const stored = (await own.storage.findSource('project', SCRIPT)) ?? ''
    new Function('module', 'exports', 'require', 'latchkey', stored)(module, {}, undefined, { expiresAt: -1 })
    expect(module.exports).toBe('🔑')
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
    await unwell.loseStorage()
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

/**
 * Interface, "What the service does": a user runs a script by setting script_key. The interface
 * does not define how.
 */
describe('script_key', () => {
  const NONCE = 'n'.repeat(16)
  const load = (body: object = {}) =>
    service.ask('loadScript', { body: { hwid: DEVICE, nonce: NONCE, ...body } })
  const push = async (settings: object = {}) =>
    expect(await service.ask('updateScript', { body: { script: 'x', ...settings } })).toMatchObject({
      status: 200,
    })

  test('without it the script does not run, unless Free for All is on', async () => {
    await push({ ffa: false })
    const without = await load()
    expect([without.body.code, without.body.script]).toEqual(['KEY_INVALID', undefined])
    const script_key = await service.createKey()
    expect((await load({ script_key })).body).toMatchObject({ code: 'KEY_VALID', script: expect.any(String) })
    expect(await service.show(script_key)).toMatchObject({
      identifier: DEVICE,
      total_executions: 1,
      status: 'active',
    })
    await push({ ffa: true })
    expect((await load()).body).toMatchObject({ code: 'KEY_VALID', script: expect.any(String) })
    await push({ ffa: false })
  })
  test('while a script runs its session tells whether the key is still good', async () => {
    await push()
    const script_key = await service.createKey()
    const { session } = (await load({ script_key })).body
    const beat = () => service.ask('beatScript', { body: { session, nonce: NONCE } })
    expect((await beat()).body).toMatchObject({
      code: 'KEY_VALID',
      proof: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await service.ask('blacklistUser', { body: { user_key: script_key, ban_reason: 'Shared' } })
    const { body } = await beat()
    expect([body.code, body.proof, body.message]).toEqual([
      'KEY_BANNED',
      undefined,
      expect.stringContaining('Shared'),
    ])
    expect(await service.show(script_key)).toMatchObject({ total_executions: 1 })
    expect((await service.ask('beatScript', { body: { session: `${session}A`, nonce: NONCE } })).status).toBe(
      400,
    )
    const params = { script_id: 'nobody' }
    expect((await service.ask('beatScript', { params, body: { session, nonce: NONCE } })).status).toBe(404)
    expect((await service.ask('loadScript', { params, body: { nonce: NONCE } })).status).toBe(404)
    expect((await service.ask('loadScript', { body: { nonce: 'short' } })).status).toBe(400)
  })
})
