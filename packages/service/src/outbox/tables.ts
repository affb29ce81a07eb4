import {
  bytes,
  column,
  exact,
  integer,
  mappingOf,
  oneOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  text,
  unique,
} from '../core/storage/sql/columns.ts'
import type { OutboxEntry } from './outbox.ts'

/** The texts have no constraint, because later versions add channels, kinds and reasons. */
export const outboxFields = mappingOf<OutboxEntry>()({
  id: unique(exact),
  channel: column<OutboxEntry['channel']>('text', 'text'),
  kind: text,
  about: exact,
  receiver: exact,
  createdAt: integer,
  dueAt: integer,
  expiresAt: integer,
  state: oneOf('waiting', 'sent', 'given-up'),
  tries: integer,
  reason: column<OutboxEntry['reason']>('text', 'text'),
  answer: text,
  endedAt: integer,
})

const TABLES = {
  /** The items that wait to leave the service, and those that have left in the last 30 days. */
  outbox: {
    id: rowId,
    project_id: reference('projects'),
    ...outboxFields.columns,
    /** The node that tries, and the second until which no other node may. */
    leased_by: exact,
    leased_until: integer,
    /** The sealed body. Empty after the end. */
    sealed_body: bytes,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_expires on outbox (expires_at) where state = 'waiting';
create index outbox_leased on outbox (leased_until) where state = 'waiting' and leased_until > 0;
create index outbox_ended on outbox (ended_at) where state <> 'waiting';
create index outbox_of_project on outbox (project_id, state, id);
create index outbox_about on outbox (project_id, about, id) where about <> '';
create index outbox_of_receiver on outbox (project_id, receiver, ended_at);
create index outbox_sent on outbox (project_id, ended_at) where state = 'sent';
`

export const OUTBOX_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES, postgres: INDEXES },
  ofProject: { many: { outbox: 'id' } },
}
