/** Checks the types of what this copy has: whose own app it is may have deleted the license service. */
import { hasService } from './service-tests.js'
import { rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'

process.exitCode = (await runToEnd('tsc', hasService ? [] : ['-p', 'tsconfig.app.json'], { cwd: rootDir }))
  ? 0
  : 1
