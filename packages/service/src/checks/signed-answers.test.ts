import {
  type CoveredRequest,
  contentDigest,
  createNonce,
  createSigningKeyPair,
  type DeviceId,
  formatKeyIds,
  formatPublicKeys,
  type KeyCheckRecord,
  keyCheckHeaders,
  keyCheckPath,
  type LicenseKey,
  PUBLIC_KEYS_HEADER,
  parsePublicKeys,
  type SignatureVerdict,
  signRequest,
  verifySignedAnswer,
} from '@latchkey/protocol'
import { createVerifier, httpbis } from 'http-message-signatures'
import pino from 'pino'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newSigningKey, type SigningKey } from '../core/accounts/signing-keys.ts'
import { createServiceKey } from '../core/security/seal.ts'
import { StorageUnavailable } from '../core/storage/storage.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { addScript, updateScript } from '../scripts/testing/scripts.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../testing/test-service.ts'

let service: TestService
/** The monotonic clock of the service, by which it reads the keys again. */
let steady = 0

async function start(options: TestServiceOptions = {}): Promise<void> {
  service = await startTestService({ ...options, server: { ...options.server, monotonic: () => steady } })
  const { stop } = service
  onTestFinished(() => stop())
}
beforeEach(() => {
  steady = 1_000
})

/** Returns the signing keys of the project, newest first. */
const keysOf = (): Promise<readonly SigningKey[]> => service.storage.signingKeys(service.project.appName)

interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Record<string, string>
  }
  readonly response: Response
  readonly body: string
  readonly covered: CoveredRequest
}

/** Sends a check as an app with these public keys does. */
async function check(
  key: string,
  {
    headers = {},
    path = '',
    known = [],
  }: { headers?: object; path?: string; known?: readonly string[] } = {},
): Promise<Exchange> {
  const { appName, executor, secrets } = service.project
  const nonce = createNonce()
  const deviceId = DEVICE as DeviceId
  const time = service.clock.now
  const signature = signRequest({ nonce, key, time: String(time), deviceId }, secrets)
  const query = keyCheckPath({ appName, key: key as LicenseKey })
  const sent = {
    'user-agent': 'Latchkey/1.0',
    ...keyCheckHeaders({ executor, deviceId, nonce, time, signature }),
    ...(known.length > 0 && { [PUBLIC_KEYS_HEADER]: formatKeyIds(known) }),
    ...headers,
  }
  const response = await fetch(`${service.url}/${query}`, { headers: sent })
  const url = new URL(`https://license.example${path}/${query}`)
  const covered = { kind: 'check', path: url.pathname, query: url.search, nonce, deviceId } as const
  const request = { method: 'GET', url: url.href, headers: sent }
  return { request, response, body: await response.text(), covered }
}

async function load(id: string, body: object, headers: Record<string, string> = {}): Promise<Exchange> {
  const nonce = createNonce()
  const text = JSON.stringify({ nonce, hwid: DEVICE, ...body })
  const digest = contentDigest(text)
  const sent = { 'content-type': 'application/json', 'content-digest': digest, ...headers }
  const path = `/v3/scripts/${id}/load`
  const response = await fetch(service.url + path, { method: 'POST', headers: sent, body: text })
  const covered = { kind: 'script', path, contentDigest: digest, nonce } as const
  const request = { method: 'POST', url: `https://license.example${path}`, headers: sent }
  return { request, response, body: await response.text(), covered }
}

const headersOf = ({ headers }: Response) => ({
  contentDigest: headers.get('content-digest') ?? '',
  license: headers.get('latchkey-license') ?? '',
  signatureInput: headers.get('signature-input') ?? '',
  signature: headers.get('signature') ?? '',
})

/** Verifies an answer as an app with these keys does. */
function verdictOf({ covered, body, response }: Exchange, keys: readonly SigningKey[]): SignatureVerdict {
  const publicKeys = parsePublicKeys(formatPublicKeys(keys))
  if (publicKeys === undefined) throw new Error('These are not public keys.')
  return verifySignedAnswer(covered, body, headersOf(response), publicKeys)
}

