import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTextFile } from '../device/device-files.ts'
import { isNoSmallFile, readSmallFile } from '../read-small-file.ts'
import { LICENSE_FILE_OPTIONS } from './license-file-options.ts'
import type { LicenseFile } from './store.ts'

/** The part of electron-store that is used. Its setter replaces the whole file atomically. */
export interface JsonStore {
  store: Record<string, unknown>
}

/**
 * The license file in `dir`. A launch reads it and writes the time, which must not wait for the
 * import of electron-store. `openStore` is called before the first other write. If it rejects,
 * these writes reject: the app works, but needs the key at every start.
 */
export function createLicenseFile(dir: string, openStore: () => Promise<JsonStore>): LicenseFile {
  const path = join(dir, `${LICENSE_FILE_OPTIONS.name}.json`)
  const file = createTextFile(path)
  let opened: Promise<JsonStore> | undefined
  return {
    read() {
      try {
        return JSON.parse(readSmallFile(path) ?? '')
      } catch {
        return undefined
      }
    },
    async write(content) {
      // SECURITY: electron-store would read it, without a limit.
      if (isNoSmallFile(path)) rmSync(path, { force: true })
      opened ??= openStore()
      const json = await opened
      json.store = { ...content }
    },
    async writeTime(content) {
      if (!(await file.write(JSON.stringify(content, undefined, '\t')))) {
        throw new Error('The license file cannot be written.')
      }
    },
  }
}
