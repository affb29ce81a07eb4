import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** SQLite gives the files beside the database its mode. These may be there from before. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const
const OWNER_ALONE = 0o600
const OTHERS = 0o077

/**
 * Makes the file for its owner alone when it is missing: it holds license keys, device IDs and
 * hashes of API keys. Never opens one that is there: to close it again would drop the locks that
 * this process has on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch {
    // It exists, or cannot be created: then SQLite reports the reason.
  }
}

/**
 * Takes a database, and the files beside it, from everybody but their owner. A restored copy
 * may be readable.
 * @returns the files of which others may still read or write, because they belong to another user
 */
export function restrictToOwner(path: string): readonly string[] {
  if (process.platform === 'win32') return []
  return SUFFIXES.map((suffix) => path + suffix).filter((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & OTHERS) === 0) return false
    try {
      chmodSync(file, mode & ~OTHERS & 0o777)
      return false
    } catch {
      return true
    }
  })
}

/**
 * Remembers the files of a database that is open. Without an entry in its folder, a file is gone
 * when the process ends, with every commit since.
 * @param path undefined: the database is in memory
 * @returns whether one of them was deleted or replaced since
 */
export function watchFiles(path: string | undefined): () => boolean {
  const idOf = (file: string): string | undefined => {
    const { dev, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {}
    return ino === undefined ? undefined : `${dev} ${ino}`
  }
  const files = path === undefined ? [] : SUFFIXES.map((suffix) => path + suffix)
  const opened = files.map((file) => [file, idOf(file)] as const).filter(([, id]) => id !== undefined)
  return () => opened.some(([file, id]) => idOf(file) !== id)
}

export const isMissingOrEmpty = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
