import { expect, test } from 'vitest'
import {
  type CoveredRequest,
  type SignatureHeaders,
  signAnswer,
  verifySignedAnswer,
} from './signed-answer.ts'
import { createSigningKeyPair, formatPublicKeys, parsePublicKeys, privateKeyOf } from './signing-keys.ts'

const pair = createSigningKeyPair()
const other = createSigningKeyPair()
const KEYS = parsePublicKeys(formatPublicKeys([pair])) ?? new Map()
const signer = (of = pair) => ({ keyId: of.id, privateKey: privateKeyOf(of) })
const CREATED = 1_800_000_000
const BODY = '{"code":"KEY_VALID"}'
const CHECK: CoveredRequest = {
  kind: 'check',
  path: '/external_check_key',
  query: '?by=plants&key=abcdefghijklmnopqrstuvwxyzABCDEF',
  nonce: '0123456789abcdef',
  deviceId: '0123456789abcdef0123456789abcdef',
}
const SCRIPT: CoveredRequest = {
  kind: 'script',
  path: '/v3/scripts/one/load',
  contentDigest: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  nonce: '0123456789abcdef',
}
const OFFER: CoveredRequest = {
  kind: 'offer',
  path: '/external_offer',
  query: '?by=plants',
  nonce: '0123456789abcdef',
}

function headersOf(request: CoveredRequest, of = pair): SignatureHeaders {
  const headers = signAnswer(request, { body: BODY }, CREATED, signer(of)) ?? {}
  return {
    contentDigest: headers['content-digest'] ?? '',
    license: headers['latchkey-license'] ?? '',
    signatureInput: headers['signature-input'] ?? '',
    signature: headers['signature'] ?? '',
  }
}

test.each([CHECK, OFFER, SCRIPT])('verifies the signed answer to a $kind, with its time', (request) => {
  const verdict = verifySignedAnswer(request, Buffer.from(BODY), headersOf(request), KEYS)
  expect(verdict).toEqual({ kind: 'authentic', created: CREATED, keyId: pair.id })
})

test('covers the components in their documented order', () => {
  expect(headersOf(CHECK).signatureInput).toBe(
    'latchkey=("@status" "content-digest" "latchkey-license" "@path";req "@query";req "clientnonce";req ' +
      `"clienthwid";req);created=${CREATED};keyid="${pair.id}";nonce="0123456789abcdef";tag="latchkey-check"`,
  )
  expect(headersOf(SCRIPT).signatureInput).toBe(
    'latchkey=("@status" "content-digest" "latchkey-license" "@path";req "content-digest";req)' +
      `;created=${CREATED};keyid="${pair.id}";nonce="0123456789abcdef";tag="latchkey-check"`,
  )
})

const FOR_ANOTHER: readonly CoveredRequest[] = [
  { ...CHECK, path: '/v2/external_check_key' },
  { ...CHECK, query: '?by=plants&key=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef' },
  { ...CHECK, nonce: 'fedcba9876543210' },
  { ...CHECK, deviceId: 'f'.repeat(32) },
  { ...CHECK, use: 'trial' },
  OFFER,
  { ...OFFER, nonce: 'fedcba9876543210' },
  SCRIPT,
  { ...SCRIPT, contentDigest: 'sha-256=:AAAE9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:' },
]

test('refuses the answer to any other request', () => {
  for (const signed of [CHECK, ...FOR_ANOTHER]) {
    for (const asked of [CHECK, ...FOR_ANOTHER]) {
      const verdict = verifySignedAnswer(asked, BODY, headersOf(signed), KEYS)
      expect(verdict.kind).toBe(signed === asked ? 'authentic' : 'not-authentic')
    }
  }
})

const valid = headersOf(CHECK)
const input = (change: (text: string) => string) => ({ signatureInput: change(valid.signatureInput) })
const bytes = valid.signature.slice('latchkey='.length)
const attacker = headersOf(CHECK, other)

