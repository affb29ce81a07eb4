import { createSigningKeyPair } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newSigningKey } from '../core/accounts/signing-keys.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, storedLicense } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { requestOffer, requestTrial, type TrialOptions } from './testing/request-trial.ts'

const DAY = 86_400

let service: TestService
beforeEach(async () => {
  service = await startTestService({ project: { trialDays: 14 } })
  await service.storage.addSigningKey('test-app', newSigningKey(createSigningKeyPair(), NOW))
})
afterEach(() => service.stop())

const start = (options?: TrialOptions) => requestTrial(service, options)
const codeOf = async (options?: TrialOptions): Promise<string> => (await start(options)).body.code
const change = (changes: object) =>
  service.storage.changeProject('project', (known) => ({ ...known, ...changes }))
const keyOf = async (options?: TrialOptions): Promise<string> => {
  const { key } = await start(options)
  if (key === undefined) throw new Error('There is no key in the answer.')
  return key
}

describe('an offer', () => {
  test('is signed, and writes nothing', async () => {
    const offer = await requestOffer(service)
    expect([offer.status, offer.body, offer.isAuthentic]).toEqual([
      200,
      { trial_days: 14, weak_devices: false },
      true,
    ])
    expect(offer.headers.get('latchkey-license')).toBe('v=1')
    expect(offer.headers.get('signature-input')).toContain('tag="latchkey-offer"')
    expect(offer.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await service.totals()).toEqual({ executions: 0, attacksBlocked: 0 })
    expect(await service.storage.listEvents('project', {}, { limit: 9 })).toEqual([])
  })

  test.each<[string, TrialOptions]>([
    ['of an unknown app', { appName: 'nobody' }],
    ['to an app without a public key', { keyIds: [] }],
    ['to an app with the key of another project', { keyIds: ['AAAAAAAAAAA'] }],
    ['to another User-Agent', { headers: { 'user-agent': 'curl/8' } }],
  ])('is not made %s', async (_, options) => {
    const { status, body, isAuthentic } = await requestOffer(service, options)
    expect([status, body, isAuthentic]).toMatchObject([404, { code: 'UNKNOWN_ERROR' }, false])
  })

  test.each([{ trialDays: 0 }, { approved: false }])('is not made with %j', async (changes) => {
    await change(changes)
    expect((await requestOffer(service)).status).toBe(404)
  })

  test('needs a nonce', async () => {
    expect((await requestOffer(service, { nonce: 'short' })).status).toBe(400)
  })
})

