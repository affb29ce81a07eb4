import type { StoringModule } from '../core/http/module.ts'
import { endMailMethods } from './queries.ts'
import { type KeyMailParts, registerKeyMail } from './routes.ts'
import type { EndMailStorage } from './storage.ts'
import { KEY_MAIL_TABLES } from './tables.ts'

/** Mails about keys that nobody creates or changes at the moment. */
export const keyMail: StoringModule<EndMailStorage, KeyMailParts> = {
  name: 'key-mail',
  storage: { tables: KEY_MAIL_TABLES, methods: endMailMethods },
  management: registerKeyMail,
}
