import {
  bytes,
  column,
  generated,
  integer,
  primaryKey,
  type RowsOf,
  type TablesPart,
  text,
} from './columns.ts'

const TABLES = {
  nodes: {
    id: primaryKey,
    url: text,
    alive_until: integer,
    /** The URL without a slash at the end. Empty: the node has no console. */
    console_url: text,
  },
  shared_counts: { name: primaryKey, count: integer, counted_until: integer },
  spent_tokens: { token: primaryKey, good_until: integer },
  service_key_proof: {
    only_row: column<1>('integer', 'integer', 'primary key check (only_row = 1)'),
    sealed: bytes,
    /** A random name of this database, which its copies have as well. */
    database_id: text,
    /**
     * A count of announcements, which shows how far a copy of the database is behind. Only on
     * PostgreSQL.
     */
    announcements: generated,
  },
}

declare module './tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

export const NODE_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: '',
    postgres: `
-- Lost with a crash of the database: these counts last minutes.
alter table shared_counts set (fillfactor = 50);
alter table shared_counts set unlogged;
`,
  },
}
