import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  type ECDH,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Type } from 'typebox'
import { KeyCheckData } from './key-check.ts'
import type { SharedSecrets } from './signatures.ts'

// The delivery of a protected script. The interface does not define it, except for the field
// `script_key`.

/**
 * A script encrypted for one request: ECDH on P-256, HKDF-SHA-256 and AES-256-GCM, all available in
 * WebCrypto. All fields are base64url.
 */
export const SealedScript = Type.Object({
  public_key: Type.String({
    description: 'The ephemeral public key of the service: an uncompressed P-256 point.',
  }),
  iv: Type.String(),
  text: Type.String({ description: 'The ciphertext, followed by the authentication tag.' }),
})
export type SealedScript = Type.Static<typeof SealedScript>

const code = Type.String({
  description: 'A code of the key check: `KEY_VALID`, or the reason of the refusal.',
})
const message = Type.String({ description: 'For display to the user, as plain text.' })

/** The answer to the request for a protected script. */
export const LoadedScript = Type.Object({
  code,
  message,
  data: Type.Optional(KeyCheckData),
  script: Type.Optional(
    Type.String({ description: 'The script. Present only with `KEY_VALID`, and only if it is not sealed.' }),
  ),
  sealed: Type.Optional(SealedScript),
  session: Type.Optional(Type.String({ description: 'The session for the heartbeats of this run.' })),
  signature: Type.Optional(
    Type.String({
      description:
        'HMAC-SHA-256 in hex, keyed with the third shared secret, of the nonce, the script ID and the script, separated by line feeds.',
    }),
  ),
})
export type LoadedScript = Type.Static<typeof LoadedScript>

/** The answer to a heartbeat of a protected script. */
export const Heartbeat = Type.Object({
  code,
  message,
  proof: Type.Optional(
    Type.String({ description: 'Present only with `KEY_VALID`. The script verifies it.' }),
  ),
})
export type Heartbeat = Type.Static<typeof Heartbeat>

const CURVE = 'prime256v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const keyOf = (own: ECDH, theirs: string, scriptId: string): Uint8Array =>
  new Uint8Array(
    hkdfSync('sha256', own.computeSecret(theirs, 'base64url'), '', `latchkey script ${scriptId}`, KEY_BYTES),
  )

/** @throws when the public key is not a point on the curve. */
export function sealScript(script: string, publicKey: string, scriptId: string): SealedScript {
  const own = createECDH(CURVE)
  const public_key = own.generateKeys('base64url')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(own, publicKey, scriptId), iv)
  const text = Buffer.concat([cipher.update(script, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { public_key, iv: base64url(iv), text: base64url(text) }
}

/** Opens a script that was sealed for it. */
export interface ScriptReceiver {
  /** The public key to send with the request, base64url. */
  readonly publicKey: string
  /** @throws when the script was sealed for another receiver, or was modified. */
  open(sealed: SealedScript): string
}

/** Creates a receiver with a new key pair, for one delivery of this script. */
export function createScriptReceiver(scriptId: string): ScriptReceiver {
  const own = createECDH(CURVE)
  return {
    publicKey: own.generateKeys('base64url'),
    open({ public_key, iv, text }) {
      const bytes = Buffer.from(text, 'base64url')
      const end = bytes.length - TAG_BYTES
      const decipher = createDecipheriv(
        CIPHER,
        keyOf(own, public_key, scriptId),
        Buffer.from(iv, 'base64url'),
        { authTagLength: TAG_BYTES },
      ).setAuthTag(bytes.subarray(end))
      return decipher.update(bytes.subarray(0, end), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/**
 * Signs a delivered script for an app that has the shared secrets: HMAC-SHA-256 in hex, keyed with
 * the third secret, of the request's nonce, the script ID and the script, separated by line feeds.
 */
export const signScript = (nonce: string, scriptId: string, script: string, secrets: SharedSecrets): string =>
  createHmac('sha256', secrets[2]).update(`${nonce}\n${scriptId}\n${script}`).digest('hex')

/** Verifies the signature of `signScript` in constant time. */
export function isScriptSigned(
  signature: string,
  delivered: { readonly nonce: string; readonly scriptId: string; readonly script: string },
  secrets: SharedSecrets,
): boolean {
  const expected = Buffer.from(signScript(delivered.nonce, delivered.scriptId, delivered.script, secrets))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Path of the request for a script, relative to the base URL of a node. */
export const loadScriptPath = (scriptId: string): string => `v3/scripts/${encodeURIComponent(scriptId)}/load`
/** Path of the heartbeat of a script, relative to the base URL of a node. */
export const heartbeatPath = (scriptId: string): string =>
  `v3/scripts/${encodeURIComponent(scriptId)}/heartbeat`
