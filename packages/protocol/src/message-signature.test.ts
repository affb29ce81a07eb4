import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { component, contentDigest, coverageOf, signatureBase, signatureInput } from './message-signature.ts'

/** The test key of RFC 9421, B.1.4. */
const TEST_KEY = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
  format: 'jwk',
})
const PARAMETERS = [
  ['created', 1_618_884_473],
  ['keyid', 'test-key-ed25519'],
] as const

/** Every example with Ed25519 in RFC 9421. Ed25519 always makes the same signature of a text. */
test.each([
  {
    section: 'B.2.6',
    components: {
      date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      '@method': 'POST',
      '@path': '/foo',
      '@authority': 'example.com',
      'content-type': 'application/json',
      'content-length': '18',
    },
    input:
      '("date" "@method" "@path" "@authority" "content-type" "content-length")' +
      ';created=1618884473;keyid="test-key-ed25519"',
    signature: 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  },
  {
    section: 'B.4',
    components: {
      '@method': 'GET',
      '@path': '/demo',
      '@authority': 'example.org',
      accept: 'application/json, */*',
    },
    input: '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    signature: 'ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==',
  },
])('signs as RFC 9421, $section', ({ components, input, signature }) => {
  const coverage = coverageOf(Object.keys(components).map(component))
  expect(signatureInput(coverage, PARAMETERS)).toBe(input)
  const base = signatureBase(coverage, Object.values(components), input) ?? ''
  expect(sign(null, Buffer.from(base), TEST_KEY).toString('base64')).toBe(signature)
  const bytes = Buffer.from(signature, 'base64')
  expect(verify(null, Buffer.from(base), createPublicKey(TEST_KEY), bytes)).toBe(true)
})

test('writes the signature base of RFC 9421, B.2.6', () => {
  const coverage = coverageOf(['date', '@method'].map(component))
  const input = signatureInput(coverage, PARAMETERS)
  expect(signatureBase(coverage, ['Tue, 20 Apr 2021 02:07:55 GMT', 'POST'], input)?.split('\n')).toEqual([
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@signature-params": ("date" "@method");created=1618884473;keyid="test-key-ed25519"',
  ])
})

test('has no base for a value that could be read in two ways', () => {
  const coverage = coverageOf([component('date')])
  for (const value of ['a\n"@method": POST', 'a\r', ' a', 'a ', 'ä', '\u0000', 'a\u007f']) {
    expect(signatureBase(coverage, [value], '()'), JSON.stringify(value)).toBeUndefined()
  }
  expect(signatureBase(coverage, [], '()')).toBeUndefined()
  expect(signatureBase(coverage, ['a, b'], '()')).toBeDefined()
})

test('writes the digest of RFC 9530, appendix B.1', () => {
  expect(contentDigest('{"hello": "world"}')).toBe('sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:')
})
