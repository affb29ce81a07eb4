import {
  KEY_VALID,
  KeyCheckData,
  type LicenseFields,
  NEVER,
  type Nonce,
  type SharedSecrets,
  signaturesMatch,
  signResponse,
} from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { cleanText } from './clean-text.ts'

/** What a key allows. SECURITY: from signed fields alone, so an app without public keys has none. */
export interface Entitlements {
  /** Sorted, without duplicates. Absent: none. */
  readonly features?: readonly string[]
  /** Unix seconds. Versions of the app that were released later are not offered as updates. */
  readonly updatesUntil?: number
  /** After the end of the key, the license goes on for versions that were built until `updatesUntil`. */
  readonly isPerpetual?: true
  readonly isTrial?: true
}

export interface License extends Entitlements {
  readonly note: string
  readonly executions: number
  /** Unix seconds of the service's clock. */
  readonly expiresAt: number | 'never'
}

/** The result of verifying the body of an answer, with this content if the request was granted. */
export type Verdict<Content> =
  | ({ readonly kind: 'valid' } & Content)
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'malformed'; readonly why: string }
  /** The code is KEY_VALID, but the signature is missing or wrong. */
  | { readonly kind: 'not-authentic'; readonly why: string }

type Refused = Extract<Verdict<object>, { kind: 'refused' | 'malformed' }>

const MAX_MESSAGE_LENGTH = 300
/**
 * The service has the same limit. The panel shows the start of a long note, and the rest on
 * request.
 */
const MAX_NOTE_LENGTH = 1_000
/** The last second of the year 9999. Later times cannot be formatted as a date. */
const LATEST_SECONDS = 253_402_300_799

const WithCode = Type.Object({ code: Type.String() })
const WithMessage = Type.Object({ message: Type.String() })
const WithSignature = Type.Object({ signature: Type.String() })
const WithData = Type.Object({ data: KeyCheckData })

/**
 * Verifies the body of a key check's answer. It is valid only with the code `KEY_VALID` and the
 * signature for this request's nonce. SECURITY: only the code is signed. The other fields are for
 * display; those of a valid answer are read after the signature is verified.
 * @param fields of `latchkey-license`, only after its own signature was verified
 */
export function verifyAnswer(
  body: unknown,
  nonce: Nonce,
  secrets: SharedSecrets,
  fields?: LicenseFields,
): Verdict<{ license: License }> {
  if (!Check(WithCode, body)) return { kind: 'malformed', why: 'no code' }
  if (body.code !== KEY_VALID) return parseRefusal(body)
  if (!Check(WithSignature, body)) return { kind: 'not-authentic', why: 'no signature' }
  if (!signaturesMatch(signResponse(nonce, KEY_VALID, secrets), body.signature)) {
    return { kind: 'not-authentic', why: 'wrong signature' }
  }
  if (!Check(WithData, body)) return { kind: 'malformed', why: 'no data' }
  return parseLicense(body.data, fields)
}

/** Any code but the one that was expected is a refusal. */
export function parseRefusal(body: { code: string }): Refused {
  if (!Check(WithMessage, body)) return { kind: 'malformed', why: 'no message' }
  return {
    kind: 'refused',
    code: showableCode(body.code),
    message: cleanText(body.message, MAX_MESSAGE_LENGTH),
  }
}

/** SECURITY: a code that only resembles KEY_VALID is not shown, because users could believe it. */
const showableCode = (code: string): string =>
  /^[\w.:-]{1,64}$/.test(code) && code.toUpperCase() !== KEY_VALID ? code : 'UNKNOWN_ERROR'

function parseLicense(data: KeyCheckData, fields?: LicenseFields): Verdict<{ license: License }> {
  const { total_executions: executions, auth_expire: expire } = data
  if (!Number.isSafeInteger(executions) || executions < 0)
    return { kind: 'malformed', why: 'total_executions' }
  const isTime = expire > 0 && expire <= LATEST_SECONDS
  if (!isTime && expire !== NEVER) return { kind: 'malformed', why: 'auth_expire' }
  return { kind: 'valid', license: toLicense(data, fields) }
}

/** The license as it is shown, of an answer or of a license file. */
export const toLicense = (
  { note, total_executions, auth_expire }: KeyCheckData,
  fields: LicenseFields = {},
): License => ({
  note: cleanText(note, MAX_NOTE_LENGTH),
  executions: total_executions,
  expiresAt: auth_expire === NEVER ? 'never' : auth_expire,
  ...entitlementsIn(fields),
})

const entitlementsIn = ({ features, updatesUntil, isPerpetual, isTrial }: LicenseFields): Entitlements => ({
  ...(features && { features: [...new Set(features)].sort() }),
  ...(updatesUntil !== undefined && { updatesUntil }),
  ...(isPerpetual && { isPerpetual }),
  ...(isTrial && { isTrial }),
})
