import { type RowsOf, reference, type TablesPart, text } from '../core/storage/sql/columns.ts'

const TABLES = {
  /** Has a row for each project that has changed something: `MailSettings` as JSON. */
  mail_settings: { project_id: reference('projects', 'primary key'), settings: text },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

export const MAIL_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: '', postgres: '' },
  ofProject: { few: ['mail_settings'] },
}
