import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST } from '../set-up/vendored-electron.js'

/** Files of an Electron distribution that only development needs. */
const DEVELOPMENT_FILES = ['default_app.asar', 'version', MANIFEST]

export async function removeDevelopmentFiles(resourcesDir: string, distDir: string): Promise<void> {
  for (const dir of [resourcesDir, distDir]) {
    for (const name of DEVELOPMENT_FILES) await rm(join(dir, name), { recursive: true, force: true })
  }
}

/** Total size in bytes of all files in a folder, recursively. */
export async function sizeOf(
  dir: string,
  isCounted: (name: string) => boolean = () => true,
): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isCounted(entry.name))
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Size in bytes of a distribution without its development files. */
export const distributionSize = (distDir: string): Promise<number> =>
  sizeOf(distDir, (name) => !DEVELOPMENT_FILES.includes(name))
