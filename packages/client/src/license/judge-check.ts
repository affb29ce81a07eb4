import {
  KEY_VALID,
  KeyCheckData,
  NEVER,
  type Nonce,
  type SharedSecrets,
  signaturesMatch,
  signResponse,
} from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { cleanText } from './clean-text.ts'

export interface License {
  readonly note: string
  readonly executions: number
  /** Unix seconds of the service's clock. */
  readonly expiresAt: number | 'never'
}

export type Verdict =
  | { readonly kind: 'valid'; readonly license: License }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'malformed'; readonly why: string }
  /** It says that the key is valid, and whoever said it does not know the third secret. */
  | { readonly kind: 'not-authentic'; readonly why: string }

const MAX_MESSAGE_LENGTH = 300
const MAX_NOTE_LENGTH = 300
/** The last second of the year 9999: what a date can show. */
const LATEST_SECONDS = 253_402_300_799

const Coded = Type.Object({ code: Type.String() })
const Refusal = Type.Object({ message: Type.String() })
const Signed = Type.Object({ signature: Type.String() })
const WithData = Type.Object({ data: KeyCheckData })

/**
 * Decides what a key check's body says. Nothing but `KEY_VALID` with this request's signature is valid; the rest
 * of the body is not signed, is read only after that, and is for display alone.
 */
export function judgeCheck(body: unknown, nonce: Nonce, secrets: SharedSecrets): Verdict {
  if (!Check(Coded, body)) return { kind: 'malformed', why: 'no code' }
  if (body.code !== KEY_VALID) return judgeRefusal(body)
  if (!Check(Signed, body)) return { kind: 'not-authentic', why: 'no signature' }
  if (!signaturesMatch(signResponse(nonce, KEY_VALID, secrets), body.signature)) {
    return { kind: 'not-authentic', why: 'wrong signature' }
  }
  if (!Check(WithData, body)) return { kind: 'malformed', why: 'no data' }
  return judgeData(body.data)
}

function judgeRefusal(body: { code: string }): Verdict {
  if (!Check(Refusal, body)) return { kind: 'malformed', why: 'no message' }
  return {
    kind: 'refused',
    code: showableCode(body.code),
    message: cleanText(body.message, MAX_MESSAGE_LENGTH),
  }
}

/** A code that looks like the valid one and is not must not be shown as if it were. */
const showableCode = (code: string): string =>
  /^[\w.:-]{1,64}$/.test(code) && code.toUpperCase() !== KEY_VALID ? code : 'UNKNOWN_ERROR'

function judgeData({ note, total_executions: executions, auth_expire: expire }: KeyCheckData): Verdict {
  if (!Number.isSafeInteger(executions) || executions < 0)
    return { kind: 'malformed', why: 'total_executions' }
  const isTime = expire > 0 && expire <= LATEST_SECONDS
  if (!isTime && expire !== NEVER) return { kind: 'malformed', why: 'auth_expire' }
  return {
    kind: 'valid',
    license: {
      note: cleanText(note, MAX_NOTE_LENGTH),
      executions,
      expiresAt: expire === NEVER ? 'never' : expire,
    },
  }
}
