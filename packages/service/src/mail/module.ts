import type { StoringModule } from '../core/http/module.ts'
import { MAIL_STYLE } from './compose.ts'
import { MAIL_EXAMINATION } from './findings.ts'
import { mailMethods } from './queries.ts'
import { type MailParts, registerMail } from './routes.ts'
import type { MailStorage } from './settings.ts'
import { MAIL_TABLES } from './tables.ts'

export const mail: StoringModule<MailStorage, MailParts> = {
  name: 'mail',
  storage: { tables: MAIL_TABLES, methods: mailMethods },
  management: registerMail,
  examination: MAIL_EXAMINATION,
  previewStyle: MAIL_STYLE,
}
