import { ipcMain } from 'electron'
import Store from 'electron-store'
import type { LicenseFile } from '../license/store.ts'

/** electron-store answers this channel to any renderer that asks, with the path of the user's data. */
const STORE_CHANNEL = 'electron-store-get-data'

/** `license.json` in the app's data folder, written through a temporary file that then takes its place. */
export function createLicenseFile(): LicenseFile {
  let store: Store | undefined
  try {
    store = new Store({
      name: 'license',
      // A file that is no JSON is replaced, not a reason to stay closed.
      clearInvalidConfig: true,
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
    })
  } catch {
    // The folder cannot be read or written: the app works, and asks for the key at every start.
  }
  // SECURITY: no window needs the channel, and nothing checks who asks.
  ipcMain.removeAllListeners(STORE_CHANNEL)

  return {
    read() {
      try {
        return store?.store
      } catch {
        return undefined
      }
    },
    write(content) {
      if (store === undefined) throw new Error('The license file cannot be written.')
      store.store = { ...content }
    },
  }
}
