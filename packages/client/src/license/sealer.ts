import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts and decrypts a text. `open` resolves to undefined for data that it did not seal. */
export interface Sealer {
  readonly kind: 'keyring' | 'device'
  /** Whether the sealer can be used now. This can change: a keyring can be locked or removed. */
  isAvailable(): boolean
  /** Rejects when the operating system fails. The caller then stores nothing. */
  seal(text: string): Promise<Uint8Array>
  open(sealed: Uint8Array): Promise<string | undefined>
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals with AES-256-GCM and a 32-byte key that is derived from this device. Data that was copied
 * to another computer or changed cannot be opened. It does not protect against programs on this
 * computer.
 */
export function createDeviceSealer(deviceKey: () => Promise<Uint8Array>): Sealer {
  return {
    kind: 'device',
    isAvailable: () => true,
    async seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, await deviceKey(), nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    async open(sealed) {
      if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined
      const key = await deviceKey()
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
