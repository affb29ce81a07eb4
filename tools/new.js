/**
 * Runs set-up, then makes a new app outside this repository from the template.
 * Usage: npm run new -- FOLDER [options of init]
 */
import { join } from 'node:path'
import { runAppCommand } from './app.js'
import { rootDir } from './set-up/places.js'
import { runMain } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

await runMain(async () => {
  await setUp()
  return runAppCommand(process.argv.slice(2), join(rootDir, 'tools', 'new', 'new-app.ts'))
})