/** Verifies an answer with a library that is independent of Latchkey. */
async function verifyElsewhere({ request, response, body }: Exchange): Promise<boolean | null> {
  const [key] = await keysOf()
  const publicKey = parsePublicKeys(formatPublicKeys(key === undefined ? [] : [key]))?.get(key?.id ?? '')
  if (publicKey === undefined) throw new Error('There is no key.')
  expect(response.headers.get('content-digest')).toBe(contentDigest(body))
  return httpbis.verifyMessage(
    {
      notAfter: service.clock.now,
      requiredParams: ['created', 'keyid', 'nonce', 'tag'],
      requiredFields: ['@status', 'content-digest', 'latchkey-license'],
      async keyLookup({ keyid }) {
        if (key === undefined || keyid !== key.id) return null
        return { id: key.id, algs: ['ed25519'], verify: createVerifier(publicKey, 'ed25519') }
      },
    },
    { status: response.status, headers: Object.fromEntries(response.headers) },
    request,
  )
}

const codeOf = ({ body }: Exchange): string => (JSON.parse(body) as KeyCheckRecord).code

describe('a decided key check', () => {
  test('is signed whatever its code, as another implementation of RFC 9421 verifies', async () => {
    await start()
    const keys = [
      ['KEY_VALID', await service.addLicense()],
      ['KEY_BANNED', await service.addLicense(banned())],
      ['KEY_HWID_LOCKED', await service.addLicense(linkedTo(OTHER_DEVICE))],
      ['KEY_EXPIRED', await service.addLicense({ authExpire: NOW - 1 })],
      ['KEY_INCORRECT', 'a'.repeat(32)],
      ['KEY_INVALID', 'short & odd/+ä'],
    ] as const
    for (const [code, key] of keys) {
      const exchange = await check(key)
      expect(codeOf(exchange)).toBe(code)
      expect(exchange.response.headers.get('latchkey-license')).toBe('v=1')
      expect(exchange.response.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(await verifyElsewhere(exchange), code).toBe(true)
      const verdict = verdictOf(exchange, await keysOf())
      expect(verdict).toMatchObject({ kind: 'authentic', created: NOW })
    }
    const refused = { clienttime: '1', externalsignature: 'x', 'user-agent': 'curl' }
    for (const [name, value] of Object.entries(refused)) {
      const exchange = await check('a'.repeat(32), { headers: { [name]: value } })
      expect(codeOf(exchange)).toMatch(/TIME_ERROR|SECURITY_ERROR|USER_AGENT_NOT_ALLOWED/)
      expect(verdictOf(exchange, await keysOf()).kind).toBe('authentic')
    }
  })

  test('is not signed if the request lacks a component, or if nothing was decided', async () => {
    await start({ settings: { checksPerMinute: 4 } })
    const key = await service.addLicense()
    await check(key)
    const withoutDevice = await check(key, { headers: { clienthwid: '' } })
    expect([withoutDevice.response.status, codeOf(withoutDevice)]).toEqual([200, 'INVALID_EXECUTOR'])
    const malformed = await check(key, { headers: { clientnonce: 'short' } })
    expect(malformed.response.status).toBe(400)
    await service.loseStorage()
    const lost = await check(key)
    expect(lost.response.status).toBe(503)
    let last = lost
    for (let sent = 0; last.response.status !== 429 && sent < 40; sent += 1) last = await check(key)
    expect(last.response.status).toBe(429)
    for (const { response } of [withoutDevice, malformed, lost, last]) {
      expect(headersOf(response)).toEqual({
        contentDigest: '',
        license: '',
        signatureInput: '',
        signature: '',
      })
    }
  })

  test('covers the path that the app used, behind a proxy with a path of its own', async () => {
    await start({ settings: { publicUrl: 'https://license.example/keys/' } })
    const exchange = await check(await service.addLicense(), { path: '/keys' })
    expect(exchange.covered).toMatchObject({ path: '/keys/external_check_key' })
    expect(verdictOf(exchange, await keysOf()).kind).toBe('authentic')
    expect(await verifyElsewhere(exchange)).toBe(true)
  })

  test('is signed with the keys of before when they cannot be read again, which is logged once', async () => {
    const seal = createServiceKey(new Uint8Array(32))
    const real = await createSqliteStorage({ path: ':memory:', seal })
    let isBroken = false
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const signingKeys: Storage['signingKeys'] = (appName) =>
      isBroken ? Promise.reject(new StorageUnavailable('A row is broken.')) : real.signingKeys(appName)
    await start({ storage: { ...real, signingKeys }, server: { log } })
    const key = await service.addLicense()
    const logged = (text: string) => lines.filter((line) => line.includes(text)).length
    await check(key)
    isBroken = true
    for (let turn = 0; turn < 3; turn += 1) {
      const { response } = await check(key)
      expect(response.headers.get('signature')).not.toBeNull()
      steady += 20
    }
    await expect.poll(() => logged('the signing keys cannot be read')).toBe(1)
    isBroken = false
    steady += 20
    await check(key)
    await expect.poll(() => logged('the signing keys can be read again')).toBe(1)
  })

  test('makes the first key of an older project once, however many checks arrive', async () => {
    await start()
    const key = await service.addLicense()
    expect(await keysOf()).toEqual([])
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => check(key)))
    const keys = await keysOf()
    expect(keys).toHaveLength(1)
    for (const exchange of exchanges) expect(verdictOf(exchange, keys).kind).toBe('authentic')
  })
})

