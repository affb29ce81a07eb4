import type { StoringModule } from '../core/http/module.ts'
import { OUTBOX_EXAMINATION } from './findings.ts'
import { forgetOutbox, outboxMethods } from './queries.ts'
import type { OutboxStorage } from './storage.ts'
import { OUTBOX_TABLES } from './tables.ts'

export const outbox: StoringModule<OutboxStorage> = {
  name: 'outbox',
  storage: {
    tables: OUTBOX_TABLES,
    methods: outboxMethods,
    forget: forgetOutbox,
  },
  examination: OUTBOX_EXAMINATION,
}
