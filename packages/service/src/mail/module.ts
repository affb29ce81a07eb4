import type { StoringModule } from '../core/http/module.ts'
import { mailMethods } from './queries.ts'
import type { MailStorage } from './settings.ts'
import { MAIL_TABLES } from './tables.ts'

export const mail: StoringModule<MailStorage> = {
  name: 'mail',
  storage: { tables: MAIL_TABLES, methods: mailMethods },
}
