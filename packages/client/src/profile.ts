import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A small text file of the profile. */
export interface SmallFile {
  /**
   * The text, if it is a regular file with less than `MAX_FILE_BYTES` that can be read. Never throws.
   * SECURITY: somebody who can write to the profile could otherwise keep the app from starting, by a
   * file of a gigabyte, a link to an endless device or a named pipe.
   */
  read(): string | undefined
  /** Replaces the file, after the writes before. False when it could not be written. Never rejects. */
  write(text: string): Promise<boolean>
  /** Writes like `write`, but has finished when it returns: for a process that ends. */
  writeNow(text: string): boolean
}

/** The files of the device ID. */
export interface DeviceFiles {
  /** The device ID, encrypted with the facts of the machine. */
  readonly sealed: SmallFile
  /** The random secret of a machine without usable facts. */
  readonly random: SmallFile
}

/** Latchkey's files in the app's data folder. */
export interface Profile {
  readonly dir: string
  /** `write` is for plain Node. In Electron, electron-store writes it: `openLicenseFile`. */
  readonly license: SmallFile
  readonly device: DeviceFiles
  /** The bounds of the template's window. */
  readonly window: SmallFile
  /** The keys for releases that have ended, with their successors. */
  readonly releaseKeys: SmallFile
}

/** The files have a few kilobytes. */
export const MAX_FILE_BYTES = 1_048_576
/** On Windows, a file that another program reads, such as a virus scanner, cannot be replaced. */
const MOST_TRIES = 5
const PAUSE_MS = 50
/**
 * SECURITY: only this user may read the file. The mode is set when the file is created, so there is no
 * gap before a chmod. `flush`: the content is on the disk before it gets its name.
 */
const OPTIONS = { flag: 'wx', mode: 0o600, flush: true } as const

/**
 * Opens the profile in this folder. Each of its files has one writer.
 *
 * - A write replaces the whole file: a temporary file gets its name. After a kill, a power failure or a
 *   full disk, the file has one of the two contents.
 * - The caller decides what a write that failed means, and tries again.
 * - The device is identified before a license is sealed, so `device.json` is written first.
 * - Another process of the same app may use the same files. The last write wins.
 */
export function openProfile(dir: string, replace: typeof rename = rename): Profile {
  removeLeftovers(dir)
  const file = (name: string): SmallFile => createSmallFile(join(dir, name), replace)
  return {
    dir,
    license: file('license.json'),
    device: { sealed: file('device.json'), random: file('device-random.json') },
    window: file('window.json'),
    releaseKeys: file('release-keys.json'),
  }
}

function createSmallFile(path: string, replace: typeof rename): SmallFile {
  let last: Promise<unknown> = Promise.resolve()

  /** Writes a new temporary file each time: a start of another process deletes the temporary files. */
  async function write(text: string, tries = 1): Promise<boolean> {
    const temporaryPath = temporaryPathOf(path)
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporaryPath, text, OPTIONS)
    } catch {
      await rm(temporaryPath, { force: true }).catch(() => {})
      return false
    }
    try {
      await replace(temporaryPath, path)
      return true
    } catch {
      await rm(temporaryPath, { force: true }).catch(() => {})
      if (tries === MOST_TRIES) return false
    }
    await delay(PAUSE_MS)
    return write(text, tries + 1)
  }

  return {
    read: () => readSmallFile(path),
    write(text) {
      const written = last.then(() => write(text))
      last = written
      return written
    },
    writeNow(text) {
      const temporaryPath = temporaryPathOf(path)
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(temporaryPath, text, OPTIONS)
        renameSync(temporaryPath, path)
        return true
      } catch {
        remove(temporaryPath)
        return false
      }
    },
  }
}

let writes = 0
const temporaryPathOf = (path: string): string => `${path}.tmp-${process.pid}-${++writes}`

/** SECURITY: an interrupted write leaves a temporary file, which would outlive the license in it. */
function removeLeftovers(dir: string): void {
  const names = /^(license|device|device-random|window|release-keys)\.json\.tmp-/
  try {
    for (const name of readdirSync(dir)) if (names.test(name)) remove(join(dir, name))
  } catch {
    // The folder does not exist yet or cannot be read.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder is read-only.
  }
}

function readSmallFile(path: string): string | undefined {
  let file: number | undefined
  try {
    // Opening a named pipe would wait for somebody who writes to it. Windows has no such flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size >= MAX_FILE_BYTES) return undefined
    const bytes = Buffer.alloc(stats.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null)
    }
    return bytes.toString('utf8', 0, length)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
