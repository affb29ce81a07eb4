import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the package. Its manifest is above the folder of this file, in the sources and when published. */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version
