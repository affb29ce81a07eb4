import type { Sealer } from '@latchkey/client'
import { app, safeStorage } from 'electron'

/**
 * Encrypts with Electron's safeStorage. On Linux without a keyring, safeStorage uses `basic_text`,
 * a hard-coded password. That is treated as no keyring.
 */
export function createKeyringSealer(): Sealer {
  return {
    kind: 'keyring',
    isAvailable,
    seal: async (text) => safeStorage.encryptString(text),
    async open(sealed) {
      // safeStorage reports no keyring before the app is ready.
      await app.whenReady()
      if (!isAvailable()) return undefined
      try {
        return safeStorage.decryptString(Buffer.from(sealed))
      } catch {
        return undefined
      }
    },
  }
}

const NO_KEYRING: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

const isAvailable = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || !NO_KEYRING.has(safeStorage.getSelectedStorageBackend()))
