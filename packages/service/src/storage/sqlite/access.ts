import type { Kysely } from 'kysely'
import type { Seal } from '../../seal.ts'
import type { AuditNote } from '../records.ts'
import type { SqliteConnection } from './database.ts'
import { toAuditRow } from './rows.ts'
import type { Tables } from './tables.ts'

/** What every part of the storage is made with. */
export interface StorageParts {
  readonly connection: SqliteConnection
  readonly seal: Seal
  /** Runs `work` unless the storage is closed; no error of the driver passes. */
  guarded<T>(work: () => Promise<T>): Promise<T>
  /** The same in one transaction. */
  transaction<T>(work: (trx: Db) => Promise<T>): Promise<T>
}

export type Db = Kysely<Tables>

/** The rows that a project stands for. */
export interface ProjectRowIds {
  readonly id: number
  readonly account_id: number
}

/** The columns that `toProject` reads. */
export const selectProjectsWith = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .selectAll('projects')
    .select('accounts.public_id as account_public_id')

export const findProjectRow = (db: Db, projectId: string): Promise<ProjectRowIds | undefined> =>
  db.selectFrom('projects').select(['id', 'account_id']).where('public_id', '=', projectId).executeTakeFirst()

export async function keepNote(db: Db, note: AuditNote | undefined, project: ProjectRowIds): Promise<void> {
  if (note === undefined) return
  await db
    .insertInto('audit_notes')
    .values(toAuditRow(note, project.account_id, project.id))
    .execute()
}
