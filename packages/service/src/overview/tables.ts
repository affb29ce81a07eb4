import { exact, integer, type RowsOf, rowId, type TablesPart } from '../core/storage/sql/columns.ts'

const TABLES = {
  /** Refused checks by hour. The IDs grow with the hours. */
  project_refusals: { id: rowId, project_id: integer, hour: integer, code: exact, refusals: integer },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create unique index project_refusals_once on project_refusals (project_id, hour, code);
`

export const OVERVIEW_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: INDEXES,
    postgres: INDEXES,
  },
  ofProject: { many: { project_refusals: 'id' } },
}
