import { RELEASE_STATES } from '@latchkey/management'
import type { SignedRelease } from '@latchkey/protocol'
import {
  exact,
  flag,
  integer,
  list,
  mappingOf,
  oneOf,
  partOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  text,
  unique,
} from '../core/storage/sql/columns.ts'
import type { Release, ReleaseFile } from './releases.ts'

export const releaseFields = mappingOf<Release>()({
  version: exact,
  state: oneOf(...RELEASE_STATES),
  channels: list,
  share: integer,
  notes: text,
  createdAt: integer,
})

const signed = {
  ...text,
  toStored: (record: SignedRelease) => JSON.stringify(record),
  fromStored: (stored: string) => JSON.parse(stored) as SignedRelease,
}

export const fileFields = mappingOf<ReleaseFile>()({
  uploadId: unique(exact),
  signed,
  isWhole: flag,
  downloads: integer,
})

const TABLES = {
  releases: { id: rowId, project_id: reference('projects'), ...releaseFields.columns },
  release_files: { release_id: partOf('releases'), name: exact, ...fileFields.columns },
  /** Has a row for each project that has changed something: `ReleaseSettings` as JSON. */
  release_settings: { project_id: reference('projects', 'primary key'), settings: text },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create unique index releases_once on releases (project_id, version);
create unique index release_files_once on release_files (release_id, name);
`

export const RELEASE_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES, postgres: INDEXES },
  ofProject: { few: ['releases', 'release_settings'] },
}
