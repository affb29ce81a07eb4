import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLicenseFileOn, LICENSE_FILE_OPTIONS, type LicenseFile } from '@latchkey/client'
import { app, ipcMain } from 'electron'
import Store from 'electron-store'

/** On this channel electron-store sends the user data path to any renderer. */
const STORE_CHANNEL = 'electron-store-get-data'

/** The license file in the app's data folder. */
export function createLicenseFile(): LicenseFile {
  removeLeftovers(join(app.getPath('userData'), `${LICENSE_FILE_OPTIONS.name}.json`))
  const file = createLicenseFileOn(() => new Store(LICENSE_FILE_OPTIONS))
  // SECURITY: no page needs the channel, and electron-store does not verify the sender.
  ipcMain.removeAllListeners(STORE_CHANNEL)
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
