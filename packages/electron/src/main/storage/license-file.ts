import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLicenseFileOn, LICENSE_FILE_OPTIONS, type LicenseFile } from '@latchkey/client'
import { app, ipcMain } from 'electron'
import Store from 'electron-store'

/** electron-store answers this channel to any renderer that asks, with the path of the user's data. */
const STORE_CHANNEL = 'electron-store-get-data'

/** The license file in the app's data folder. */
export function createLicenseFile(): LicenseFile {
  removeLeftovers(join(app.getPath('userData'), `${LICENSE_FILE_OPTIONS.name}.json`))
  const file = createLicenseFileOn(() => new Store(LICENSE_FILE_OPTIONS))
  // SECURITY: no window needs the channel, and nothing checks who asks.
  ipcMain.removeAllListeners(STORE_CHANNEL)
  return file
}

/** A write that was cut off leaves its temporary file, with what a later `erase` should have taken away. */
function removeLeftovers(path: string): void {
  try {
    for (const name of readdirSync(dirname(path))) {
      const leftover = join(dirname(path), name)
      if (leftover.startsWith(`${path}.tmp-`)) rmSync(leftover, { force: true })
    }
  } catch {
    // No folder yet, or none that can be read.
  }
}
