import { join } from 'node:path'
import { APP_CLI } from './app.js'
import { nodePath, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { SetupError } from './set-up/setup-error.js'

/** Builds the app into `out/`, unless the build is up to date. */
export async function buildWhenStale() {
  if (await runToEnd(nodePath, [join(rootDir, APP_CLI), 'build'], { cwd: rootDir })) return
  throw new SetupError('The app could not be built. The reason is printed above.')
}
