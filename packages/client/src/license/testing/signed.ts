import type { KeyObject } from 'node:crypto'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  type CoveredRequest,
  createSigningKeyPair,
  formatLicenseFields,
  formatPublicKeys,
  type LicenseFields,
  type LicenseKey,
  type PublicKeys,
  parsePublicKeys,
  privateKeyOf,
  type SigningKeyPair,
  signAnswer,
  type UpdateToken,
} from '@latchkey/protocol'
import type { GetRequest } from '../transport.ts'
import { useOf } from './test-service.ts'

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

/** The headers with which a service signs its answer to this request. */
export function signatureOf(
  url: string,
  headers: GetRequest['headers'],
  body: string,
  created: number,
  {
    pair = SIGNING_KEY,
    fields = {},
    trialKey,
    updateToken,
  }: {
    pair?: SigningKeyPair
    fields?: LicenseFields
    trialKey?: LicenseKey | undefined
    updateToken?: UpdateToken | undefined
  } = {},
): Readonly<Record<string, string>> {
  const { pathname: path, search: query } = new URL(url, 'https://node.example')
  const use = useOf(url) ?? 'check'
  const nonce = headers[CLIENT_NONCE_HEADER] ?? ''
  const deviceId = headers[CLIENT_DEVICE_HEADER] ?? ''
  const request: CoveredRequest =
    use === 'offer'
      ? { kind: 'offer', path, query, nonce }
      : { kind: 'check', use, path, query, nonce, deviceId }
  const privateKey = privateKeys.get(pair) ?? privateKeyOf(pair)
  privateKeys.set(pair, privateKey)
  const content = { body, license: formatLicenseFields(fields, trialKey, updateToken) }
  return signAnswer(request, content, created, { keyId: pair.id, privateKey }) ?? {}
}
