import { ENDPOINTS, type IssueLicenseBody, keyIdOf, requestPath } from '@latchkey/management'
import {
  type ActivationRequest,
  createLicenseKey,
  createNonce,
  createSigningKeyPair,
  formatActivationRequest,
  formatPublicKeys,
  keyFingerprint,
  parsePublicKeys,
  verifyOfflineLicense,
} from '@latchkey/protocol'
import { createVerifier } from 'fast-jwt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSigningKey } from '../core/accounts/signing-keys.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const DAY = 86_400

let service: TestService
/** The IDs of the project's public keys. */
let keyIds: readonly string[] = []
beforeAll(async () => {
  service = await startTestService({ project: { resetCooldownSeconds: 1_000 } })
  await service.check({})
  keyIds = (await service.storage.signingKeys('test-app')).map(({ id }) => id)
})
afterAll(() => service.stop())
beforeEach(() => {
  service.clock.now = NOW
})

const requestOf = (key: string, changes: Partial<ActivationRequest> = {}): ActivationRequest => ({
  appName: 'test-app',
  key: key as ActivationRequest['key'],
  deviceId: DEVICE as ActivationRequest['deviceId'],
  nonce: createNonce(),
  time: NOW - 3 * DAY,
  keyIds,
  ...changes,
})
const textOf = (key: string, changes: Partial<ActivationRequest> = {}) =>
  formatActivationRequest(requestOf(key, changes), service.project.secrets)

async function post(id: 'issueLicense' | 'resetDevice', body: object) {
  const path = requestPath(ENDPOINTS[id], { params: { project_id: 'project' } })
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const issue = (request: string, options: Partial<IssueLicenseBody> = {}) =>
  post('issueLicense', { request, days: 365, ...options })

const publicKeys = async () =>
  parsePublicKeys(formatPublicKeys(await service.storage.signingKeys('test-app'))) ?? new Map()
const verify = async (file: string, key: string, now = service.clock.now) =>
  verifyOfflineLicense(file, {
    appName: 'test-app',
    key,
    deviceId: DEVICE,
    now,
    publicKeys: await publicKeys(),
  })

test('makes none for a trial', async () => {
  const key = await service.addLicense({ ...linkedTo(DEVICE), trial: true })
  const { status, body } = await issue(textOf(key))
  expect([status, body]).toMatchObject([
    400,
    { code: 'TRIAL_KEY', message: expect.stringContaining('trial') },
  ])
  expect(await service.license(key)).toMatchObject({ offlineUntil: 0, totalExecutions: 0 })
})

test('makes a license of a request, links the device and counts an execution', async () => {
  const key = await service.addLicense({ note: 'Grüße 🔑', keyDays: 400, authExpire: 0 })
  const request = requestOf(key)
  const before = await service.totals()
  const text = `> ${formatActivationRequest(request, service.project.secrets).replaceAll('\n', '\r\n> ')}`
  const { status, body } = await issue(text)
  const end = NOW + 365 * DAY
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    message: 'The license is valid until 15 January 2028 (UTC).',
    license: expect.any(String),
    expires_at: end,
    user_key: key,
  })
  expect(await verify(body.license, key)).toEqual({
    kind: 'valid',
    license: {
      appName: 'test-app',
      fingerprint: keyFingerprint(key),
      deviceId: DEVICE,
      nonce: request.nonce,
      issuedAt: NOW,
      notBefore: NOW - DAY,
      expiresAt: end,
      note: 'Grüße 🔑',
      keyExpiresAt: NOW + 400 * DAY,
      executions: 1,
    },
  })
  expect(await service.license(key)).toMatchObject({
    ...linkedTo(DEVICE),
    totalExecutions: 1,
    offlineDevice: DEVICE,
    offlineUntil: end,
  })
  expect((await service.totals()).executions).toBe(before.executions + 1)
  const events = await service.storage.listEvents('project', { keyId: keyIdOf(key) }, { limit: 9 })
  expect(events.slice(-2)).toMatchObject([
    { kind: 'linked', actor: 'api-key' },
    { kind: 'updated', actor: 'api-key', fields: ['request', 'days'] },
  ])
})

