import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The files of a profile have a few kilobytes. */
export const MAX_FILE_BYTES = 1_048_576

/**
 * The text of a regular file with less than `MAX_FILE_BYTES`. Undefined if there is none, or if it
 * cannot be read. Never throws. SECURITY: somebody who can write to the profile could otherwise keep the
 * app from starting, by a file of a gigabyte, a link to an endless device or a named pipe.
 */
export function readSmallFile(path: string): string | undefined {
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

/** Whether something is there that `readSmallFile` will never read. */
export function isNoSmallFile(path: string): boolean {
  try {
    const stats = statSync(path)
    return !stats.isFile() || stats.size >= MAX_FILE_BYTES
  } catch {
    return false
  }
}
