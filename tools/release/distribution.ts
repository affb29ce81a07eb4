import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST } from '../set-up/vendored-electron.js'

/** What a distribution of Electron holds for development alone: the bootstrap that runs any app, and notes. */
const DEVELOPMENT_FILES = ['default_app.asar', 'version', MANIFEST]

export async function takeOutDevelopmentFiles(resourcesDir: string, distDir: string): Promise<void> {
  for (const dir of [resourcesDir, distDir]) {
    for (const name of DEVELOPMENT_FILES) await rm(join(dir, name), { recursive: true, force: true })
  }
}

/** Bytes of all files below a folder. */
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

/** What a shipped app has of a distribution, in bytes. */
export const distributionSize = (distDir: string): Promise<number> =>
  sizeOf(distDir, (name) => !DEVELOPMENT_FILES.includes(name))