describe('a delivered script', () => {
  test('is signed with the digest of its request, a refusal too', async () => {
    await start()
    const id = await addScript(service, 'script-1')
    await updateScript(service, { script: 'exports.one = 1' }, id)
    const delivered = await load(id, { script_key: await service.addLicense() })
    const refused = await load(id, { script_key: await service.addLicense(banned()) })
    expect([codeOf(delivered), codeOf(refused)]).toEqual(['KEY_VALID', 'KEY_BANNED'])
    for (const exchange of [delivered, refused]) {
      expect(verdictOf(exchange, await keysOf())).toMatchObject({ kind: 'authentic', created: NOW })
      expect(await verifyElsewhere(exchange)).toBe(true)
    }
    const swapped = { ...delivered, covered: refused.covered }
    expect(verdictOf(swapped, await keysOf()).kind).toBe('not-authentic')
  })

  test('is refused with the digest of another body, and not signed without one', async () => {
    await start()
    const id = await addScript(service, 'script-1')
    await updateScript(service, { script: 'exports.one = 1' }, id)
    const key = await service.addLicense()
    const forged = await load(id, { script_key: key }, { 'content-digest': contentDigest('{}') })
    expect([forged.response.status, headersOf(forged.response).signature]).toEqual([400, ''])
    expect((await service.license(key)).totalExecutions).toBe(0)
    const body = JSON.stringify({ nonce: createNonce(), hwid: DEVICE, script_key: key })
    const plain = await fetch(`${service.url}/v3/scripts/${id}/load`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([plain.status, plain.headers.get('signature')]).toEqual([200, null])
  })
})

describe('a rotation of the signing key', () => {
  test('locks out no version of an app while the earlier key is used', async () => {
    await start({ toOneNode: true })
    const key = await service.addLicense()
    await check(key)
    const [first] = await keysOf()
    if (first === undefined) throw new Error('There is no key.')
    const next = newSigningKey(createSigningKeyPair(), NOW)
    const endsAt = NOW + 30 * 86_400
    expect(await service.storage.addSigningKey(service.project.appName, next, endsAt)).toBe('added')
    steady += 11
    // At the first check after the rotation, the service reads the keys again.
    await check(key)
    await expect
      .poll(async () => verdictOf(await check(key, { known: [next.id] }), [next]).kind)
      .toBe('authentic')

    /** Returns the key that signed for an app with these keys, if the app accepts it. */
    const signerFor = async (...keys: SigningKey[]): Promise<string> => {
      const verdict = verdictOf(await check(key, { known: keys.map(({ id }) => id) }), keys)
      return verdict.kind === 'authentic' ? verdict.keyId : verdict.why
    }
    expect(await signerFor(first)).toBe(first.id)
    expect(await signerFor(next, first)).toBe(next.id)
    expect(await signerFor(first, next)).toBe(next.id)
    expect(await signerFor(next)).toBe(next.id)
    service.clock.now = endsAt
    expect(await signerFor(first)).toBe(first.id)
    service.clock.now = endsAt + 1
    expect(await signerFor(first)).toBe('key unknown to this app')
    expect(await signerFor(next, first)).toBe(next.id)
    expect(await signerFor(next)).toBe(next.id)
  })

  test('takes any list of keys in a request, and signs with the newest', async () => {
    await start({ toOneNode: true })
    const key = await service.addLicense()
    await check(key)
    const next = newSigningKey(createSigningKeyPair(), NOW)
    await service.storage.addSigningKey(service.project.appName, next, NOW + 1)
    steady += 11
    await check(key)
    for (const list of [
      '',
      '"',
      '1',
      'token',
      '("a")',
      '"x"'.repeat(2),
      '"a", "b"',
      `"${'x'.repeat(4_000)}"`,
    ]) {
      await expect
        .poll(async () => {
          const exchange = await check(key, { headers: { [PUBLIC_KEYS_HEADER]: list } })
          return verdictOf(exchange, [next]).kind
        })
        .toBe('authentic')
    }
  })
})
