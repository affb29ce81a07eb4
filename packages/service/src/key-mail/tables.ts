import { exact, integer, type RowsOf, reference, type TablesPart } from '../core/storage/sql/columns.ts'

const TABLES = {
  /**
   * How far the mails about the ends of keys have come, for each project and kind that is switched
   * on: the last end, and the number of its license.
   */
  end_mails: { project_id: reference('projects'), kind: exact, ends_at: integer, license_id: integer },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEX = 'create unique index end_mails_once on end_mails (project_id, kind);'

export const KEY_MAIL_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEX, postgres: INDEX },
  ofProject: { few: ['end_mails'] },
}
