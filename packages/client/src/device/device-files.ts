import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSmallFile } from '../read-small-file.ts'

export interface TextFile {
  /** Undefined when there is no such file, or as `readSmallFile`. Never rejects. */
  read(): Promise<string | undefined>
  /** Replaces the file atomically. False when it could not be written. Never rejects. */
  write(text: string): Promise<boolean>
}

export interface DeviceFiles {
  /** The device ID, encrypted with the facts of the machine. */
  readonly sealed: TextFile
  /** The random secret of a machine without usable facts. */
  readonly random: TextFile
}

/** The two files, in the app's data directory. */
export const createDeviceFiles = (directory: string): DeviceFiles => ({
  sealed: createTextFile(join(directory, 'device.json')),
  random: createTextFile(join(directory, 'device-random.json')),
})

export function createTextFile(path: string): TextFile {
  return {
    read: async () => readSmallFile(path),

    async write(text) {
      const temporaryPath = `${path}.tmp-${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true })
        // SECURITY: only this user may read the file; set on creation, so there is no gap before a
        // chmod.
        const file = await open(temporaryPath, 'wx', 0o600)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporaryPath, path)
        return true
      } catch {
        await rm(temporaryPath, { force: true }).catch(() => undefined)
        return false
      }
    },
  }
}
