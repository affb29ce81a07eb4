import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * The endings of the database's files. SQLite creates them with the mode of the database, but older
 * ones may exist.
 */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const
const OWNER_ALONE = 0o600
const OTHERS = 0o077

/**
 * Creates the file for its owner alone if it is missing: it contains license keys, device IDs and
 * hashes of API keys. It never opens an existing file: closing it again would drop the locks that
 * this process has on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch {
    // The file exists, or cannot be created. In that case SQLite reports the reason.
  }
}

/**
 * Removes the rights of other users to a database and its files. A restored copy may be readable.
 * @returns the files that others may still read or write, because they belong to another user
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
 * Remembers the files of an open database. If a file has no entry in its folder any more, it is
 * lost when the process ends, with every commit since.
 * @param path undefined: the database is in memory
 * @returns a function that tells whether a file was deleted or replaced
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
