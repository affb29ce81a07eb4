/**
 * Runs set-up, then a TypeScript script with Electron and Node from set-up.
 * Usage: node tools/run.js SCRIPT [argument ...]
 */
import { runAppCommand } from './app.js'
import { runMain } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

await runMain(async () => {
  await setUp()
  const [script = '', ...args] = process.argv.slice(2)
  return runAppCommand(args, { script })
})
