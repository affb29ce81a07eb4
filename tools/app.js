/**
 * Runs set-up, then a command of `@latchkey/electron-tools` with Electron and Node from set-up.
 * Plain JavaScript for Node 20, because it runs before the packages are installed.
 * Usage: node tools/app.js start|dev|app|init|icons|package|check|release|feed [argument ...]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildPagesWhenStale } from './pages.js'
import { requireAnswers } from './set-up/answers.js'
import { findElectron } from './set-up/electron.js'
import { electronPath } from './set-up/launcher.js'
import { installPackages } from './set-up/packages.js'
import { nodePath, rootDir } from './set-up/places.js'
import { toolsEnv } from './set-up/run.js'
import { isStarted, runMain, SetupError } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

/** The command line, below the root of a repository. */
export const APP_CLI = join('packages', 'electron-tools', 'src', 'cli', 'index.ts')

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

/** Commands that start the license service, which serves the console. */
const WITH_SERVICE = ['start', 'dev']

const PARENT_POLL_MS = 500

/**
 * Runs a command, which may read from the terminal. Signals to this process and the exit of its
 * parent end the command, which ends its children.
 * @param {string[]} args
 * @param {{ script?: string, env?: NodeJS.ProcessEnv }} [options] `script`: instead of the command line
 * @returns {Promise<number>} the exit code
 */
export function runAppCommand(args, { script = join(rootDir, APP_CLI), env = electronEnv() } = {}) {
  const child = spawn(nodePath, [script, ...args], { env, stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill(), PARENT_POLL_MS).unref()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Help needs neither Electron nor a display.
 * @param {readonly string[]} args
 */
export const isHelp = (args) => args.some((arg) => ['--help', '-h', 'help'].includes(arg))

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    const args = process.argv.slice(2)
    const isForHelp = isHelp(args)
    if (args[0] === 'init' && !isForHelp) requireAnswers(args)
    await (isForHelp ? installPackages() : setUp())
    if (!isForHelp && WITH_SERVICE.includes(args[0] ?? '')) buildPagesWhenStale()
    return runAppCommand(args, { env: isForHelp ? toolsEnv() : electronEnv() })
  })
}