test('a second implementation of JWS verifies the license', async () => {
  const key = await service.addLicense()
  const { body } = await issue(textOf(key))
  const [{ publicKey = '' } = {}] = await service.storage.signingKeys('test-app')
  // The SubjectPublicKeyInfo of an Ed25519 key. Source: RFC 8410, 4.
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey, 'base64'),
  ])
  const verifyJwt = createVerifier({
    key: `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----\n`,
    algorithms: ['EdDSA'],
    allowedIss: 'latchkey',
    allowedAud: 'test-app',
    allowedSub: keyFingerprint(key),
    requiredClaims: ['exp', 'nbf', 'iat'],
    clockTimestamp: NOW * 1_000,
  })
  expect(verifyJwt(body.license)).toMatchObject({ device: DEVICE, exp: NOW + 365 * DAY })
  const [header, payload, signature = ''] = body.license.split('.')
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  expect(() => verifyJwt([header, payload, changed].join('.'))).toThrow()
})

test('ends with the key at the latest, and says so', async () => {
  const key = await service.addLicense({ authExpire: NOW + DAY })
  expect((await issue(textOf(key))).body).toMatchObject({
    expires_at: NOW + DAY,
    message: 'The license is valid until 16 January 2027 (UTC), when the key expires.',
  })
})

test('has what the key opens, and runs past the end of a perpetual key', async () => {
  const [authExpire, days] = [NOW - DAY, 30]
  const key = await service.addLicense({ authExpire, perpetual: true, features: ['export'] })
  const { body } = await issue(textOf(key), { days })
  const expiresAt = NOW + days * DAY
  expect(body).toMatchObject({
    expires_at: expiresAt,
    message: 'The license is valid until 14 February 2027 (UTC).',
  })
  const terms = { features: ['export'], updatesUntil: authExpire, isPerpetual: true }
  expect(await verify(body.license, key)).toMatchObject({
    kind: 'valid',
    license: { expiresAt, keyExpiresAt: authExpire, ...terms },
  })
  const once = await service.addLicense({ updatesUntil: NOW + DAY })
  const { kind, ...read } = await verify((await issue(textOf(once))).body.license, once)
  expect([kind, read]).toMatchObject(['valid', { license: { updatesUntil: NOW + DAY } }])
  expect(read).not.toHaveProperty('license.features')
})

test.each([
  ['a text without a request', () => 'hello', 'INVALID_REQUEST'],
  ['two requests', (key: string) => textOf(key) + textOf(key), 'INVALID_REQUEST'],
  ['a damaged request', (key: string) => textOf(key).replace(/[A-Z]{2}/, ''), 'INVALID_REQUEST'],
  ['another app', (key: string) => textOf(key, { appName: 'other-app' }), 'APP_NOT_APPROVED'],
  [
    'other secrets',
    (key: string) => formatActivationRequest(requestOf(key), ['a', 'b', 'c']),
    'SECURITY_ERROR',
  ],
  ['an app without public keys', (key: string) => textOf(key, { keyIds: [] }), 'PUBLIC_KEY_UNKNOWN'],
  [
    'an app with other public keys',
    (key: string) => textOf(key, { keyIds: [createSigningKeyPair().id] }),
    'PUBLIC_KEY_UNKNOWN',
  ],
])('refuses %s, and links nothing', async (_, text, code) => {
  const key = await service.addLicense()
  const { status, body } = await issue(text(key))
  expect({ status, body }).toEqual({
    status: 400,
    body: { success: false, message: expect.any(String), code },
  })
  expect(await service.license(key)).toMatchObject({ identifier: '', totalExecutions: 0, offlineUntil: 0 })
})

test('refuses a key by the rules of a key check', async () => {
  const refused = async (changes: object) => (await issue(textOf(await service.addLicense(changes)))).body
  expect(await refused({ authExpire: NOW })).toMatchObject({
    code: 'KEY_EXPIRED',
    message: expect.stringContaining('15 January 2027'),
  })
  expect(await refused(banned())).toMatchObject({ code: 'KEY_BANNED' })
  const unknown = await issue(textOf(createLicenseKey()))
  expect(unknown).toMatchObject({ status: 404, body: { code: 'KEY_INCORRECT' } })
})

