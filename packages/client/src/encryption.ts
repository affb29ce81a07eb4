import { createCipheriv, createDecipheriv } from 'node:crypto'

export type RandomBytes = (size: number) => Uint8Array

const CIPHER = 'aes-256-gcm'
export const NONCE_BYTES = 12
export const TAG_BYTES = 16

/** AES-256-GCM. Returns nonce, ciphertext and tag, concatenated. */
export function encrypt(
  key: Uint8Array,
  plain: Uint8Array,
  random: RandomBytes,
  associated = '',
): Uint8Array {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(associated))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when the key is wrong or the data was modified. */
export function decrypt(key: Uint8Array, box: Uint8Array, associated = ''): Uint8Array | undefined {
  if (box.byteLength < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = box.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associated)).setAuthTag(box.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES))
    return new Uint8Array(Buffer.concat([text, decipher.final()]))
  } catch {
    return undefined
  }
}
