import type { KeyObject } from 'node:crypto'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  createSigningKeyPair,
  formatPublicKeys,
  type PublicKeys,
  parsePublicKeys,
  privateKeyOf,
  type SigningKeyPair,
  signAnswer,
} from '@latchkey/protocol'
import type { GetRequest } from '../transport.ts'

export const SIGNING_KEY = createSigningKeyPair()
/** The attacker's, or that of another project. */
export const OTHER_SIGNING_KEY = createSigningKeyPair()

/** Reading a key takes longer than signing with it. */
const privateKeys = new Map<SigningKeyPair, KeyObject>()

export function publicKeysOf(...pairs: readonly SigningKeyPair[]): PublicKeys {
  const keys = parsePublicKeys(formatPublicKeys(pairs))
  if (keys === undefined) throw new Error('These are not keys.')
  return keys
}
export const PUBLIC_KEYS = publicKeysOf(SIGNING_KEY)

/** The headers with which a service signs its answer to this check. */
export function signatureOf(
  url: string,
  headers: GetRequest['headers'],
  body: string,
  created: number,
  pair = SIGNING_KEY,
): Readonly<Record<string, string>> {
  const { pathname: path, search: query } = new URL(url, 'https://node.example')
  const request = {
    kind: 'check',
    path,
    query,
    nonce: headers[CLIENT_NONCE_HEADER] ?? '',
    deviceId: headers[CLIENT_DEVICE_HEADER] ?? '',
  } as const
  const privateKey = privateKeys.get(pair) ?? privateKeyOf(pair)
  privateKeys.set(pair, privateKey)
  return signAnswer(request, { body }, created, { keyId: pair.id, privateKey }) ?? {}
}
