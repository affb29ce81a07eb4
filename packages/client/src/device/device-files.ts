import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface TextFile {
  /** Undefined when there is none, or it cannot be read. Never rejects. */
  read(): Promise<string | undefined>
  /** Whole or not at all. False when it could not be written. Never rejects. */
  write(text: string): Promise<boolean>
}

export interface DeviceFiles {
  /** Keeps the device ID, locked to the facts of the machine. */
  readonly sealed: TextFile
  /** Keeps the secret of a machine that nothing identifies. */
  readonly random: TextFile
}

/** The two files, in the directory where the app keeps its own. */
export const createDeviceFiles = (directory: string): DeviceFiles => ({
  sealed: createTextFile(join(directory, 'device.json')),
  random: createTextFile(join(directory, 'device-random.json')),
})

function createTextFile(path: string): TextFile {
  return {
    read: () => readFile(path, 'utf8').catch(() => undefined),

    async write(text) {
      const unfinished = `${path}.${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true })
        // SECURITY: readable to this user alone, from its first byte on.
        const file = await open(unfinished, 'wx', 0o600)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
        return true
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined)
        return false
      }
    },
  }
}
