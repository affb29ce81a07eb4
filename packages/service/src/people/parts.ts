import type { HttpParts } from '../core/http/parts.ts'
import type { RateLimit } from '../core/security/rate-limit.ts'
import type { PeopleStorage } from './storage.ts'

/** The parts of the console. */
export interface ConsoleParts extends HttpParts<PeopleStorage> {
  /** Secret; services that share it accept each other's sessions. */
  readonly consoleKey: Uint8Array
  /** By address of sign-ins with a password, and by person of passwords that are changed. */
  readonly signInLimit: RateLimit
  /** Where the page is reached, each without a slash at the end. The first one is for links. */
  readonly origins: () => readonly string[]
}
