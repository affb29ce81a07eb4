import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { modulesDir, rootDir } from '../../tools/set-up/places.js'

/** A temporary file of a build that runs at the same time. */
const TEMPORARY = /^electron\.vite\.config\..*\.mjs$/
const LEFT_OUT = new Set(['node_modules', 'out', 'dist', 'artifacts', '.git', '.env', '.env.local'])

export interface RepositoryCopy {
  readonly dir: string
  remove(): Promise<void>
}

/** A copy of this repository as a fresh clone would be, with the packages in place. */
export async function copyRepository({
  without = [],
}: {
  without?: readonly string[]
} = {}): Promise<RepositoryCopy> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-copy-'))
  const leftOut = new Set(without.map((path) => join(rootDir, path)))
  await cp(rootDir, dir, {
    recursive: true,
    // Set-up installs packages again when the lock file is newer than they are.
    preserveTimestamps: true,
    filter: (source) =>
      !LEFT_OUT.has(basename(source)) && !leftOut.has(source) && !TEMPORARY.test(basename(source)),
  })
  await linkModules(dir)
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** Links the packages. Those of this repository are the copy's own. */
async function linkModules(dir: string): Promise<void> {
  const copiedModules = join(dir, 'node_modules')
  await mkdir(join(copiedModules, '@latchkey'), { recursive: true })
  for (const entry of await readdir(modulesDir)) {
    if (entry !== '@latchkey') await symlink(join(modulesDir, entry), join(copiedModules, entry))
  }
  for (const workspace of await readdir(join(dir, 'packages'))) {
    await symlink(join(dir, 'packages', workspace), join(copiedModules, '@latchkey', workspace))
    const ownModules = join(rootDir, 'packages', workspace, 'node_modules')
    if (existsSync(ownModules)) await symlink(ownModules, join(dir, 'packages', workspace, 'node_modules'))
  }
}
