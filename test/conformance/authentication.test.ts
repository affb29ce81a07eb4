import { CHALLENGE_HEADER, ENDPOINTS, keyIdOf, solveChallenge } from '@latchkey/management'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { NOW, OTHER_DEVICE, testLicense } from '../../packages/service/src/testing/records.ts'
import { type Conformance, PASS_ON, PLANT_TOKEN, SCRIPT, startConformance } from './support.ts'

/**
 * Tests of interface, "Authentication", "Limits" and "Versioning". The tests of key checks are
 * beside the service.
 */

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const ON_NODES = inject('postgresUrl') !== undefined

let service: Conformance
const start = async (): Promise<void> => {
  service = await startConformance({ server: { processScript: PASS_ON } })
}
const stop = (): Promise<void> => service.stop()

const startForAll = (): void => {
  beforeAll(start)
  afterAll(stop)
}
const startForEach = (): void => {
  beforeEach(start)
  afterEach(stop)
}

const WITH_API_KEY = Object.values(ENDPOINTS)
  .filter(({ credentials }) => credentials.kind === 'api-key')
  .map(({ id }) => id)

describe('1. Authorization carries the API key', () => {
  startForAll()
  test.each(WITH_API_KEY)('%s refuses without it, and with a scheme word', async (id) => {
    // Time passes, so that the account is not challenged after some of the endpoints.
    service.clock.now += 900
    const { credentials } = ENDPOINTS[id]
    const statuses = credentials.kind === 'api-key' ? [credentials.missing, credentials.wrong] : []
    expect((await service.ask(id, { apiKey: null })).status).toBe(statuses[0])
    const bearer = { headers: { authorization: `Bearer ${service.apiKey}` } }
    expect((await service.ask(id, bearer)).status).toBe(statuses[1])
  })
  test('the body is not looked at before', async () => {
    expect((await service.ask('updateUser', { apiKey: 'wrong', body: 'nonsense' })).status).toBe(403)
  })
  test('the API key is kept as a hash', async () => {
    const account = await service.storage.findAccountByEmail('vendor@example.org')
    expect(Buffer.from(account?.apiKeyHash ?? []).toString('latin1')).not.toContain(service.apiKey)
  })
})

describe('3. allow lists', () => {
  test.each([
    ['127.0.0.1', false],
    ['127.0.0.0/8', false],
    ['::1', true],
    ['192.0.2.1', true],
  ])('from %s alone, refused: %s', async (entry, isRefused) => {
    const own = await startConformance({ account: { allowList: [entry] } })
    for (const id of WITH_API_KEY) {
      // Without a body or a query, some endpoints then refuse the request with 400.
      expect([id, (await own.ask(id)).status === 403]).toEqual([id, isRefused])
    }
    await own.stop()
  })
  test('behind a proxy that is trusted, the address is that of the caller; behind any other it is not', async () => {
    const allowList = ['203.0.113.0/24', '2001:db8::/32']
    const trusting = await startConformance({
      account: { allowList },
      settings: { trustedProxies: ['127.0.0.1'] },
    })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    expect((await trusting.ask('getUsers', from('203.0.113.9'))).status).toBe(200)
    expect((await trusting.ask('getUsers', from('2001:db8::9'))).status).toBe(200)
    expect((await trusting.ask('getUsers', from('::ffff:203.0.113.9'))).status).toBe(200)
    expect((await trusting.ask('getUsers', from('198.51.100.1'))).status).toBe(403)
    await trusting.stop()
    const wary = await startConformance({ account: { allowList } })
    expect((await wary.ask('getUsers', from('203.0.113.9'))).status).toBe(403)
    await wary.stop()
  })
})

