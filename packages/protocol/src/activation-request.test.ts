import { expect, test } from 'vitest'
import {
  type ActivationRequest,
  createLicenseKey,
  createNonce,
  formatActivationRequest,
  hasKeyId,
  parseActivationRequest,
  type SharedSecrets,
} from './index.ts'
import { createMutator, roundsOf, SEED } from './testing/mutate-text.ts'

const SECRETS: SharedSecrets = ['first secret', 'second secret', 'third secret']
const REQUEST: ActivationRequest = {
  appName: 'Grüne Pflanzen',
  key: createLicenseKey(),
  deviceId: '0123456789abcdef'.repeat(4) as ActivationRequest['deviceId'],
  nonce: createNonce(),
  time: 1_800_000_000,
  keyIds: ['kPrK_qmx', 'k2'],
}
const TEXT = formatActivationRequest(REQUEST, SECRETS)

/** Reads a text, and verifies its signature with these secrets. */
function read(text: string) {
  const reading = parseActivationRequest(text)
  if (reading.kind !== 'request') return reading.kind
  return { ...reading.request, isSigned: reading.isSignedWith(SECRETS) }
}

test('reads what it wrote, and fits in a QR code that a camera of a phone can read', () => {
  expect(read(TEXT)).toEqual({ ...REQUEST, isSigned: true })
  expect(TEXT.length).toBeLessThan(500)
  expect(TEXT).toMatch(/^[\x20-\x7e\n]+$/)
})

test.each([
  ['in a mail', `Hello,\n\nplease activate:\n\n${TEXT}\nThank you -- A. User\n`],
  ['quoted', TEXT.replaceAll(/^/gm, '> > ')],
  ['quoted with bars, with CRLF', TEXT.replaceAll(/^/gm, '| ').replaceAll('\n', '\r\n')],
  ['wrapped', TEXT.replaceAll(/(.{23})/g, '$1\n')],
  ['on one line', TEXT.replaceAll('\n', ' ')],
  ['with long dashes', TEXT.replaceAll('--', '\u2014')],
  ['with invisible spaces', TEXT.replaceAll(/(.{9})/g, '$1\u200b')],
  ['twice', `${TEXT}\n> ${TEXT}`],
])('reads a request %s', (_, text) => {
  expect(read(text)).toEqual({ ...REQUEST, isSigned: true })
})

test('names the public keys of the app by the start of their IDs', () => {
  const keyIds = ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k']
  const reading = parseActivationRequest(formatActivationRequest({ ...REQUEST, keyIds }, SECRETS))
  if (reading.kind !== 'request') throw new Error(reading.kind)
  expect(reading.request.keyIds).toEqual(['kPrK_qmx'])
  expect(hasKeyId(reading.request, keyIds[0] ?? '')).toBe(true)
  expect(hasKeyId(reading.request, 'kPrK_qmz')).toBe(false)
  expect(read(formatActivationRequest({ ...REQUEST, keyIds: [] }, SECRETS))).toMatchObject({ keyIds: [] })
})

test('is signed by all three secrets, in their order', () => {
  const reading = parseActivationRequest(TEXT)
  if (reading.kind !== 'request') throw new Error(reading.kind)
  const [first, second, third] = SECRETS
  for (const secrets of [
    ['other', second, third],
    [first, 'other', third],
    [first, second, 'other'],
    [second, first, third],
    [`${first}${second}`, '', third],
  ] as const) {
    expect(reading.isSignedWith(secrets)).toBe(false)
  }
})

/** Puts the armour around another content. */
const armoured = (content: string | Uint8Array) =>
  TEXT.replace(/-----\n[^-]+\n-----/, `-----\n${Buffer.from(content).toString('base64')}\n-----`)
const content = Buffer.from(TEXT.replaceAll(/-----.*-----|\n/g, ''), 'base64').toString()

test.each([
  ['no request', 'hello', 'not-a-request'],
  ['an empty text', '', 'not-a-request'],
  ['no foot', TEXT.replace(/-----END.*/, ''), 'not-a-request'],
  ['the foot first', TEXT.replace('BEGIN', 'x').replace('END', 'BEGIN').replace('x', 'END'), 'not-a-request'],
  ['more than a mail', TEXT + ' '.repeat(70_000), 'not-a-request'],
  [
    'two requests',
    TEXT + formatActivationRequest({ ...REQUEST, nonce: createNonce() }, SECRETS),
    'several-requests',
  ],
  ['nothing between head and foot', armoured(''), 'damaged-request'],
  ['a missing character', TEXT.replace(/([A-Za-z0-9]{5})\n/, '\n'), 'damaged-request'],
  ['what is no UTF-8', armoured(Uint8Array.of(0xff, 0xfe)), 'damaged-request'],
  ['what is no base64', TEXT.replace(/[A-Z][a-z]/, '!!'), 'damaged-request'],
  ['another content', armoured('hello'), 'damaged-request'],
  ['a line more', armoured(`${content}\nmore`), 'damaged-request'],
  ['a line less', armoured(content.slice(0, content.lastIndexOf('\n'))), 'damaged-request'],
  ['no app', armoured(content.replace(REQUEST.appName, '')), 'damaged-request'],
  ['a key of digits', armoured(content.replace(REQUEST.key, '1'.repeat(32))), 'damaged-request'],
  ['a short device ID', armoured(content.replace(REQUEST.deviceId, 'short')), 'damaged-request'],
  ['a short nonce', armoured(content.replace(REQUEST.nonce, 'short')), 'damaged-request'],
  ['a list of keys that is none', armoured(content.replace('kPrK_qmx,', 'kPrK qmx,')), 'damaged-request'],
  ['no date', armoured(content.replace('1800000000', 'now')), 'damaged-request'],
  ['a signature of another length', armoured(`${content.slice(0, -8)}=`), 'damaged-request'],
  ['a later version', armoured(content.replace('\n1\n', '\n2\n')), 'newer-request'],
])('refuses %s', (_, text, kind) => {
  expect(read(text)).toBe(kind)
})

test('notices every changed line', () => {
  const lines = content.split('\n')
  const other = ['', '', 'Another app', createLicenseKey(), 'f'.repeat(64), createNonce(), '1800000001', 'k3']
  for (const at of [2, 3, 4, 5, 6, 7]) {
    const changed = armoured(lines.with(at, other[at] ?? '').join('\n'))
    expect(read(changed), lines[at]).toMatchObject({ isSigned: false })
  }
})

const ROUNDS = roundsOf(50_000, 500)

test(`reads nothing else in ${ROUNDS} mutated requests (seed ${SEED})`, { timeout: 600_000 }, () => {
  const mutate = createMutator(SEED, formatActivationRequest(REQUEST, ['a', 'b', 'c']))
  const misread: unknown[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const reading = parseActivationRequest(mutate(TEXT))
    if (reading.kind !== 'request' || !reading.isSignedWith(SECRETS)) continue
    if (JSON.stringify(reading.request) !== JSON.stringify(REQUEST)) misread.push(reading.request)
  }
  expect(misread).toEqual([])
})