describe('a key that is linked to another device', () => {
  test('is moved when the vendor says so, in the same step', async () => {
    const key = await service.addLicense(linkedTo(OTHER_DEVICE))
    const asked = await issue(textOf(key))
    expect(asked).toMatchObject({ status: 409, body: { success: false, code: 'KEY_HWID_LOCKED' } })
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE, totalExecutions: 0 })
    const moved = await issue(textOf(key), { move: true })
    expect(moved.status).toBe(200)
    expect(await service.license(key)).toMatchObject({
      ...linkedTo(DEVICE),
      lastReset: NOW,
      totalResets: 1,
      totalExecutions: 1,
    })
    expect((await service.check({ key, deviceId: OTHER_DEVICE })).body.code).toBe('KEY_HWID_LOCKED')
    expect((await service.check({ key })).body.code).toBe('KEY_VALID')
  })

  test('is not moved on cooldown without force', async () => {
    const key = await service.addLicense({ ...linkedTo(OTHER_DEVICE), lastReset: NOW - 999 })
    const refused = await issue(textOf(key), { move: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'RESET_ON_COOLDOWN' } })
    expect((await issue(textOf(key), { move: true, force: true })).status).toBe(200)
  })
})

describe('a license that has not ended', () => {
  const held = async () => {
    const key = await service.addLicense()
    expect((await issue(textOf(key), { days: 2 })).status).toBe(200)
    return key
  }

  test('holds its device: a reset needs force, and warns until when the device goes on', async () => {
    const key = await held()
    const refused = await post('resetDevice', { user_key: key })
    expect(refused).toEqual({
      status: 400,
      body: {
        success: false,
        code: 'OFFLINE_LICENSE_ACTIVE',
        message: expect.stringMatching(/until|17 January 2027/),
      },
    })
    expect(refused.body.message).toContain('17 January 2027')
    expect((await post('resetDevice', { user_key: key, force: true })).status).toBe(200)
    expect(await service.license(key)).toMatchObject({ identifier: '' })
  })

  test('holds it against a move to another computer without force', async () => {
    const key = await held()
    const toOther = textOf(key, { deviceId: OTHER_DEVICE as ActivationRequest['deviceId'] })
    const refused = await issue(toOther, { move: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'OFFLINE_LICENSE_ACTIVE' } })
    expect((await issue(toOther, { move: true, force: true })).status).toBe(200)
    expect(await service.license(key)).toMatchObject({
      identifier: OTHER_DEVICE,
      offlineDevice: OTHER_DEVICE,
    })
  })

  test('frees it at its end', async () => {
    const key = await held()
    service.clock.now = NOW + 2 * DAY
    expect((await post('resetDevice', { user_key: key })).status).toBe(200)
  })

  test('can be renewed before its end', async () => {
    const key = await held()
    service.clock.now = NOW + DAY
    const { status, body } = await issue(textOf(key))
    expect(status).toBe(200)
    expect(await verify(body.license, key)).toMatchObject({ kind: 'valid' })
    expect(await service.license(key)).toMatchObject({ offlineUntil: NOW + 366 * DAY, totalExecutions: 2 })
  })
})

test('signs with the newest key that the app has, during a rotation', async () => {
  const next = createSigningKeyPair()
  await service.storage.addSigningKey('test-app', newSigningKey(next, NOW), NOW + DAY)
  const signedBy = async (ids: readonly string[]) => {
    const { body } = await issue(textOf(await service.addLicense(), { keyIds: ids }))
    const [header = ''] = String(body.license).split('.')
    return body.code ?? JSON.parse(Buffer.from(header, 'base64url').toString()).kid
  }
  expect(await signedBy(keyIds)).toBe(keyIds[0])
  expect(await signedBy([next.id])).toBe(next.id)
  expect(await signedBy([...keyIds, next.id])).toBe(next.id)
  service.clock.now = NOW + 2 * DAY
  expect(await signedBy(keyIds)).toBe('PUBLIC_KEY_UNKNOWN')
})