describe('3. the challenge', () => {
  startForEach()
  const body = { script: 'x' }
  const guess = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      expect((await service.ask('getUsers', { apiKey: `guess-${count}` })).status).toBe(403)
    }
  }

  test('an account is challenged after too many wrong API keys, and x-challenge-token answers it once', async () => {
    await guess(10)
    expect((await service.ask('updateScript', { body })).status).toBe(200)
    await guess(1)
    const challenged = await service.ask('updateScript', { body })
    expect(challenged.status).toBe(403)
    const headers = { [CHALLENGE_HEADER]: solveChallenge(challenged.body.challenge) ?? '' }
    expect((await service.ask('updateScript', { body, headers })).status).toBe(200)
    expect((await service.ask('updateScript', { body, headers })).body.challenge).toBeDefined()
    expect((await service.ask('getUsers')).status).toBe(200)
    service.clock.now = NOW + 900
    expect((await service.ask('updateScript', { body })).status).toBe(200)
  })
  test('a challenged request learns nothing about its API key', async () => {
    await guess(11)
    for (const apiKey of [service.apiKey, 'wrong', null]) {
      const { status, body: refused } = await service.ask('updateScript', { body, apiKey })
      expect([status, refused.challenge?.algorithm]).toEqual([403, 'sha256'])
    }
  })
  test('work that was not done, or for another token, is no answer', async () => {
    await guess(11)
    const { challenge } = (await service.ask('updateScript', { body })).body
    for (const value of [`${challenge.token}:0x`, 'nonsense', `a${solveChallenge(challenge)}`]) {
      const refused = await service.ask('updateScript', { body, headers: { [CHALLENGE_HEADER]: value } })
      expect(refused.body.challenge).toBeDefined()
    }
  })
})

describe('4. Status and sync', () => {
  startForAll()
  test.each(['getStatus', 'sync'] as const)('%s is sent without credentials', async (id) => {
    expect((await service.ask(id)).status).toBe(200)
  })
})

describe('6. the plant store takes a bearer token', () => {
  startForAll()
  const body = { id: 1, name: 'Fern' }
  test.each([
    [`Bearer ${PLANT_TOKEN}`, 200],
    [`bearer ${PLANT_TOKEN}`, 200],
    [PLANT_TOKEN, 401],
    ['Bearer wrong', 401],
    ['Bearer latchkey_account', 401],
  ])('%s: %i', async (authorization, status) => {
    expect((await service.ask('createPlant', { body, headers: { authorization } })).status).toBe(status)
  })
  test('none: 401, as an Error record', async () => {
    const answered = await service.ask('createPlant', { body })
    expect([answered.status, answered.body]).toEqual([401, { error: 401, message: expect.any(String) }])
  })
})

describe('Limits', () => {
  startForEach()
  test('plan: users, over all projects', async () => {
    const own = await startConformance({ account: { plan: 'trial' } })
    const { users } = (await own.ask('getApiKeyStats')).body.stats.default
    for (let count = 0; count < users; count += 1) await own.createKey()
    const refused = await own.ask('createUser')
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/no more users/)])
    await own.stop()
  })
  test('plan: obfuscations, until reset_at', async () => {
    const own = await startConformance({ account: { plan: 'trial' }, server: { processScript: PASS_ON } })
    const { stats } = (await own.ask('getApiKeyStats')).body
    const update = () => own.ask('updateScript', { body: { script: 'x' } })
    for (let count = 0; count < stats.default.obfuscations; count += 1)
      expect((await update()).status).toBe(200)
    expect((await update()).body.message).toMatch(/no more obfuscations/)
    own.clock.now = stats.reset_at
    expect((await update()).status).toBe(200)
    await own.stop()
  })
  test('reset_hwid_cooldown: seconds; 0 none; -1 disabled', async () => {
    for (const [resetCooldownSeconds, first, second] of [
      [0, 200, 200],
      [60, 200, 400],
      [-1, 400, 400],
    ] as const) {
      const own = await startConformance({ project: { resetCooldownSeconds } })
      const body = { user_key: await own.createKey() }
      expect((await own.ask('resetDevice', { body })).status).toBe(first)
      expect((await own.ask('resetDevice', { body })).status).toBe(second)
      await own.stop()
    }
  })
  test('a page of users: 100 by default, 1,000 at most', async () => {
    const { storage } = service
    const users = Array.from({ length: 1_005 }, (_, count) => testLicense({ note: String(count) }))
    await storage.createLicenses(service.project.id, users)
    expect(await service.list()).toHaveLength(100)
    expect(await service.list({ from: 2, until: 9_999 })).toHaveLength(1_000)
    expect((await service.list({ from: 1_002 })).map(({ note }) => note)).toEqual(['1002', '1003', '1004'])
    expect(await storage.listLicenses('project', {}, { from: 0, until: 2_000 })).toHaveLength(1_005)
  })
  test('ban_expire -1 means permanent', async () => {
    const user_key = await service.createKey()
    await service.ask('blacklistUser', { body: { user_key, ban_expire: -1 } })
    service.clock.now = 2 ** 31 - 1
    expect((await service.show(user_key)).banned).toBe(1)
  })
  test('requests with one API key: 429 with Retry-After, for all its endpoints, until the minute is over', async () => {
    const own = await startConformance({ settings: { requestsPerMinute: 3 } })
    own.clock.now = NOW + 15
    for (let count = 0; count < 3; count += 1) expect((await own.ask('getUsers')).status).toBe(200)
    const refused = await own.ask('getApiKeyDetails')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45'])
    expect((await own.ask('getStatus')).status).toBe(200)
    own.clock.now = NOW + 60
    expect((await own.ask('getUsers')).status).toBe(200)
    await own.stop()
  })
  test('requests without a right API key, from one address: the same', async () => {
    const own = await startConformance({ settings: { requestsPerMinute: 3 } })
    for (const apiKey of ['a', 'b', null]) expect((await own.ask('getUsers', { apiKey })).status).toBe(403)
    expect((await own.ask('getUsers', { apiKey: 'c' })).status).toBe(429)
    expect((await own.ask('getUsers')).status).toBe(200)
    await own.stop()
  })
  // The tests above hold what nodes share of a limit. This one is about the number.
  test.skipIf(ON_NODES && !LONG)(
    'the rate limit is 1,200 a minute by default',
    { timeout: 60_000 },
    async () => {
      const ask = () => service.ask('getUpdateProgress')
      for (let batch = 0; batch < 12; batch += 1) {
        const answers = await Promise.all(Array.from({ length: 100 }, ask))
        expect(answers.every(({ status }) => status === 400)).toBe(true)
      }
      await service.settled()
      expect((await ask()).status).toBe(429)
    },
  )
})

