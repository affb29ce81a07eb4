import { createHash } from 'node:crypto'
import { CompactSign, compactVerify } from 'jose'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { FEATURE_PATTERN, MAX_FEATURES_OF_LICENSE } from './features.ts'
import type { AnswerSigner } from './signed-answer.ts'
import type { PublicKeys } from './signing-keys.ts'

// A license that needs no network: a file with a JWS (RFC 7515 and 8037) that the service signed.

/** The content of a license file. Times are Unix seconds. */
export interface OfflineLicense {
  readonly appName: string
  /** The `keyFingerprint` of the key. The key itself is not in the file. */
  readonly fingerprint: string
  readonly deviceId: string
  /** The nonce of the activation request. */
  readonly nonce: string
  readonly issuedAt: number
  readonly notBefore: number
  /**
   * The first second in which it is not valid any more. Never later than the end of the key, unless
   * that is perpetual.
   */
  readonly expiresAt: number
  readonly note: string
  /** The `auth_expire` of the key; `NEVER` if it has no end. */
  readonly keyExpiresAt: number
  /** The executions of the key, including the one for this license. */
  readonly executions: number
  /** These three fields have the meaning that they have in `LicenseFields`. */
  readonly features?: readonly string[]
  readonly updatesUntil?: number
  readonly isPerpetual?: true
}

/** SECURITY: the key has 182 random bits, so the fingerprint does not reveal it. */
export const keyFingerprint = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Explicit typing, so that no other JWS of the same key is a license. Source: RFC 8725, 3.11. */
const TYPE = 'latchkey-license+jwt'
const ALGORITHM = 'EdDSA'
const ISSUER = 'latchkey'
const MOST_CHARACTERS = 16_384

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The registered names of RFC 7519, 4.1, and further ones. */
const Claims = Type.Object({
  iss: Type.Literal(ISSUER),
  aud: Type.String(),
  sub: Type.String(),
  device: Type.String(),
  nonce: Type.String(),
  iat: Whole,
  nbf: Whole,
  exp: Whole,
  note: Type.String(),
  key_exp: Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }),
  executions: Whole,
  features: Type.Optional(
    Type.Array(Type.String({ pattern: FEATURE_PATTERN }), { maxItems: MAX_FEATURES_OF_LICENSE }),
  ),
  updates_until: Type.Optional(Whole),
  perpetual: Type.Optional(Type.Literal(true)),
})

const headerOf = (keyId: string) => ({ alg: ALGORITHM, typ: TYPE, kid: keyId })
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The JWS in compact form, which is the whole file. */
export function signOfflineLicense(license: OfflineLicense, signer: AnswerSigner): Promise<string> {
  const claims: Type.Static<typeof Claims> = {
    iss: ISSUER,
    aud: license.appName,
    sub: license.fingerprint,
    device: license.deviceId,
    nonce: license.nonce,
    iat: license.issuedAt,
    nbf: license.notBefore,
    exp: license.expiresAt,
    note: license.note,
    key_exp: license.keyExpiresAt,
    executions: license.executions,
    ...(license.features && { features: [...license.features] }),
    ...(license.updatesUntil !== undefined && { updates_until: license.updatesUntil }),
    ...(license.isPerpetual && { perpetual: true }),
  }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader(headerOf(signer.keyId))
    .sign(signer.privateKey)
}

/** What a license must match. */
export interface OfflineLicenseUse {
  readonly appName: string
  readonly key: string
  readonly deviceId: string
  /** Unix seconds. */
  readonly now: number
  readonly publicKeys: PublicKeys
}

/** Whether a license file is valid on this computer at this time, and otherwise why not. */
export type OfflineLicenseVerdict =
  | { readonly kind: 'valid'; readonly license: OfflineLicense }
  /** `license` has a right signature, but is for something else, or for another time. */
  | {
      readonly kind: 'other-app' | 'other-key' | 'other-device' | 'expired' | 'not-yet-valid'
      readonly license: OfflineLicense
    }
  | { readonly kind: 'not-a-license' | 'unknown-key' | 'altered' }

/** Verifies the text of a license file: first its signature, then whether it fits. */
export async function verifyOfflineLicense(
  text: string,
  use: OfflineLicenseUse,
): Promise<OfflineLicenseVerdict> {
  const read = await readOfflineLicense(text, use.publicKeys)
  if (read.kind !== 'valid') return read
  const { license } = read
  if (license.appName !== use.appName) return { kind: 'other-app', license }
  if (license.fingerprint !== keyFingerprint(use.key)) return { kind: 'other-key', license }
  if (license.deviceId !== use.deviceId) return { kind: 'other-device', license }
  if (use.now >= license.expiresAt) return { kind: 'expired', license }
  if (use.now < license.notBefore) return { kind: 'not-yet-valid', license }
  return read
}

type Reading = Extract<OfflineLicenseVerdict, { kind: 'valid' | 'not-a-license' | 'unknown-key' | 'altered' }>

/**
 * SECURITY: the header has to be exactly the one that the service writes, so it has no `crit`, `jwk`
 * or `jku`, and no other algorithm. A part has one encoding: a file cannot be changed at all.
 */
async function readOfflineLicense(text: string, publicKeys: PublicKeys): Promise<Reading> {
  if (text.length > MOST_CHARACTERS) return { kind: 'not-a-license' }
  // Mail programs wrap lines and quote them.
  const file = text.replaceAll(/[\s>|\u200b\u2060\ufeff]/g, '')
  const parts = file.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3 || !/^[\w.-]+$/.test(file)) return { kind: 'not-a-license' }
  const keyId = keyIdIn(header)
  if (keyId === undefined || !isCanonical(payload) || !isCanonical(signature)) return { kind: 'altered' }
  const publicKey = publicKeys.get(keyId)
  if (publicKey === undefined) return { kind: 'unknown-key' }
  try {
    const verified = await compactVerify(file, publicKey, { algorithms: [ALGORITHM] })
    const claims: unknown = JSON.parse(Buffer.from(verified.payload).toString('utf8'))
    return Value.Check(Claims, claims) ? { kind: 'valid', license: licenseOf(claims) } : { kind: 'altered' }
  } catch {
    return { kind: 'altered' }
  }
}

const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part

function keyIdIn(header: string): string | undefined {
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid?: unknown }
    return typeof kid === 'string' && encode(headerOf(kid)) === header ? kid : undefined
  } catch {
    return undefined
  }
}

const licenseOf = (claims: Type.Static<typeof Claims>): OfflineLicense => ({
  appName: claims.aud,
  fingerprint: claims.sub,
  deviceId: claims.device,
  nonce: claims.nonce,
  issuedAt: claims.iat,
  notBefore: claims.nbf,
  expiresAt: claims.exp,
  note: claims.note,
  keyExpiresAt: claims.key_exp,
  executions: claims.executions,
  ...(claims.features && { features: claims.features }),
  ...(claims.updates_until !== undefined && { updatesUntil: claims.updates_until }),
  ...(claims.perpetual && { isPerpetual: true }),
})
