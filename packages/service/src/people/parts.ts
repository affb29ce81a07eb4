import type { HttpParts } from '../core/http/parts.ts'
import type { RateLimit } from '../core/security/rate-limit.ts'
import type { PeopleStorage } from './storage.ts'

/** The parts of the console. */
export interface ConsoleParts extends HttpParts<PeopleStorage> {
  /** Secret; services that share it accept each other's sessions. */
  readonly consoleKey: Uint8Array
  /** The limit by address for sign-ins with a password, and by person for changes of passwords. */
  readonly signInLimit: RateLimit
  /** The origins of the page, each without a slash at the end. The first one is used in links. */
  readonly origins: () => readonly string[]
}
