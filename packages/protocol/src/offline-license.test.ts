import { createHmac, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createLicenseKey,
  createSigningKeyPair,
  formatPublicKeys,
  keyFingerprint,
  type OfflineLicense,
  parsePublicKeys,
  privateKeyOf,
  signOfflineLicense,
  verifyOfflineLicense,
} from './index.ts'
import { createMutator, roundsOf, SEED } from './testing/mutate-text.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const pair = createSigningKeyPair()
const KEYS = parsePublicKeys(formatPublicKeys([pair])) ?? new Map()
const KEY = createLicenseKey()
const LICENSE: OfflineLicense = {
  appName: 'plants',
  fingerprint: keyFingerprint(KEY),
  deviceId: 'd'.repeat(64),
  nonce: 'n'.repeat(16),
  issuedAt: NOW,
  notBefore: NOW - DAY,
  expiresAt: NOW + 365 * DAY,
  note: 'Grüße 🔑',
  keyExpiresAt: -1,
  executions: 3,
}
const USE = { appName: 'plants', key: KEY, deviceId: 'd'.repeat(64), now: NOW, publicKeys: KEYS }

const signed = (changes: Partial<OfflineLicense> = {}, by = pair) =>
  signOfflineLicense({ ...LICENSE, ...changes }, { keyId: by.id, privateKey: privateKeyOf(by) })
const FILE = await signed()
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = FILE.split('.')

const kindOf = async (text: string, use: Partial<typeof USE> = {}) =>
  (await verifyOfflineLicense(text, { ...USE, ...use })).kind

test('verifies a license that fits, also from a mail that wrapped and quoted it', async () => {
  const expected = { kind: 'valid', license: LICENSE }
  expect(await verifyOfflineLicense(FILE, USE)).toEqual(expected)
  const quoted = FILE.replaceAll(/(.{70})/g, '$1\r\n> ')
  expect(await verifyOfflineLicense(`\ufeff> ${quoted}\n`, USE)).toEqual(expected)
})

test('is a JWS with the registered claims of a JWT, without the key', () => {
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(json(HEADER)).toEqual({ alg: 'EdDSA', typ: 'latchkey-license+jwt', kid: pair.id })
  expect(json(PAYLOAD)).toEqual({
    iss: 'latchkey',
    aud: 'plants',
    sub: keyFingerprint(KEY),
    device: LICENSE.deviceId,
    nonce: LICENSE.nonce,
    iat: NOW,
    nbf: LICENSE.notBefore,
    exp: LICENSE.expiresAt,
    note: LICENSE.note,
    key_exp: -1,
    executions: 3,
  })
  expect(Buffer.from(PAYLOAD, 'base64url').includes(KEY)).toBe(false)
  const publicKey = KEYS.get(pair.id) ?? ''
  const input = Buffer.from(`${HEADER}.${PAYLOAD}`)
  expect(verify(null, input, publicKey, Buffer.from(SIGNATURE, 'base64url'))).toBe(true)
})

test.each([
  ['other-app', { appName: 'stones' }],
  ['other-key', { key: createLicenseKey() }],
  ['other-device', { deviceId: 'e'.repeat(64) }],
  ['expired', { now: LICENSE.expiresAt }],
  ['valid', { now: LICENSE.expiresAt - 1 }],
  ['not-yet-valid', { now: LICENSE.notBefore - 1 }],
  ['valid', { now: LICENSE.notBefore }],
  ['unknown-key', { publicKeys: new Map() }],
] as const)('is %s with %o', async (kind, use) => {
  expect(await kindOf(FILE, use)).toBe(kind)
})

