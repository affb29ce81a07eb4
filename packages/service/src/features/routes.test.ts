import {
  formatKeyIds,
  LICENSE_HEADER,
  type LicenseFields,
  MESSAGE_SIGNATURE_HEADER,
  PUBLIC_KEYS_HEADER,
  parseLicenseFields,
} from '@latchkey/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DEVICE, linkedTo, NOW } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const DAY = 86_400

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  onTestFinished(() => service.stop())
})

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/v3/projects/project/${path}`, {
    method,
    headers: { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
const create = async (body: object): Promise<string> => (await ask('POST', 'users', body)).body.user_key
const record = async (key: string) => (await ask('GET', `keys/one?user_key=${key}`)).body.key

const withPublicKeys = { [PUBLIC_KEYS_HEADER]: formatKeyIds(['any']) }

/** The fields that a check of the key returns in addition to the interface. */
async function termsOf(key: string): Promise<LicenseFields> {
  const { body, headers } = await service.check({ key, headers: withPublicKeys })
  expect(body.code).toBe('KEY_VALID')
  return parseLicenseFields(headers.get(LICENSE_HEADER) ?? '')
}

test('a key and its project have features, which the next check tells', async () => {
  const terms = { features: ['sync', 'export', 'sync'], updates_until: NOW + DAY, perpetual: true }
  const key = await create(terms)
  expect(await record(key)).toMatchObject({ ...terms, features: ['export', 'sync'] })
  const until = { updatesUntil: NOW + DAY, isPerpetual: true }
  expect(await termsOf(key)).toEqual({ features: ['export', 'sync'], ...until })

  const settings = await ask('PATCH', 'settings', { features: ['print', 'export'] })
  expect(settings).toMatchObject({ status: 200, body: { features: ['export', 'print'] } })
  expect(await termsOf(key)).toEqual({ features: ['export', 'print', 'sync'], ...until })

  await ask('PATCH', 'users', { user_key: key, features: [], updates_until: -1, perpetual: false })
  expect(await termsOf(key)).toEqual({ features: ['export', 'print'] })
  await ask('PATCH', 'users', { user_key: key, note: 'of no account' })
  await ask('PATCH', 'settings', { features: [] })
  expect(await termsOf(key)).toEqual({})

  const events = await service.storage.listEvents('project', { kind: 'updated' }, { limit: 9 })
  expect(events.map(({ subject, fields }) => [subject, ...fields])).toEqual([
    ['project', 'features'],
    ['key', 'user_key', 'features', 'updates_until', 'perpetual'],
    ['key', 'user_key', 'note'],
    ['project', 'features'],
  ])
})

test('with the default settings, answers and records are those of the interface', async () => {
  const key = await service.addLicense(linkedTo(DEVICE))
  const { headers } = await service.check({ key })
  expect(headers.get(LICENSE_HEADER)).toBe('v=1')
  const [license] = (await ask('GET', `users?user_key=${key}`)).body.users
  expect(Object.keys(license)).toHaveLength(15)
  expect(await record(key)).toMatchObject({ features: [], updates_until: -1, perpetual: false })
})

test('a perpetual key goes on after its end, until its vendor takes that back', async () => {
  const end = NOW + DAY
  const key = await create({ auth_expire: end, identifier: DEVICE, perpetual: true })
  service.clock.now = end
  expect(await termsOf(key)).toEqual({ updatesUntil: end, isPerpetual: true })
  const unsigned = await service.check({ key })
  expect(unsigned.body).toMatchObject({ code: 'KEY_EXPIRED', data: { auth_expire: end } })
  // An attacker on the network has removed the header. An app with public keys must not accept
  // this.
  expect(unsigned.headers.get(MESSAGE_SIGNATURE_HEADER)).toBeNull()
  expect(await record(key)).toMatchObject({ state: 'expired', perpetual: true })
  await ask('PATCH', 'users', { user_key: key, perpetual: false })
  const { body, headers } = await service.check({ key, headers: withPublicKeys })
  expect([body.code, headers.get(LICENSE_HEADER)]).toEqual(['KEY_EXPIRED', 'v=1'])
  expect((await service.check({ key })).headers.get(MESSAGE_SIGNATURE_HEADER)).toMatch(/^latchkey=/)
})

test('many keys are created and changed at once', async () => {
  const { body } = await ask('POST', 'keys', { count: 3, features: ['a'], perpetual: true })
  const [first = '', second = '', third = ''] = body.user_keys
  const change = (user_keys: readonly string[], changes: object) =>
    ask('POST', 'keys/changes', { action: 'terms', user_keys, ...changes })
  const featuresOf = async (key: string) => (await record(key)).features
  await change([first, second], { add_features: ['c', 'b', 'a'], updates_until: NOW + DAY })
  await change([second, third], { remove_features: ['a'], perpetual: false })
  expect(await record(first)).toMatchObject({ features: ['a', 'b', 'c'], updates_until: NOW + DAY })
  expect(await record(second)).toMatchObject({ features: ['b', 'c'], perpetual: false })
  expect(await record(third)).toMatchObject({ features: [], updates_until: -1 })

  const names = Array.from({ length: 32 }, (_, at) => `f-${at}`)
  const full = await change([second, third], { add_features: names })
  expect(full.body).toMatchObject({
    changed: 1,
    unchanged: [{ user_key: second, code: 'TOO_MANY_FEATURES', message: expect.stringContaining('32') }],
  })
  expect(await featuresOf(second)).toEqual(['b', 'c'])
  await change([third], { features: ['z'], add_features: ['y'] })
  expect(await featuresOf(third)).toEqual(['y', 'z'])

  const { id, version } = await record(third)
  const one = { id, if_version: version, action: 'terms' }
  const changed = await ask('PATCH', 'keys/one', { ...one, features: ['x'] })
  expect(changed).toMatchObject({ status: 200, body: { key: { features: ['x'] } } })
  expect(await ask('PATCH', 'keys/one', { ...one, features: [] })).toMatchObject({ status: 409 })
  const missing = await change([third], {})
  expect(missing).toMatchObject({ status: 400, body: { message: expect.stringContaining('features') } })
})

test('a filter for expired keys deletes none that still works', async () => {
  const ended = { ...linkedTo(DEVICE), authExpire: NOW - DAY }
  const dead = await service.addLicense(ended)
  const alive = await service.addLicense({ ...ended, perpetual: true })
  const answer = await ask('POST', 'keys/deletions', { state: 'expired', expected_count: 2 })
  expect(answer.body).toMatchObject({
    changed: 1,
    unchanged: [{ user_key: alive, code: 'STILL_WORKS', message: expect.any(String) }],
  })
  expect((await service.check({ key: dead })).body.code).toBe('KEY_INCORRECT')
  expect(await termsOf(alive)).toMatchObject({ isPerpetual: true })
  expect((await ask('POST', 'keys/deletions', { user_keys: [alive] })).body.changed).toBe(1)
})

test.each([
  ['POST', 'users', { features: ['Export'] }],
  ['POST', 'users', { features: [''] }],
  ['POST', 'users', { features: 'export' }],
  ['POST', 'users', { features: Array.from({ length: 33 }, (_, at) => `f-${at}`) }],
  ['POST', 'users', { updates_until: 0 }],
  ['POST', 'users', { updates_until: -2 }],
  ['POST', 'users', { perpetual: 'yes' }],
  ['POST', 'keys', { count: 1, features: ['a b'] }],
  ['PATCH', 'settings', { features: ['a'.repeat(33)] }],
])('%s %s with %j is refused', async (method, path, body) => {
  expect((await ask(method, path, body)).status).toBe(400)
  expect((await ask('GET', 'users')).body.users).toEqual([])
})
