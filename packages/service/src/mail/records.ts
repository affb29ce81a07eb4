import { MailRecord } from '@latchkey/management'
import { recordsOf } from '../core/http/records.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'

const mailRecord = recordsOf(MailRecord)
export const toMailRecord = (entry: OutboxEntry): MailRecord => mailRecord({ ...entry, ofKey: entry.about })
