import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds the system's 7-Zip. Without it, electron-builder downloads its own. */
export function findSevenZip(path: string = process.env['PATH'] ?? ''): string | undefined {
  if (process.platform === 'win32') return undefined
  return path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => [join(dir, '7za'), join(dir, '7zz'), join(dir, '7z')])
    .find((file) => existsSync(file))
}
