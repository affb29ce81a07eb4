import type { HttpParts } from '../core/http/parts.ts'
import type { MailStorage } from '../mail/settings.ts'
import type { CustomerSessions } from './sessions.ts'
import type { MyStorage } from './storage.ts'

/** The parts of the customer's page. */
export interface MyParts extends HttpParts<MyStorage & MailStorage> {
  readonly customerSessions: CustomerSessions
  /** The folder of the built page. Undefined: where the build leaves it. */
  readonly customerPageDir?: string
}
