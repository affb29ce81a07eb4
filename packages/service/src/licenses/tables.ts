import {
  exact,
  integer,
  type RowsOf,
  rowId,
  type TablesPart,
  text,
  unique,
} from '../core/storage/sql/columns.ts'

const TABLES = {
  /** Changes of many keys that a client may repeat, and their answers as JSON. */
  repeated_requests: {
    id: rowId,
    project_id: integer,
    name: unique(exact),
    newest: integer,
    answer: text,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

export const REQUEST_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: '',
    postgres: '',
  },
  ofProject: { few: ['repeated_requests'] },
}
