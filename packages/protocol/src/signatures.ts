import { hash, timingSafeEqual } from 'node:crypto'
import { isSignature } from './formats.ts'

/** The shared secrets 1, 2 and 3 of the interface, in this order. */
export type SharedSecrets = readonly [string, string, string]

const sha1Hex = (text: string): string => hash('sha1', text, 'hex')

/** The values that `externalsignature` covers. `time` is the `clienttime` header, as sent. */
export interface SignedRequest {
  readonly nonce: string
  readonly key: string
  readonly time: string
  readonly deviceId: string
}

/**
 * The request signature: 40 lowercase hex characters.
 * Source: interface, "Authentication", 5, which requires SHA-1 of a plain concatenation.
 */
export const signRequest = (request: SignedRequest, [first, second, third]: SharedSecrets): string =>
  sha1Hex(request.nonce + first + request.key + second + request.time + third + request.deviceId)

/** The response signature, only with `KEY_VALID`: 40 lowercase hex characters. Source: as above. */
export const signResponse = (nonce: string, code: string, secrets: SharedSecrets): string =>
  sha1Hex(nonce + secrets[2] + code)

/**
 * Compares two signatures in constant time. Returns false also when either is not 40 lowercase hex
 * characters, because the interface documents no other format.
 */
export function signaturesMatch(expected: string, given: string): boolean {
  if (!isSignature(expected) || !isSignature(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(given, 'latin1'))
}
