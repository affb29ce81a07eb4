import {
  column,
  type Engine,
  exact,
  integer,
  list,
  mappingOf,
  type RowsOf,
  rowId,
  rowNumber,
  type TablesPart,
  text,
} from '../storage/sql/columns.ts'
import { EVENT_BY } from './event-by.ts'
import type { EventEntry } from './events.ts'

/** The texts have no constraint, because later versions add kinds and actors. */
export const eventFields = mappingOf<EventEntry>()({
  at: integer,
  kind: column<EventEntry['kind']>('text', 'text'),
  subject: column<EventEntry['subject']>('text', 'text'),
  subjectId: exact,
  code: text,
  actor: column<EventEntry['actor']>('text', 'text'),
  address: text,
  fields: list,
  person: text,
  bulk: exact,
  count: integer,
})

const TABLES = {
  /**
   * A table that is only appended to. The event of an account has no project; the event of a key
   * has its license.
   */
  events: {
    id: rowId,
    account_id: rowNumber,
    project_id: rowNumber,
    license_id: rowNumber,
    ...eventFields.columns,
  },
}

declare module '../storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const indexes = (engine: Engine): string => `
-- One for each filter of a list of events, in the order of time, so that no page reads events that
-- it does not show. Those of an account are few: its index has what is filtered.
create index events_of_account on events (account_id, at, id, kind, actor, person)
  where account_id is not null;
create index events_of_project on events (project_id, at, id) where count > 0;
create index events_of_kind on events (project_id, kind, at, id) where count > 0;
create index events_by_actor on events (project_id, ${EVENT_BY[engine]}, at, id, kind) where count > 0;
create index events_of_subject on events (project_id, subject_id, at, id);
create index events_of_bulk on events (project_id, bulk, subject, at, id) where bulk <> '';
create index events_refused on events (project_id, subject_id, id) where kind = 'refused';
create index events_by_time on events (at);
`

export const EVENT_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: indexes('sqlite'),
    postgres: indexes('postgres'),
  },
  ofProject: { many: { events: 'id' } },
}
