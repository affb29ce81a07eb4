import type { GeneratedAlways } from 'kysely'
import type { TablesPart } from '../core/storage/sql/columns.ts'

declare module '../core/storage/sql/tables.ts' {
  interface Tables {
    /** The IDs grow in the order in which nonces are used. */
    nonces: { id: GeneratedAlways<number>; project_id: number; nonce: string; refused_until: number }
  }
}

/** Each engine has a table of nonces of its own. */
export const NONCE_TABLES: TablesPart = {
  tables: {},
  sql: {
    sqlite: `
create table nonces (
  id integer primary key,
  project_id integer not null,
  nonce text not null,
  refused_until integer not null
) strict;
`,
    postgres: `
-- IDs in the order in which they come: a node knows by them how long it has known a nonce. Their
-- seconds do not tell it, because the time of day may be set. No foreign key: every check would
-- look its project up.
create table nonces (
  project_id bigint not null,
  nonce text collate "C" not null,
  refused_until bigint not null,
  id bigint generated always as identity,
  primary key (project_id, nonce)
);
create index nonces_by_end on nonces using brin (refused_until);
`,
  },
}
