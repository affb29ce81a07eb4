/**
 * Runs set-up, then makes a new app. Plain JavaScript for Node 20, because it runs before the packages
 * are installed.
 * Usage: npm run new -- FOLDER [option ...]
 */
import { join } from 'node:path'
import { isHelp, runAppCommand } from '../app.js'
import { requireAnswers } from '../set-up/answers.js'
import { installPackages } from '../set-up/packages.js'
import { toolsEnv } from '../set-up/run.js'
import { runMain } from '../set-up/setup-error.js'
import { setUp } from '../set-up.js'

await runMain(async () => {
  const args = process.argv.slice(2)
  const script = join(import.meta.dirname, 'new-app.ts')
  if (isHelp(args)) {
    await installPackages()
    return runAppCommand(args, { script, env: toolsEnv() })
  }
  requireAnswers(args)
  await setUp()
  return runAppCommand(args, { script })
})
