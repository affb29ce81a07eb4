import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_FILE_BYTES, type Profile, type SmallFile } from '@latchkey/client'
import type { IpcMain } from 'electron'
import type Store from 'electron-store'

const OPTIONS = {
  name: 'license',
  // A file that is not JSON is replaced, so that the license can be stored again.
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
  // SECURITY: only this user may read the file.
  configFileMode: 0o600,
} as const

/** On this channel electron-store sends the user data path to any renderer. */
const STORE_CHANNEL = 'electron-store-get-data'

/**
 * The license file of the profile. electron-store alone writes it, as a whole and atomically. It is
 * imported after the first paint, which the import would delay, or by the first write.
 */
export function openLicenseFile(
  { dir, license }: Pick<Profile, 'dir' | 'license'>,
  isPainted: Promise<void>,
  ipcMain: Pick<IpcMain, 'listeners' | 'removeListener'>,
): Pick<SmallFile, 'read' | 'write'> {
  let store: Store | undefined
  // A failure is that of the first write.
  isPainted.then(importStore).catch(() => {})

  function open(ElectronStore: typeof Store): Store {
    // The app may use electron-store as well.
    const listenersBefore = ipcMain.listeners(STORE_CHANNEL)
    try {
      return new ElectronStore({ ...OPTIONS, cwd: dir })
    } finally {
      // SECURITY: no page needs the channel, and electron-store does not verify the sender.
      for (const listener of ipcMain.listeners(STORE_CHANNEL)) {
        if (!listenersBefore.includes(listener)) {
          ipcMain.removeListener(STORE_CHANNEL, listener as () => void)
        }
      }
    }
  }

  return {
    read: license.read,
    async write(text) {
      try {
        const ElectronStore = await importStore()
        removeIfNotSmall(join(dir, `${OPTIONS.name}.json`))
        store ??= open(ElectronStore)
        store.store = JSON.parse(text)
        return true
      } catch {
        return false
      }
    },
  }
}

const importStore = async (): Promise<typeof Store> => (await import('electron-store')).default

/** SECURITY: electron-store reads the file before it writes it, without a limit. */
function removeIfNotSmall(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !(stats.isFile() && stats.size < MAX_FILE_BYTES)) rmSync(path)
}