describe('Versioning', () => {
  startForAll()
  test('the management API path prefix is /v3', () => {
    for (const id of WITH_API_KEY) expect(ENDPOINTS[id].path).toMatch(/^\/v3\//)
  })
  test('version of Status reports the API version', async () => {
    expect((await service.ask('getStatus')).body.version).toMatch(/^3\.\d+\.\d+$/)
  })
})

describe('the events of a project', () => {
  startForEach()
  test('tell who did what and from where, without deleted keys, tokens, notes or reasons', async () => {
    const user_key = await service.createKey({ note: 'Private words' })
    await service.check({ key: user_key })
    await service.check({ key: user_key, deviceId: OTHER_DEVICE })
    await service.ask('blacklistUser', { body: { user_key, ban_reason: 'Other words' } })
    const { unban_token } = await service.show(user_key)
    await service.ask('unbanUser', { body: { unban_token } })
    await service.ask('resetDevice', { body: { user_key: 'x' } })
    await service.ask('updateScript', { body: { script: 'source text' } })
    const events = async (query: object) =>
      (await service.ask('getEvents', { query: { ...query } })).body.events
    const common = {
      at: NOW,
      subject: 'key',
      id: keyIdOf(user_key),
      code: '',
      address: '127.0.0.0/24',
      fields: [],
    }
    const ofKey = [
      { ...common, kind: 'created', actor: 'api-key', fields: ['note'] },
      { ...common, kind: 'linked', actor: 'user' },
      { ...common, kind: 'refused', actor: 'user', code: 'KEY_HWID_LOCKED' },
      { ...common, kind: 'banned', actor: 'api-key', fields: ['user_key', 'ban_reason'] },
      { ...common, kind: 'unbanned', actor: 'api-key', fields: ['unban_token'] },
    ]
    expect(await events({ user_key })).toEqual(
      ofKey.map((event) => ({ ...event, user_key, record: expect.stringMatching(/^\d+-[0-9a-f]{16}$/) })),
    )
    await service.ask('deleteUser', { query: { user_key } })
    const deleted = [...ofKey, { ...common, kind: 'deleted', actor: 'api-key' }]
    expect(await events({ user_key })).toEqual(deleted.map((event) => ({ ...event, user_key: '' })))
    expect(await events({ key_id: keyIdOf(user_key), from: 1, until: 3 })).toMatchObject(ofKey.slice(1, 3))
    expect(await events({ kind: 'refused', since: NOW, before: NOW + 1 })).toMatchObject([ofKey[2]])
    expect(await events({ before: NOW })).toEqual([])
    const all = await events({})
    expect(all).toContainEqual({
      ...common,
      subject: 'script',
      id: SCRIPT,
      user_key: '',
      kind: 'updated',
      actor: 'api-key',
      fields: ['script'],
    })
    const text = JSON.stringify(all)
    for (const secret of [user_key, unban_token, service.apiKey, 'words', 'source text']) {
      expect(text).not.toContain(secret)
    }
    expect((await service.ask('getEvents', { query: { kind: 'invented' } })).status).toBe(400)
  })
})
