import {
  bytes,
  exact,
  integer,
  oneOf,
  partOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  text,
  unique,
} from '../core/storage/sql/columns.ts'
import { OWNER_REQUEST_STATES } from './rules.ts'

const TABLES = {
  /** The requests to owners of licenses. A row is kept for two days. */
  owner_requests: {
    id: rowId,
    public_id: unique(exact),
    project_id: reference('projects'),
    license_id: partOf('licenses'),
    device: exact,
    computer: text,
    network: text,
    /** SECURITY: only the computer that asks gets them. */
    sealed_words: bytes,
    state: oneOf(...OWNER_REQUEST_STATES),
    wrong_tries: integer,
    asked_at: integer,
    open_until: integer,
    ended_at: integer,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create index owner_requests_of_license on owner_requests (license_id);
create index owner_requests_of_project on owner_requests (project_id);
create index owner_requests_by_age on owner_requests (asked_at);
`

export const OWNER_REQUEST_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES, postgres: INDEXES },
  ofProject: { few: ['owner_requests'] },
}
