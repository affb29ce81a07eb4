/**
 * Runs set-up, then a command of `@latchkey/electron` with Electron and Node from set-up.
 * Plain JavaScript for Node 20, because it runs before the packages are installed.
 * Usage: node tools/app.js init|icons|package|check|feed [argument ...]
 */
import { join } from 'node:path'
import { hasDisplay, openVirtualDisplay } from './set-up/display.js'
import { findElectron } from './set-up/electron.js'
import { electronPath } from './set-up/launcher.js'
import { installPackages } from './set-up/packages.js'
import { nodePath, rootDir } from './set-up/places.js'
import { runToEnd, toolsEnv } from './set-up/run.js'
import { isStarted, runMain, SetupError } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

/** The command line, below the root of a repository. */
export const APP_CLI = join('packages', 'electron', 'src', 'cli', 'index.ts')

/** Names the Electron of set-up by the variables of the packages `electron` and `electron-vite`. */
export function electronEnv() {
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: npm run set-up')
  return {
    ...toolsEnv(),
    ELECTRON_OVERRIDE_DIST_PATH: electron.distDir,
    ELECTRON_EXEC_PATH: electronPath(),
  }
}

/**
 * Runs a command, which may read from the terminal. Electron compiles bytecode and draws icons, so
 * it needs a display.
 * @param {string[]} args
 */
export async function runAppCommand(args) {
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  try {
    const options = { cwd: process.cwd(), env: electronEnv(), interactive: true }
    return await runToEnd(nodePath, [join(rootDir, APP_CLI), ...args], options)
  } finally {
    await display?.close()
  }
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    const args = process.argv.slice(2)
    // Help needs neither Electron nor a display.
    if (args.some((arg) => ['--help', '-h', 'help'].includes(arg))) {
      await installPackages()
      return (await runToEnd(nodePath, [join(rootDir, APP_CLI), ...args], { cwd: process.cwd() })) ? 0 : 1
    }
    await setUp()
    return (await runAppCommand(args)) ? 0 : 1
  })
}
