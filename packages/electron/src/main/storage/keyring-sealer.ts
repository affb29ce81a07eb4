import type { Sealer } from '@latchkey/client'
import { app, safeStorage } from 'electron'

/**
 * Electron's safeStorage, where the operating system stands behind it. On Linux without a keyring its back end is
 * `basic_text`, whose password is known to everybody: that is none.
 */
export function createKeyringSealer(): Sealer {
  return {
    kind: 'keyring',
    isAvailable,
    seal: async (text) => safeStorage.encryptString(text),
    async open(sealed) {
      // Before the app is ready, every keyring looks missing.
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
