import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../encryption.ts'

/** Encrypts and decrypts a text. `open` resolves to undefined for data that it did not seal. */
export interface Sealer {
  readonly kind: 'keyring' | 'device'
  /** Whether the sealer can be used now. This can change: a keyring can be locked or removed. */
  isAvailable(): boolean
  /** Rejects when the operating system fails. The caller then stores nothing. */
  seal(text: string): Promise<Uint8Array>
  open(sealed: Uint8Array): Promise<string | undefined>
}

/**
 * Seals with AES-256-GCM and a 32-byte key that is derived from this device. Data that was copied
 * to another computer or changed cannot be opened. It does not protect against programs on this
 * computer.
 */
export function createDeviceSealer(deviceKey: () => Promise<Uint8Array>): Sealer {
  return {
    kind: 'device',
    isAvailable: () => true,
    seal: async (text) => encrypt(await deviceKey(), Buffer.from(text), randomBytes),
    async open(sealed) {
      const text = decrypt(await deviceKey(), sealed)
      return text && Buffer.from(text).toString('utf8')
    },
  }
}
