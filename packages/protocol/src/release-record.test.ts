import { expect, test } from 'vitest'
import { formatLicenseFields, parseLicenseFields, parseUpdateToken } from './license-fields.ts'
import { type ReleaseRecord, releaseText, signRelease, verifyRelease } from './release-record.ts'
import { formatPublicKeys, parsePublicKeys, privateKeyOf, signingKeyPairOf } from './signing-keys.ts'
import { updateFeedUrl } from './update-token.ts'

const pair = signingKeyPairOf(Buffer.alloc(32, 1))
const service = signingKeyPairOf(Buffer.alloc(32, 2))
const KEYS = parsePublicKeys(formatPublicKeys([pair])) ?? new Map()
const signer = (of = pair) => ({ keyId: of.id, privateKey: privateKeyOf(of) })

const RECORD: ReleaseRecord = {
  project: 'plants',
  version: '1.1.0',
  platform: 'linux',
  arch: 'x64',
  file: 'plants-1.1.0-linux-x64.AppImage',
  sha512: `${'A'.repeat(86)}==`,
  size: 123_456_789,
  covered_since: 1_800_000_000,
  is_security_fix: false,
}
const SIGNED = signRelease(RECORD, signer())

/** Other programs sign and verify by this vector. Ed25519 gives one signature for one text. */
test('signs the documented text', () => {
  expect(releaseText(RECORD)).toBe(
    `latchkey-release-v1\nplants\n1.1.0\nlinux\nx64\nplants-1.1.0-linux-x64.AppImage\n${'A'.repeat(86)}==\n` +
      '123456789\n1800000000\n0\n',
  )
  expect([SIGNED.key_id, SIGNED.signature]).toMatchInlineSnapshot(`
    [
      "UDDReOZl1ipXAfp9wYsm13sDBMK5og--QWdBjzuf6o4",
      "EguGT9voBmIRcBvLy+FLayYjeytgEyOG/EM1jYtgNjI1ENnFvjlf5zqUwykGhcIDgl8sLRsaeWDqcAsQvsF6Dg==",
    ]
  `)
})

test('verifies a record, and nothing that differs from it', () => {
  expect(verifyRelease(SIGNED, KEYS)).toEqual({ kind: 'authentic', record: RECORD })
  const others: Partial<ReleaseRecord>[] = [
    { project: 'trees' },
    { version: '1.0.9' },
    { platform: 'win32' },
    { arch: 'arm64' },
    { file: 'plants-1.0.9-linux-x64.AppImage' },
    { sha512: `${'B'.repeat(86)}==` },
    { size: 1 },
    { covered_since: 1_700_000_000 },
    { is_security_fix: true },
  ]
  expect(others.flatMap((other) => Object.keys(other))).toEqual(Object.keys(RECORD))
  for (const other of others) {
    expect(verifyRelease({ ...SIGNED, ...other }, KEYS), JSON.stringify(other)).toEqual({
      kind: 'not-authentic',
      why: 'wrong signature',
    })
  }
})

test('refuses a record of a key that is not the vendor’s, also under the ID of the vendor’s', () => {
  const ofService = signRelease(RECORD, signer(service))
  expect(verifyRelease(ofService, KEYS)).toMatchObject({ why: 'key unknown to this app' })
  expect(verifyRelease({ ...ofService, key_id: pair.id }, KEYS)).toMatchObject({ why: 'wrong signature' })
})

test.each([
  undefined,
  null,
  'text',
  [SIGNED],
  { ...SIGNED, file: '../plants.AppImage' },
  { ...SIGNED, file: 'a/b' },
  { ...SIGNED, file: '.hidden' },
  { ...SIGNED, version: '1.1' },
  { ...SIGNED, project: 'plants\n1.1.0' },
  { ...SIGNED, size: 1.5 },
  { ...SIGNED, signature: '' },
])('refuses what is no record: %j', (value) => {
  expect(verifyRelease(value, KEYS)).toEqual({ kind: 'not-authentic', why: 'not a signed release' })
})

test('does not sign a record that nobody could verify', () => {
  expect(() => signRelease({ ...RECORD, file: 'a/b.exe' }, signer())).toThrow(
    'a/b.exe 1.1.0 cannot be signed.',
  )
})

test('the token for updates is in the header of the answer, and not among the fields for a window', () => {
  const token = { token: 'abc.DEF-_', until: 1_800_000_600 }
  const header = formatLicenseFields({ isTrial: true }, undefined, token)
  expect(header).toBe('v=1, trial, update-token="abc.DEF-_", update-token-until=1800000600')
  expect(parseUpdateToken(header)).toEqual(token)
  expect(parseLicenseFields(header)).toEqual({ isTrial: true })
  expect(parseUpdateToken('v=1, update-token=""')).toBeUndefined()
})

test('a feed is below the address of the service, also with a path', () => {
  expect(updateFeedUrl('https://a.example/licenses/', 'My App', 'latest')).toBe(
    'https://a.example/licenses/updates/My%20App/latest/',
  )
})