/** A JWS of this header over the payload, with a right signature if `by` is given. */
function jws(header: object | string, payload: object | string = PAYLOAD, by?: typeof pair): string {
  const part = (value: object | string) =>
    typeof value === 'string' ? value : Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part(header)}.${part(payload)}`
  const signature = by === undefined ? '' : sign(null, Buffer.from(input), privateKeyOf(by))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}
const header = { alg: 'EdDSA', typ: 'latchkey-license+jwt', kid: pair.id }
const stranger = createSigningKeyPair()
const claims = JSON.parse(Buffer.from(PAYLOAD, 'base64url').toString()) as object
const byStranger = (keyId: string) =>
  signOfflineLicense(LICENSE, { keyId, privateKey: privateKeyOf(stranger) })
const encoded = (text: string) => Buffer.from(text).toString('base64url')

function hs256(): string {
  const input = `${encoded(JSON.stringify({ ...header, alg: 'HS256' }))}.${PAYLOAD}`
  const publicKey = Buffer.from(pair.publicKey, 'base64')
  return `${input}.${createHmac('sha256', publicKey).update(input).digest('base64url')}`
}
/** Encodes the same 64 bytes differently: the last character has four bits that are not used. */
const respelled = `${FILE.slice(0, -1)}${String.fromCharCode(FILE.charCodeAt(FILE.length - 1) + 1)}`

test.each([
  ['alg none', jws({ ...header, alg: 'none' }), 'altered'],
  ['alg none, with the signature', `${jws({ ...header, alg: 'none' })}${SIGNATURE}`, 'altered'],
  ['HS256 with the public key', hs256(), 'altered'],
  ['Ed25519 in place of EdDSA', jws({ ...header, alg: 'Ed25519' }, PAYLOAD, pair), 'altered'],
  ['crit', jws({ ...header, crit: ['exp'], exp: 1 }, PAYLOAD, pair), 'altered'],
  ['b64', jws({ ...header, crit: ['b64'], b64: false }, PAYLOAD, pair), 'altered'],
  ['jwk', jws({ ...header, jwk: { kty: 'OKP' } }, PAYLOAD, stranger), 'altered'],
  ['jku', jws({ ...header, jku: 'https://evil.example' }, PAYLOAD, pair), 'altered'],
  ['another typ', jws({ ...header, typ: 'JWT' }, PAYLOAD, pair), 'altered'],
  ['no typ', jws({ alg: 'EdDSA', kid: pair.id }, PAYLOAD, pair), 'altered'],
  ['no kid', jws({ alg: 'EdDSA', typ: header.typ }, PAYLOAD, pair), 'altered'],
  ['a kid that is no text', jws({ ...header, kid: 1 }, PAYLOAD, pair), 'altered'],
  ['reordered header', jws({ kid: pair.id, typ: header.typ, alg: 'EdDSA' }, PAYLOAD, pair), 'altered'],
  [
    'a member twice',
    jws(encoded(`{"alg":"none",${JSON.stringify(header).slice(1)}`), PAYLOAD, pair),
    'altered',
  ],
  ['a header that is null', jws(encoded('null'), PAYLOAD, pair), 'altered'],
  ['a header that is no JSON', jws(encoded('{'), PAYLOAD, pair), 'altered'],
  ['the key of another project', await signed({}, stranger), 'unknown-key'],
  ['the key of another project under this ID', await byStranger(pair.id), 'altered'],
  ['a kid of an object', jws({ ...header, kid: '__proto__' }, PAYLOAD, stranger), 'unknown-key'],
  ['a payload of another file', `${HEADER}.${encoded(JSON.stringify(claims))}x.${SIGNATURE}`, 'altered'],
  ['no signature', `${HEADER}.${PAYLOAD}.`, 'altered'],
  ['a signature in another spelling', respelled, 'altered'],
  ['claims that lack one', jws(header, { ...claims, exp: undefined }, pair), 'altered'],
  ['another issuer', jws(header, { ...claims, iss: 'other' }, pair), 'altered'],
  ['an end that is no number', jws(header, { ...claims, exp: '9999999999' }, pair), 'altered'],
  ['claims that are no JSON', jws(header, encoded('hello'), pair), 'altered'],
  ['two parts', `${HEADER}.${PAYLOAD}`, 'not-a-license'],
  ['five parts', `${FILE}.a.b`, 'not-a-license'],
  ['JSON', '{"payload":"x"}', 'not-a-license'],
  ['an empty text', '', 'not-a-license'],
  ['more than a license can be', 'a'.repeat(20_000), 'not-a-license'],
])('refuses %s', async (_, text, kind) => {
  expect(await kindOf(text)).toBe(kind)
})

test('accepts claims that a later service adds', async () => {
  expect(await kindOf(jws(header, { ...claims, jti: '1' }, pair))).toBe('valid')
})

const ROUNDS = roundsOf(50_000, 500)

test(`accepts none of ${ROUNDS} mutated files (seed ${SEED})`, { timeout: 600_000 }, async () => {
  const mutate = createMutator(SEED, await signed({ deviceId: 'e'.repeat(64) }))
  const isSame = (text: string) => text.replaceAll(/[\s>]/g, '') === FILE
  const accepted: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = mutate(FILE)
    if (!isSame(text) && (await kindOf(text)) === 'valid') accepted.push(text)
  }
  expect(accepted).toEqual([])
})
