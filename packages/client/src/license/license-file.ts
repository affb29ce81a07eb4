import type { LicenseFile } from './store.ts'

/** The part of electron-store that is used. Its setter replaces the whole file atomically. */
export interface JsonStore {
  store: Record<string, unknown>
}

/** Options of electron-store for `license.json` in the app's data folder. */
export const LICENSE_FILE_OPTIONS = {
  name: 'license',
  // Replace an invalid file, so that the app can start.
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
} as const

/**
 * Creates the license file on the electron-store that `open` opens. If `open` throws, `read`
 * returns undefined and `write` throws.
 */
export function createLicenseFileOn(open: () => JsonStore): LicenseFile {
  let json: JsonStore | undefined
  try {
    json = open()
  } catch {
    // The folder cannot be read or written. The app works, but needs the key at every start.
  }
  return {
    read() {
      try {
        return json?.store
      } catch {
        return undefined
      }
    },
    write(content) {
      if (json === undefined) throw new Error('The license file cannot be written.')
      json.store = { ...content }
    },
  }
}
