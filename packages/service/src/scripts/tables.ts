import {
  bytes,
  exact,
  flag,
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
import type { Script, ScriptUpdate } from './scripts.ts'

export const scriptFields = mappingOf<Omit<Script, 'projectId'>>()({
  id: unique(exact),
  name: text,
  version: text,
  ffa: flag,
  silent: flag,
  heartbeat: flag,
  lightning: flag,
  isV4Loader: flag,
})

export const scriptUpdateFields = mappingOf<Omit<ScriptUpdate, 'projectId' | 'scriptId'>>()({
  id: unique(exact),
  startedAt: integer,
  aliveAt: integer,
  state: oneOf('processing', 'succeeded', 'rejected', 'broken'),
  stage: oneOf('parsing', 'obfuscating', 'completed'),
  message: text,
})

const TABLES = {
  scripts: { id: rowId, project_id: reference('projects'), ...scriptFields.columns },
  script_sources: { script_id: reference('scripts', 'primary key'), source: text },
  script_updates: {
    id: rowId,
    script_id: reference('scripts'),
    account_id: integer,
    ...scriptUpdateFields.columns,
    /** The size of the source in UTF-8, while it waits and afterwards. */
    source_bytes: integer,
  },
  /**
   * The sources have a table of their own, because counting updates must not read them. They are
   * bytes in UTF-8, because a text in PostgreSQL cannot contain every character.
   */
  waiting_sources: { update_id: reference('script_updates', 'primary key'), source: bytes },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create index scripts_of_project on scripts (project_id);
create index script_updates_of_script on script_updates (script_id, started_at);
create index script_updates_under_way on script_updates (alive_at) where state = 'processing';
`

export const SCRIPT_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: INDEXES,
    postgres: INDEXES,
  },
}
