import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLicenseFile, LICENSE_FILE_OPTIONS, type LicenseFile } from '@latchkey/client'
import { ipcMain } from 'electron'
import type Store from 'electron-store'

/** On this channel electron-store sends the user data path to any renderer. */
const STORE_CHANNEL = 'electron-store-get-data'

/** The license file in a folder of the app's data. */
export function openLicenseFile(dir: string, isPainted: Promise<void>): LicenseFile {
  removeLeftovers(join(dir, `${LICENSE_FILE_OPTIONS.name}.json`))
  // Before the user can enter a key: importing delays the first paint of a page. An error is that of
  // the first write.
  isPainted.then(importStore).catch(() => {})
  return createLicenseFile(dir, () => openStore(dir))
}

const importStore = () => import('electron-store')

async function openStore(dir: string): Promise<Store> {
  const { default: ElectronStore } = await importStore()
  // The app may use electron-store as well.
  const listenersBefore = ipcMain.listeners(STORE_CHANNEL)
  const store = new ElectronStore({ ...LICENSE_FILE_OPTIONS, cwd: dir })
  // SECURITY: no page needs the channel, and electron-store does not verify the sender.
  for (const listener of ipcMain.listeners(STORE_CHANNEL)) {
    if (!listenersBefore.includes(listener)) {
      ipcMain.removeListener(STORE_CHANNEL, listener as () => void)
    }
  }
  return store
}

/** An interrupted write leaves a temporary file, which `erase` would not delete. */
function removeLeftovers(path: string): void {
  try {
    for (const name of readdirSync(dirname(path))) {
      const leftover = join(dirname(path), name)
      if (leftover.startsWith(`${path}.tmp-`)) rmSync(leftover, { force: true })
    }
  } catch {
    // The folder does not exist yet or cannot be read.
  }
}
