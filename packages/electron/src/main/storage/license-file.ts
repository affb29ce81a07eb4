import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLicenseFileOn, LICENSE_FILE_OPTIONS, type LicenseFile } from '@latchkey/client'
import { ipcMain } from 'electron'
import Store from 'electron-store'

/** On this channel electron-store sends the user data path to any renderer. */
const STORE_CHANNEL = 'electron-store-get-data'

/** The license file in a folder of the app's data. */
export function createLicenseFile(dir: string): LicenseFile {
  removeLeftovers(join(dir, `${LICENSE_FILE_OPTIONS.name}.json`))
  // The app may use electron-store as well.
  const listenersBefore = ipcMain.listeners(STORE_CHANNEL)
  const file = createLicenseFileOn(() => new Store({ ...LICENSE_FILE_OPTIONS, cwd: dir }))
  // SECURITY: no page needs the channel, and electron-store does not verify the sender.
  for (const listener of ipcMain.listeners(STORE_CHANNEL)) {
    if (!listenersBefore.includes(listener)) {
      ipcMain.removeListener(STORE_CHANNEL, listener as () => void)
    }
  }
  return file
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
