import type { LicenseFile } from './store.ts'

/** What is needed of electron-store. Its setter replaces the whole file through a temporary one. */
export interface JsonStore {
  store: Record<string, unknown>
}

/** `license.json` in the app's data folder. */
export const LICENSE_FILE_OPTIONS = {
  name: 'license',
  // A file that is no JSON is replaced, not a reason to stay closed.
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
} as const

/** The license file on what `open` gives, which may throw: then nothing is found and nothing can be kept. */
export function createLicenseFileOn(open: () => JsonStore): LicenseFile {
  let json: JsonStore | undefined
  try {
    json = open()
  } catch {
    // The folder cannot be read or written: the app works, and asks for the key at every start.
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
