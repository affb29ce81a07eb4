import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export const SERVICE_KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what is read again later, such as shared secrets, before it reaches the database. */
export interface Seal {
  /**
   * Encrypts a text.
   * @param context to which the text belongs; it opens only with the same context
   */
  seal(text: string, context: string): Uint8Array
  /**
   * Decrypts a text.
   * @throws when the sealed bytes were changed, or sealed with another key or context
   */
  open(sealed: Uint8Array, context: string): string
}

export interface ServiceKey extends Seal {
  /** Derives bytes, which are the same for the same label. They do not reveal the service key. */
  derive(label: string, length: number): Uint8Array
}

/**
 * Seals with AES-256-GCM: the text is secret, and a changed byte is detected. A sealed text is IV,
 * ciphertext and tag, one after the other. The random 96-bit IV is safe for far more texts than a
 * service ever seals (NIST SP 800-38D: 2^32 under one key).
 */
export function createServiceKey(key: Uint8Array): ServiceKey {
  if (key.length !== SERVICE_KEY_BYTES) throw new Error(`A service key has ${SERVICE_KEY_BYTES} bytes.`)
  const derive = (label: string, length: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, 'latchkey service key', label, length))
  // The key itself is only used to derive others: no two purposes share a key.
  const sealingKey = derive('sealing', SERVICE_KEY_BYTES)

  return {
    derive,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(context))
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('Too short to be sealed.')
      const end = sealed.length - TAG_BYTES
      // SECURITY: without this length, Node would accept a truncated tag.
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(end))
      return decipher.update(sealed.subarray(IV_BYTES, end), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** This is more than the projects that one service uses. */
const MOST_REMEMBERED = 10_000

/** Caches opened texts, so that no group of key checks decrypts a project's secrets again. */
export function withOpenedCache({ seal, open }: Seal): Seal {
  const remembered = new Map<string, { readonly sealed: Uint8Array; readonly text: string }>()
  return {
    seal,
    open(sealed, context) {
      const known = remembered.get(context)
      if (known !== undefined && Buffer.compare(known.sealed, sealed) === 0) return known.text
      const text = open(sealed, context)
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(context, { sealed, text })
      return text
    },
  }
}
