/**
 * Sets this machine up, then runs a script of this folder under the Node that came with the packages.
 * Plain JavaScript for Node 20, because it runs before anything is installed.
 * Usage: node scripts/release/run.js package|check|init [argument ...]
 */
import { join } from 'node:path'
import { Missing, runMain } from '../set-up/missing.js'
import { nodePath, rootDir } from '../set-up/places.js'
import { runToEnd } from '../set-up/run.js'
import { setUp } from '../set-up.js'

await runMain(async () => {
  const [script = '', ...args] = process.argv.slice(2)
  if (!/^(package|check|init)$/.test(script))
    throw new Missing('Usage: node scripts/release/run.js package|check|init')
  await setUp()
  const scriptPath = join(rootDir, 'scripts', 'release', `${script}.ts`)
  return (await runToEnd(nodePath, [scriptPath, ...args], { cwd: process.cwd() })) ? 0 : 1
})
