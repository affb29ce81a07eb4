import { DatabaseTooNew } from '../storage.ts'
import type { Engine } from './columns.ts'
import { additionsOf } from './tables.ts'

/** The tables of a database. Its version is the number of upgrades, and one for the tables. */
export interface Schema {
  /** Creates the tables of a new database as they are now. */
  readonly tables: string
  /** Each brings older tables to the next version. Append-only: a released one is never edited. */
  readonly upgrades: readonly string[]
}

export const versionOf = ({ upgrades }: Schema): number => 1 + upgrades.length

/**
 * What brings a database of this version to the schema; 0 is an empty one.
 * @throws DatabaseTooNew
 */
export function stepsFrom(version: number, schema: Schema): readonly string[] {
  const newest = versionOf(schema)
  if (version > newest) throw new DatabaseTooNew(version, newest)
  return version === 0 ? [schema.tables] : schema.upgrades.slice(version - 1)
}

const NEWEST_VERSION = 12
type ByVersion = Readonly<Record<number, string>>

/**
 * All upgrades, in their order; the first one is to version 2. Each adds the tables, columns and
 * indexes of its version.
 * @param further statements of an upgrade, after those, by its version
 */
export const upgradesFor = (engine: Engine, further: ByVersion): readonly string[] =>
  Array.from({ length: NEWEST_VERSION - 1 }, (_, index) =>
    [additionsOf(index + 2, engine), further[index + 2]].join('\n'),
  )

/**
 * To version 2: the notes of the audit trail become events.
 * @param network of `address`, as `shortAddress` writes it
 */
export const moveAuditNotes = (network: string): string => `
insert into events (project_id, at, kind, subject, subject_id, code, actor, address, fields)
  select project_id, at,
    case action
      when 'createUser' then 'created' when 'key create' then 'created'
      when 'linkChat' then 'linked' when 'redeem' then 'linked'
      when 'resetDevice' then 'reset' when 'reset' then 'reset'
      when 'blacklistUser' then 'banned' when 'unbanUser' then 'unbanned'
      when 'deleteUser' then 'deleted' else 'updated'
    end,
    case action when 'updateScript' then 'script' else 'key' end,
    -- The note of an unban had the token in the place of the key.
    case action when 'unbanUser' then '' else subject end,
    '', actor, ${network}, fields
  from audit_notes order by id;
drop table audit_notes;`
