/** Checks the types. Excludes the license service if it was deleted from this copy. */
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'

process.exitCode = (await runToEnd('tsc', hasService ? [] : ['-p', 'tsconfig.app.json'], { cwd: rootDir }))
  ? 0
  : 1
