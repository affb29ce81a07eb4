import { sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createSigningKeyPair,
  formatPublicKeys,
  parsePublicKeys,
  privateKeyOf,
  signingKeyPairOf,
} from './signing-keys.ts'

/** The keys of RFC 8037, A.1 to A.3. */
const RFC_8037 = {
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
}

test('names a key by the thumbprint of RFC 8037, A.3', () => {
  const pair = signingKeyPairOf(Buffer.from(RFC_8037.d, 'base64url'))
  expect(pair.id).toBe(RFC_8037.id)
  expect(pair.publicKey).toBe(Buffer.from(RFC_8037.x, 'base64url').toString('base64'))
  expect(pair.privateKey).toBe(Buffer.from(RFC_8037.d, 'base64url').toString('base64'))
})

test('verifies with the setting of an app what the private key signed', () => {
  const [old, next] = [createSigningKeyPair(), createSigningKeyPair()]
  expect(next.id).not.toBe(old.id)
  const keys = parsePublicKeys(formatPublicKeys([next, old]))
  expect([...(keys?.keys() ?? [])]).toEqual([next.id, old.id])
  const text = Buffer.from('text')
  const signature = sign(null, text, privateKeyOf(old))
  const verified = (id: string) => {
    const key = keys?.get(id)
    return key !== undefined && verify(null, text, key, signature)
  }
  expect(verified(old.id)).toBe(true)
  expect(verified(next.id)).toBe(false)
})

test('reads none as no keys, and refuses everything that is not a list of keys', () => {
  const { id, publicKey } = createSigningKeyPair()
  expect(parsePublicKeys('none')?.size).toBe(0)
  expect(parsePublicKeys(` ${id}=${publicKey} , other=${publicKey}`)?.size).toBe(2)
  for (const text of [
    '',
    ',',
    publicKey,
    `${id}=`,
    `=${publicKey}`,
    `${id}=${publicKey},`,
    `${id}=${publicKey},${id}=${publicKey}`,
    `${id}=${publicKey},none`,
    `${id}=${publicKey.slice(0, -2)}=`,
    `${id}=${Buffer.alloc(31).toString('base64')}`,
    `${id}=${Buffer.alloc(33).toString('base64')}`,
    `a b=${publicKey}`,
    `${'x'.repeat(65)}=${publicKey}`,
  ]) {
    expect(parsePublicKeys(text), text).toBeUndefined()
  }
})
