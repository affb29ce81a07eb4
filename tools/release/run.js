/**
 * Runs set-up, then a script of this folder with the Node version from the packages.
 * Plain JavaScript for Node 20, because it runs before the packages are installed.
 * Usage: node tools/release/run.js package|check|init [argument ...]
 */
import { join } from 'node:path'
import { nodePath, rootDir } from '../set-up/places.js'
import { runToEnd } from '../set-up/run.js'
import { isStarted, runMain, SetupError } from '../set-up/setup-error.js'
import { setUp } from '../set-up.js'

/**
 * Runs a script of this folder. It may read from the terminal.
 * @param {string} script
 * @param {string[]} args
 */
export const runScript = (script, args) =>
  runToEnd(nodePath, [join(rootDir, 'tools', 'release', `${script}.ts`), ...args], {
    cwd: process.cwd(),
    interactive: true,
  })

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    const [script = '', ...args] = process.argv.slice(2)
    if (!/^(package|check|init)$/.test(script))
      throw new SetupError('Usage: node tools/release/run.js package|check|init')
    await setUp()
    return (await runScript(script, args)) ? 0 : 1
  })
}
