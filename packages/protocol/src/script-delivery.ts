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

/**
 * How a protected script reaches whoever may run it. The interface leaves it open; it asks only that `script_key` be set.
 */

/** A script sealed to one request: P-256, HKDF-SHA-256 and AES-256-GCM, as WebCrypto has them. All base64url. */
export const SealedScript = Type.Object({
  public_key: Type.String({ description: 'Of the service, for this answer alone: an uncompressed point.' }),
  iv: Type.String(),
  text: Type.String({ description: 'The ciphertext, followed by its tag.' }),
})
export type SealedScript = Type.Static<typeof SealedScript>

const code = Type.String({ description: '`KEY_VALID`, or why not: the codes are those of the key check.' })
const message = Type.String({ description: 'To be shown to the user, as text.' })

export const LoadedScript = Type.Object({
  code,
  message,
  data: Type.Optional(KeyCheckData),
  script: Type.Optional(
    Type.String({ description: 'What to run. With `KEY_VALID` alone, unless it is sealed.' }),
  ),
  sealed: Type.Optional(SealedScript),
  session: Type.Optional(Type.String({ description: 'For the heartbeats of this run.' })),
  signature: Type.Optional(
    Type.String({
      description:
        'HMAC-SHA-256 under the third shared secret, hex, of the nonce, the script’s ID and the script, a line each.',
    }),
  ),
})
export type LoadedScript = Type.Static<typeof LoadedScript>

export const Heartbeat = Type.Object({
  code,
  message,
  proof: Type.Optional(
    Type.String({ description: 'With `KEY_VALID` alone: the script knows the right one.' }),
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

/** @throws when the public key is not a point of the curve */
export function sealScript(script: string, publicKey: string, scriptId: string): SealedScript {
  const own = createECDH(CURVE)
  const public_key = own.generateKeys('base64url')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(own, publicKey, scriptId), iv)
  const text = Buffer.concat([cipher.update(script, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { public_key, iv: base64url(iv), text: base64url(text) }
}

export interface ScriptReceiver {
  /** To be sent along with the request. */
  readonly publicKey: string
  /** @throws when it was not sealed to this receiver, or was changed */
  open(sealed: SealedScript): string
}

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
 * Proves a delivered script to an app, which has the shared secrets: HMAC-SHA-256 under the third one, hex, of the
 * request's nonce, the script's ID and the script, each on a line of its own.
 */
export const signScript = (nonce: string, scriptId: string, script: string, secrets: SharedSecrets): string =>
  createHmac('sha256', secrets[2]).update(`${nonce}\n${scriptId}\n${script}`).digest('hex')

/** In constant time. */
export function isScriptSigned(
  signature: string,
  delivered: { readonly nonce: string; readonly scriptId: string; readonly script: string },
  secrets: SharedSecrets,
): boolean {
  const right = Buffer.from(signScript(delivered.nonce, delivered.scriptId, delivered.script, secrets))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

export const loadScriptPath = (scriptId: string): string => `v3/scripts/${encodeURIComponent(scriptId)}/load`
export const heartbeatPath = (scriptId: string): string =>
  `v3/scripts/${encodeURIComponent(scriptId)}/heartbeat`
