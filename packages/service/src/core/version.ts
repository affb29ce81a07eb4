import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of the package. Its package.json is above the folder of this file, both in the
 * sources and when published.
 */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version