describe('a trial', () => {
  test('is a key for this device, in a signed answer that is one to a check of it', async () => {
    const { status, body, fields, key, headers } = await start()
    expect([status, body]).toEqual([
      200,
      {
        code: 'KEY_VALID',
        message: 'This license key is valid.',
        data: { note: '', total_executions: 1, auth_expire: NOW + 14 * DAY },
        signature: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ])
    expect(fields).toEqual({ isTrial: true })
    expect(headers.get('signature-input')).toContain('tag="latchkey-trial"')
    expect(await service.license(key ?? '')).toMatchObject({
      ...linkedTo(DEVICE),
      trial: true,
      maxDevices: 1,
      movesPerYear: 0,
      totalExecutions: 1,
    })
    expect(await service.totals()).toEqual({ executions: 1, attacksBlocked: 0 })
    const check = await service.check({ key: key ?? '' })
    expect([check.body.code, check.headers.get('latchkey-license')]).toEqual(['KEY_VALID', 'v=1, trial'])
    expect((await service.check({ key: key ?? '', deviceId: OTHER_DEVICE })).body.code).toBe(
      'KEY_HWID_LOCKED',
    )
    expect(await service.storage.listEvents('project', {}, { limit: 9 })).toMatchObject([
      { kind: 'created', actor: 'user', licenseKey: key, fields: ['trial'], address: '127.0.0.0/24' },
      { kind: 'refused', actor: 'user', licenseKey: key, code: 'KEY_HWID_LOCKED' },
    ])
  })

  test('is the same for the same device, until it ends, and then never again', async () => {
    const key = await keyOf()
    service.clock.now = NOW + 14 * DAY - 1
    const again = await start()
    expect([again.key, again.body.data]).toEqual([
      key,
      { note: '', total_executions: 2, auth_expire: NOW + 14 * DAY },
    ])
    service.clock.now += 1
    expect(await codeOf()).toBe('TRIAL_USED')
    await change({ trialDays: 365 })
    expect(await codeOf()).toBe('TRIAL_USED')
    expect(await codeOf({ deviceId: OTHER_DEVICE })).toBe('KEY_VALID')
  })

  test('that is over says so only to its own device', async () => {
    const key = await keyOf()
    service.clock.now = NOW + 14 * DAY
    const license = async (deviceId: string) => {
      const { body, headers } = await service.check({ key, deviceId })
      return [body.code, headers.get('latchkey-license')]
    }
    expect(await license(DEVICE)).toEqual(['KEY_EXPIRED', 'v=1, trial'])
    expect(await license(OTHER_DEVICE)).toEqual(['KEY_EXPIRED', 'v=1'])
  })

  test('starts on a device with a bought key, and leaves that alone', async () => {
    const bought = await service.addLicense(linkedTo(DEVICE))
    const before = await service.license(bought)
    expect(await keyOf()).not.toBe(bought)
    expect(await service.license(bought)).toEqual(before)
    expect((await service.check({ key: bought })).body.code).toBe('KEY_VALID')
  })

  test('is not given again when its key was deleted, or is no trial any longer', async () => {
    const first = await keyOf()
    await service.storage.changeLicense('project', first, () => ({ outcome: 'deleted', removed: 'license' }))
    expect(await codeOf()).toBe('TRIAL_USED')
    const second = await keyOf({ deviceId: OTHER_DEVICE })
    await service.storage.changeLicense('project', second, (license) => ({
      outcome: 'changed',
      license: { ...license, trial: false },
    }))
    expect(await codeOf({ deviceId: OTHER_DEVICE })).toBe('TRIAL_USED')
    const check = await service.check({ key: second, deviceId: OTHER_DEVICE })
    expect([check.body.code, check.headers.get('latchkey-license')]).toEqual(['KEY_VALID', 'v=1'])
  })

  test('is refused on a banned device, and when its key is banned', async () => {
    await service.addLicense({ ...linkedTo(DEVICE), ...banned() })
    expect(await codeOf()).toBe('KEY_BANNED')
    const key = await keyOf({ deviceId: OTHER_DEVICE })
    await service.storage.changeLicense('project', key, (license) => ({
      outcome: 'banned',
      license: { ...license, ...banned({ unbanToken: 'another' }) },
    }))
    const refused = await start({ deviceId: OTHER_DEVICE })
    expect([refused.body.code, refused.key]).toEqual(['KEY_BANNED', undefined])
  })

  test('is for a weak device only where the project allows it', async () => {
    expect(await codeOf({ strength: 'weak' })).toBe('TRIAL_DEVICE_WEAK')
    await change({ trialWeakDevices: true })
    expect((await requestOffer(service)).body.weak_devices).toBe(true)
    expect(await codeOf({ strength: 'weak' })).toBe('KEY_VALID')
    expect(await codeOf({ strength: 'medium', deviceId: OTHER_DEVICE })).toBe('KEY_VALID')
    expect((await start({ strength: 'great' })).status).toBe(400)
  })

  test('counts for the address and the project, only when it starts, until midnight (UTC)', async () => {
    await change({ trialsPerDay: 3, trialsPerAddress: 2 })
    const direct = service
    onTestFinished(() => direct.stop())
    const { storage } = direct
    service = await startTestService({ storage, settings: { trustedProxies: ['127.0.0.1'] } })
    const from = (device: string, address: string) =>
      codeOf({ deviceId: device.repeat(64), headers: { 'x-forwarded-for': address } })
    for (const device of ['a', 'b', 'a', 'b']) expect(await from(device, '192.0.2.1')).toBe('KEY_VALID')
    expect(await from('c', '192.0.2.1')).toBe('TRIAL_LIMIT_REACHED')
    expect(await from('c', '2001:db8::1')).toBe('KEY_VALID')
    expect(await from('d', '2001:db8:9::1')).toBe('TRIAL_LIMIT_REACHED')
    expect(await from('a', '192.0.2.1')).toBe('KEY_VALID')
    service.clock.now = NOW + DAY - (NOW % DAY)
    for (const device of ['c', 'd', 'e']) expect(await from(device, '2001:db8::2')).toBe('KEY_VALID')
    expect(await from('f', '2001:db8::ffff:2')).toBe('TRIAL_LIMIT_REACHED')
  })

  test.each<[string, TrialOptions, number]>([
    ['SECURITY_ERROR', { signedFor: '' }, 1],
    ['SECURITY_ERROR', { signedFor: 'move:' }, 1],
    ['SECURITY_ERROR', { headers: { externalsignature: 'x' } }, 1],
    ['TIME_ERROR', { time: NOW - 121 }, 1],
    ['INVALID_EXECUTOR', { headers: { 'latchkey-fingerprint': OTHER_DEVICE } }, 0],
    ['USER_AGENT_NOT_ALLOWED', { headers: { 'user-agent': 'curl/8' } }, 0],
    ['APP_NOT_APPROVED', { appName: 'nobody' }, 0],
    ['TRIAL_NOT_OFFERED', { keyIds: [] }, 0],
    ['TRIAL_NOT_OFFERED', { keyIds: ['AAAAAAAAAAA'] }, 0],
  ])('is refused with %s for %j', async (code, options, attacksBlocked) => {
    const { status, body, key } = await start(options)
    expect([status, body.code, key]).toEqual([200, code, undefined])
    expect(await service.totals()).toEqual({ executions: 0, attacksBlocked })
    const page = { from: 0, until: 9 }
    expect(await service.storage.listLicenses('project', {}, page)).toEqual([])
    expect(await codeOf()).toBe('KEY_VALID')
  })

  test('is refused in a signed answer where none is offered', async () => {
    await change({ trialDays: 0 })
    const { body, isAuthentic } = await start()
    expect([body.code, isAuthentic]).toEqual(['TRIAL_NOT_OFFERED', true])
  })

  test('needs a request of its own each time', async () => {
    const nonce = 'N'.repeat(16)
    expect(await codeOf({ nonce })).toBe('KEY_VALID')
    expect(await codeOf({ nonce })).toBe('SECURITY_ERROR')
    expect((await service.check({ key: 'k'.repeat(32), nonce })).body.code).toBe('SECURITY_ERROR')
    expect((await start({ nonce: 'short' })).status).toBe(400)
  })
})

describe('a vendor', () => {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: service.apiKey, 'content-type': 'application/json' }
    const sent = body && { body: JSON.stringify(body) }
    const response = await fetch(`${service.url}/v3/${path}`, { method, headers, ...sent })
    return [response.status, await response.json()] as const
  }
  const stats = async () => (await ask('GET', `keys/${service.apiKey}/stats`))[1].stats

  test('sets what a project offers', async () => {
    const settings = {
      trial_days: 30,
      trial_weak_devices: true,
      trials_per_day: 9,
      trials_per_address: 2,
      trial_kept_days: 0,
    }
    expect(await ask('PATCH', 'projects/project/settings', settings)).toMatchObject([200, settings])
    expect(await ask('GET', 'projects/project/settings')).toMatchObject([200, settings])
    expect((await requestOffer(service)).body).toEqual({ trial_days: 30, weak_devices: true })
    for (const wrong of [{ trial_days: 366 }, { trials_per_day: 0 }, { trial_weak_devices: 1 }]) {
      expect((await ask('PATCH', 'projects/project/settings', wrong))[0]).toBe(400)
    }
  })

  test('finds trials among the keys, and they are no users of the plan', async () => {
    const bought = await service.addLicense({ note: 'bought' })
    const key = await keyOf()
    const found = async (query: string) =>
      (await ask('GET', `projects/project/keys${query}`))[1].keys.map(
        ({ user_key, trial }: { user_key: string; trial: boolean }) => [user_key, trial],
      )
    expect(await found('')).toEqual([
      [key, true],
      [bought, false],
    ])
    expect(await found('?trial=true&state=active')).toEqual([[key, true]])
    expect(await found('?trial=false')).toEqual([[bought, false]])
    expect(await stats()).toMatchObject({ users: 1, users_detail: { whitelisted: 1, banned: 0 } })
    await ask('POST', 'projects/project/users/blacklist', { user_key: key })
    expect(await stats()).toMatchObject({ users: 1, users_detail: { whitelisted: 1, banned: 0 } })
  })

  test('makes a trial an ordinary key, which stays on its device', async () => {
    await change({ maxDevices: 3 })
    const key = await keyOf()
    const sold = { user_key: key, trial: false, auth_expire: -1 }
    expect((await ask('PATCH', 'projects/project/users', sold))[0]).toBe(200)
    expect(await service.license(key)).toMatchObject({ trial: false, authExpire: -1, ...linkedTo(DEVICE) })
    expect((await stats()).users).toBe(1)
    const check = await service.check({ key })
    expect([check.body.code, check.headers.get('latchkey-license')]).toEqual([
      'KEY_VALID',
      'v=1, devices=1, max-devices=3',
    ])
    expect(await codeOf()).toBe('TRIAL_USED')
    expect((await ask('PATCH', 'projects/project/users', { user_key: key, trial: true }))[0]).toBe(400)
  })

  test('keeps a key that was made perpetual, and deletes the others when their time is over', async () => {
    const [kept, key] = [await keyOf(), await keyOf({ deviceId: OTHER_DEVICE })]
    await ask('PATCH', 'projects/project/users', { user_key: kept, perpetual: true })
    const sweep = () =>
      service.storage.announceNode({ id: 'node', url: 'http://node/' }, NOW + 99 * DAY, service.clock.now)
    const exists = async (one: string) => (await storedLicense(service.storage, one)) !== undefined
    service.clock.now = NOW + 44 * DAY - 1
    await sweep()
    expect(await exists(key)).toBe(true)
    service.clock.now += 1
    await sweep()
    expect([await exists(key), await exists(kept)]).toEqual([false, true])
    expect(await codeOf({ deviceId: OTHER_DEVICE })).toBe('TRIAL_USED')
    const deleted = await service.storage.listEvents('project', { kind: 'deleted' }, { limit: 9 })
    expect(deleted).toMatchObject([{ actor: 'service', licenseKey: '' }])
  })
})
