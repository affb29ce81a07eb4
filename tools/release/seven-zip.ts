import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The system's 7-Zip, so that an archive can be made without a network; electron-builder fetches its own otherwise. */
export function findSevenZip(path: string = process.env['PATH'] ?? ''): string | undefined {
  if (process.platform === 'win32') return undefined
  return path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => [join(dir, '7za'), join(dir, '7zz'), join(dir, '7z')])
    .find((file) => existsSync(file))
}
