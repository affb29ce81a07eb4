import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE, NOW, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import { type Conformance, SCRIPT, startConformance } from './support.ts'

/** Tests of interface, "States and transitions": one for each row, named after it. */

let service: Conformance
beforeEach(async () => {
  service = await startConformance({ project: { resetCooldownSeconds: 100 } })
})
afterEach(() => service.stop())

const DAY = 86_400

describe('User status', () => {
  test('active: the HWID is linked to the key and the key is active', async () => {
    expect(await service.show(await service.createKey({ identifier: DEVICE }))).toMatchObject({
      status: 'active',
      identifier: DEVICE,
      banned: 0,
    })
  })
  test('active with banned 1: the key is linked but the user is banned', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key } })
    expect(await service.show(user_key)).toMatchObject({ status: 'active', identifier: DEVICE, banned: 1 })
  })
  test('reset: no HWID is linked, and one is assigned on the next execution', async () => {
    const key = await service.createKey()
    expect(await service.show(key)).toMatchObject({ status: 'reset', identifier: '' })
    await service.check({ key })
    expect(await service.show(key)).toMatchObject({ status: 'active', identifier: DEVICE })
  })
  test('banned: the user is banned and has no key linked', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key, ban_reason: 'Shared' } })
    await service.ask('deleteUser', { query: { user_key } })
    expect(await service.list()).toMatchObject([{ status: 'banned', banned: 1, user_key: '' }])
    expect((await service.check({ key: user_key })).body.code).toBe('KEY_INCORRECT')
    const { body } = await service.check({ key: await service.createKey() })
    expect(body).toMatchObject({ code: 'KEY_BANNED', message: expect.stringContaining('Shared') })
  })
})

