import { hash, timingSafeEqual } from 'node:crypto'
import { isSignature } from './formats.ts'

/** <SHARED_SECRET_1>, <SHARED_SECRET_2> and <SHARED_SECRET_3>, in this order. */
export type SharedSecrets = readonly [string, string, string]

const sha1Hex = (text: string): string => hash('sha1', text, 'hex')

/** What `externalsignature` covers. `time` is the decimal text of the header, exactly as sent. */
export interface SignedRequest {
  readonly nonce: string
  readonly key: string
  readonly time: string
  readonly deviceId: string
}

/**
 * The request signature: 40 lowercase hex characters.
 * Source: interface, "Authentication", 5. The interface fixes SHA-1 over a plain concatenation.
 */
export const signRequest = (request: SignedRequest, [first, second, third]: SharedSecrets): string =>
  sha1Hex(request.nonce + first + request.key + second + request.time + third + request.deviceId)

/** The response signature, for `KEY_VALID` alone: 40 lowercase hex characters. Source: as above. */
export const signResponse = (nonce: string, code: string, secrets: SharedSecrets): string =>
  sha1Hex(nonce + secrets[2] + code)

/**
 * Compares two signatures in constant time.
 * False, too, when either is not 40 lowercase hex characters: an upper-case one is not the documented form.
 */
export function signaturesMatch(expected: string, given: string): boolean {
  if (!isSignature(expected) || !isSignature(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(given, 'latin1'))
}
