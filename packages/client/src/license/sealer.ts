import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Makes a text unreadable for everybody else. `open` answers undefined for what it did not seal. */
export interface Sealer {
  readonly kind: 'keyring' | 'device'
  /** False where the operating system offers none. Asked at every use: a keyring can be locked or go away. */
  isAvailable(): boolean
  /** May throw when the operating system fails; the caller then keeps nothing. */
  seal(text: string): Promise<Uint8Array>
  open(sealed: Uint8Array): Promise<string | undefined>
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals with a key that only this device has again. A copy on another machine does not open, nor does one of which
 * a byte was changed. It stops nobody who runs programs on this machine.
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