test.each<[reason: string, change: Partial<SignatureHeaders>]>([
  ['no signature-input', { signatureInput: '' }],
  ['no signature', { signature: '' }],
  ['content-digest of another body', { contentDigest: '' }],
  ['content-digest of another body', { contentDigest: `${valid.contentDigest}, sha-512=:AAAA:` }],
  ['latchkey-license cannot be signed', { license: 'v=1\n' }],
  ['no latchkey-license', { license: '' }],
  ['wrong signature', { license: 'v=2' }],
  ['not one canonical signature', input((text) => `${text}, ${text}`)],
  ['not one canonical signature', input((text) => `${text}, second=()`)],
  ['not one canonical signature', input((text) => text.replace('latchkey=', 'sig1='))],
  ['not one canonical signature', input((text) => `${text} `)],
  ['not one canonical signature', input((text) => text.replace('("@status"', '( "@status"'))],
  ['not one canonical signature', input((text) => text.slice(0, -1))],
  ['not one canonical signature', input((text) => `${text};x="${'x'.repeat(3_000)}"`)],
  ['not one canonical signature', input((text) => text.replace('created=', 'created="x";created='))],
  ['without components', { signatureInput: 'latchkey=1' }],
  ['without components', { signatureInput: 'latchkey' }],
  ['without components', input((text) => text.replace(/;created=\d+/, ''))],
  ['without components', input((text) => text.replace(/;created=\d+/, ';created=1.5'))],
  ['without components', input((text) => text.replace(/;created=\d+/, ';created=-1'))],
  ['without components', input((text) => text.replace(/;created=\d+/, ';created="1"'))],
  ['nonce of another', input((text) => text.replace(/;nonce="\w+"/, ''))],
  ['tag of another', input((text) => text.replace('latchkey-check', 'latchkey-file'))],
  ['other components', input((text) => text.replace(' "latchkey-license"', ''))],
  ['other components', input((text) => text.replace('"@path";req', '"@path"'))],
  ['other components', input((text) => text.replace('"@path";req "@query";req', '"@query";req "@path";req'))],
  ['other components', input((text) => text.replace(/\(.*\)/, '()'))],
  ['other components', input((text) => `${text};alg="hmac-sha256"`)],
  ['other components', input((text) => `${text};expires=1`)],
  ['other components', input((text) => text.replace(/(;created=\d+)(;keyid="[^"]+")/, '$2$1'))],
  ['key unknown', { signatureInput: attacker.signatureInput, signature: attacker.signature }],
  ['signature is not', { signature: `latchkey=${bytes}, latchkey=${bytes}` }],
  ['signature is not', { signature: `latchkey=${bytes};x` }],
  ['signature is not', { signature: `sig1=${bytes}` }],
  ['signature is not', { signature: `latchkey=${bytes.replaceAll('=', '')}` }],
  ['signature is not', { signature: 'latchkey=:AAAA:' }],
  ['signature is not', { signature: 'latchkey=("a")' }],
  ['signature is not', { signature: 'latchkey' }],
  ['signature is not', { signature: '\u0000' }],
  ['wrong signature', { signature: attacker.signature }],
  ['wrong signature', { signature: `latchkey=:${Buffer.alloc(64).toString('base64')}:` }],
  ['wrong signature', input((text) => text.replace(/created=\d+/, `created=${CREATED + 1}`))],
])('refuses with the reason "%s" (case %#)', (reason, change) => {
  const verdict = verifySignedAnswer(CHECK, BODY, { ...valid, ...change }, KEYS)
  expect(verdict).toEqual({ kind: 'not-authentic', why: expect.stringContaining(reason) })
})

test('refuses the digest of another body, also when that digest is right', () => {
  const swapped = '{"code":"KEY_VALID","data":{}}'
  expect(verifySignedAnswer(CHECK, swapped, valid, KEYS).kind).toBe('not-authentic')
  const redigested = signAnswer(CHECK, { body: swapped }, CREATED, signer(other))?.['content-digest'] ?? ''
  const verdict = verifySignedAnswer(CHECK, swapped, { ...valid, contentDigest: redigested }, KEYS)
  expect(verdict).toEqual({ kind: 'not-authentic', why: 'wrong signature' })
})

test('does not sign a request whose values could be read in two ways', () => {
  expect(
    signAnswer({ ...CHECK, deviceId: 'a\n"@status": 200' }, { body: BODY }, CREATED, signer()),
  ).toBeUndefined()
  expect(signAnswer({ ...CHECK, deviceId: 'gerät' }, { body: BODY }, CREATED, signer())).toBeUndefined()
})