describe('transitions', () => {
  test('(new key) | Create User/Key | no identifier given | reset', async () => {
    expect(await service.show(await service.createKey({ chat_id: 'chat-1' }))).toMatchObject({
      status: 'reset',
    })
  })
  test('reset | first successful key check | active: the HWID is linked and the check counted', async () => {
    const key = await service.createKey()
    expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    expect(await service.show(key)).toMatchObject({
      status: 'active',
      identifier: DEVICE,
      identifier_type: 'HWID',
      total_executions: 1,
    })
  })
  test('reset | first successful key check | a later check from a different HWID is a mismatch', async () => {
    const key = await service.createKey()
    await service.check({ key })
    const { body } = await service.check({ key, deviceId: OTHER_DEVICE })
    expect(body.code).toBe('KEY_HWID_LOCKED')
    expect(await service.show(key)).toMatchObject({ identifier: DEVICE })
  })
  test('active | Reset User HWID | not on cooldown | reset: link removed, last_reset updated', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    expect((await service.ask('resetDevice', { body: { user_key } })).status).toBe(200)
    expect(await service.show(user_key)).toMatchObject({
      status: 'reset',
      identifier: '',
      identifier_type: '',
      last_reset: NOW,
      total_resets: 1,
    })
    expect((await service.check({ key: user_key, deviceId: OTHER_DEVICE })).body.code).toBe('KEY_VALID')
  })
  test('active | Reset User HWID | on cooldown: refused, unless force', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('resetDevice', { body: { user_key } })
    await service.check({ key: user_key })
    service.clock.now = NOW + 99
    expect((await service.ask('resetDevice', { body: { user_key } })).status).toBe(400)
    expect((await service.ask('resetDevice', { body: { user_key, force: false } })).status).toBe(400)
    expect(await service.show(user_key)).toMatchObject({ status: 'active', total_resets: 1 })
    expect((await service.ask('resetDevice', { body: { user_key, force: true } })).status).toBe(200)
    service.clock.now = NOW + 199
    expect((await service.ask('resetDevice', { body: { user_key } })).status).toBe(200)
  })
  test('active | Reset User HWID | a banned user is refused regardless of force', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key } })
    expect((await service.ask('resetDevice', { body: { user_key, force: true } })).status).toBe(400)
    expect(await service.show(user_key)).toMatchObject({ identifier: DEVICE, total_resets: 0 })
  })
  test('any key | Blacklist User | banned is 1: key and HWID are refused, with token, reason and end', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key, ban_reason: 'Shared', ban_expire: NOW + 50 } })
    expect(await service.show(user_key)).toMatchObject({
      banned: 1,
      ban_reason: 'Shared',
      ban_expire: NOW + 50,
      unban_token: expect.stringMatching(/./),
    })
    const { body } = await service.check({ key: user_key })
    expect(body).toMatchObject({ code: 'KEY_BANNED', message: expect.stringContaining('Shared') })
    const another = await service.check({ key: await service.createKey() })
    expect(another.body.code).toBe('KEY_BANNED')
  })
  test('banned | ban_expire passes | not banned', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key, ban_expire: NOW + 50 } })
    service.clock.now = NOW + 49
    expect((await service.check({ key: user_key })).body.code).toBe('KEY_BANNED')
    service.clock.now = NOW + 50
    expect(await service.show(user_key)).toMatchObject({
      banned: 0,
      ban_reason: '',
      ban_expire: 0,
      unban_token: '',
    })
    expect((await service.check({ key: user_key })).body.code).toBe('KEY_VALID')
  })
  test('banned | Unban User | not banned, and the key works as before', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key } })
    const { unban_token } = await service.show(user_key)
    expect((await service.ask('unbanUser', { body: { unban_token } })).status).toBe(200)
    expect(await service.show(user_key)).toMatchObject({ status: 'active', banned: 0, unban_token: '' })
    expect((await service.check({ key: user_key })).body.code).toBe('KEY_VALID')
    expect((await service.ask('unbanUser', { body: { unban_token } })).status).toBe(404)
  })
  test('banned | Blacklist User again | a new unban_token, and the old one lifts nothing', async () => {
    const user_key = await service.createKey()
    await service.ask('blacklistUser', { body: { user_key } })
    const first = await service.show(user_key)
    await service.ask('blacklistUser', { body: { user_key } })
    expect((await service.show(user_key)).unban_token).not.toBe(first.unban_token)
    const old = await service.ask('unbanUser', { body: { unban_token: first.unban_token } })
    expect(old.status).toBe(404)
  })
  test('banned without a key | Unban User | the record goes, and the device is welcome', async () => {
    const user_key = await service.createKey({ identifier: DEVICE })
    await service.ask('blacklistUser', { body: { user_key } })
    await service.ask('deleteUser', { query: { user_key } })
    const [{ unban_token } = { unban_token: '' }] = await service.list()
    expect((await service.ask('unbanUser', { body: { unban_token } })).status).toBe(200)
    expect(await service.list()).toEqual([])
    expect((await service.check({ key: await service.createKey() })).body.code).toBe('KEY_VALID')
  })
})

