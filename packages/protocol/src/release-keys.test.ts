import { expect, test } from 'vitest'
import {
  parseReleaseKeys,
  type ReleaseKeys,
  type SignedRotation,
  signRotation,
  trustedKeys,
  verifiedRotations,
} from './release-keys.ts'
import { formatPublicKeys, privateKeyOf, type SigningKeyPair, signingKeyPairOf } from './signing-keys.ts'

const [a, b, c, second, thief] = [1, 2, 3, 4, 5].map((byte) => signingKeyPairOf(Buffer.alloc(32, byte))) as [
  SigningKeyPair,
  SigningKeyPair,
  SigningKeyPair,
  SigningKeyPair,
  SigningKeyPair,
]
const KEYS = parseReleaseKeys(formatPublicKeys([a, second])) as ReleaseKeys
const signer = (of: SigningKeyPair) => ({ keyId: of.id, privateKey: privateKeyOf(of) })
const rotate = (from: SigningKeyPair, to: SigningKeyPair, by = second): SignedRotation =>
  signRotation({ project: 'plants', ended: from.id }, to, signer(by))
const trusted = (rotations: readonly SignedRotation[]): string[] => [...trustedKeys(KEYS, rotations).keys()]

test('an app accepts releases of both of its keys', () => {
  expect(trusted([])).toEqual([a.id, second.id])
})

test('needs two different keys', () => {
  expect(parseReleaseKeys(formatPublicKeys([a]))).toBeUndefined()
  expect(parseReleaseKeys(formatPublicKeys([a, a]))).toBeUndefined()
  expect(parseReleaseKeys('none')).toBeUndefined()
})

test('follows the successors of the first key, in any order, also over several rotations', () => {
  expect(trusted([rotate(a, b)])).toEqual([b.id, second.id])
  expect(trusted([rotate(a, b), rotate(b, c)])).toEqual([c.id, second.id])
  expect(trusted([rotate(b, c), rotate(a, b)])).toEqual([c.id, second.id])
})

test('a key that has ended never comes back', () => {
  expect(trusted([rotate(a, b), rotate(b, a)])).toEqual([second.id])
})

test('accepts no rotation that another key has signed, that was changed, or of another project', () => {
  const right = rotate(a, b)
  const wrong = [
    rotate(a, thief, thief),
    { ...rotate(a, thief, thief), key_id: second.id },
    { ...right, successor: formatPublicKeys([thief]) },
    { ...right, ended: second.id },
    { ...right, project: 'trees' },
    signRotation({ project: 'trees', ended: a.id }, b, signer(second)),
    signRotation({ project: 'plants', ended: a.id }, b, signer(a)),
    undefined,
    'text',
  ]
  expect(verifiedRotations([...wrong, right], 'plants', KEYS)).toEqual([right])
})