describe('Key expiry', () => {
  const expiry = async (key: string) => (await service.show(key)).auth_expire

  test('key created with key_days and no claim | countdown has not started', async () => {
    const key = await service.createKey({ key_days: 1 })
    expect(await expiry(key)).toBe(0)
    service.clock.now = NOW + 100 * DAY
    expect(await expiry(key)).toBe(0)
  })
  test('key first executed | auth_expire is now plus key_days times 86400', async () => {
    const key = await service.createKey({ key_days: 1.5 })
    service.clock.now = NOW + 10 * DAY
    expect((await service.check({ key })).body.data?.auth_expire).toBe(NOW + 11.5 * DAY)
    expect(await expiry(key)).toBe(NOW + 11.5 * DAY)
    service.clock.now = NOW + 11.5 * DAY - 1
    expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    service.clock.now = NOW + 11.5 * DAY
    expect((await service.check({ key })).body.code).toBe('KEY_EXPIRED')
  })
  test('key redeemed | auth_expire is now plus key_days times 86400', async () => {
    const user_key = await service.createKey({ key_days: 2 })
    service.clock.now = NOW + DAY
    await service.ask('linkChat', { body: { user_key, chat_id: 'chat-1' } })
    expect(await expiry(user_key)).toBe(NOW + 3 * DAY)
    service.clock.now = NOW + 2 * DAY
    await service.check({ key: user_key })
    expect(await expiry(user_key)).toBe(NOW + 3 * DAY)
  })
  test.each([{ identifier: DEVICE }, { chat_id: 'chat-1' }])(
    'key created with auth_expire and with %o | counts as claimed, the countdown starts immediately',
    async (claim) => {
      expect(await expiry(await service.createKey({ auth_expire: NOW + 500, ...claim }))).toBe(NOW + 500)
    },
  )
  test('key created with key_days and with identifier | the countdown starts immediately', async () => {
    const key = await service.createKey({ key_days: 1, identifier: DEVICE })
    expect(await expiry(key)).toBe(NOW + DAY)
  })
  test('key created with auth_expire and neither | the time until then is converted to key_days', async () => {
    const key = await service.createKey({ auth_expire: NOW + 1_234 })
    expect(await expiry(key)).toBe(0)
    service.clock.now = NOW + 10 * DAY
    await service.check({ key })
    expect(await expiry(key)).toBe(NOW + 10 * DAY + 1_234)
  })
  test.each([{}, { auth_expire: -1 }, { auth_expire: 0 }, { auth_expire: -1, key_days: 3 }])(
    'key created with %o | never expires',
    async (body) => {
      const key = await service.createKey(body)
      service.clock.now = NOW + 3_000 * DAY
      expect(await expiry(key)).toBe(-1)
      expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    },
  )
})

describe('Script update', () => {
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: 'processed'; source: string }>()
    return { process: () => promise, release: () => resolve({ kind: 'processed', source: 'done' }) }
  }
  const begin = async (on: Conformance) => {
    const { body } = await on.ask('updateScript', { body: { script: 'x', use_reactor: true } })
    expect(body).toEqual({ success: true, message: expect.any(String), track_progress: expect.any(String) })
    const params = { track_id: body.track_progress as string }
    return async () => (await on.ask('getUpdateProgress', { params })).body
  }

  test('(request sent with use_reactor true) | Update Script | processing, then completed', async () => {
    const work = held()
    const slow = await startConformance({ server: { processScript: work.process } })
    const progress = await begin(slow)
    expect(await progress()).toMatchObject({ success: true, status: 'processing', reactor_status: 'parsing' })
    expect((await slow.storage.findScript('project', SCRIPT))?.version).toBe('0000')
    work.release()
    await expect.poll(progress).toMatchObject({ status: 'completed', result: { success: true } })
    expect((await slow.storage.findScript('project', SCRIPT))?.version).toBe('0001')
    await slow.stop()
  })
  test('processing | processing ends | completed: it can still have failed, and result says so', async () => {
    const processScript = async () => ({ kind: 'rejected' as const, message: 'Line 3: unexpected end' })
    const strict = await startConformance({ server: { processScript } })
    const progress = await begin(strict)
    await expect.poll(progress).toMatchObject({
      status: 'completed',
      result: { success: false, message: 'Line 3: unexpected end' },
    })
    expect((await strict.storage.findScript('project', SCRIPT))?.version).toBe('0000')
    await strict.stop()
  })
  test('processing | any other status value | failed: the reason is in message', async () => {
    const processScript = () => Promise.reject(new Error('A bug'))
    const broken = await startConformance({ server: { processScript } })
    const progress = await begin(broken)
    await expect
      .poll(progress)
      .toMatchObject({ success: false, status: 'failed', message: expect.stringMatching(/./) })
    await broken.stop()
  })
})
