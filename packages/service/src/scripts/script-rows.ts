import type { Selectable } from 'kysely'
import type { Tables } from '../core/storage/sql/tables.ts'
import type { Script, ScriptUpdate } from './scripts.ts'
import { scriptFields, scriptUpdateFields } from './tables.ts'

export type ScriptRow = Selectable<Tables['scripts']>

export const toScript = (row: ScriptRow, projectId: string): Script => ({
  ...scriptFields.fromRow(row),
  projectId,
})

export const toScriptUpdate = (
  row: Selectable<Tables['script_updates']> & { readonly script_public_id: string },
  projectId: string,
): ScriptUpdate => ({
  ...scriptUpdateFields.fromRow(row),
  projectId,
  scriptId: row.script_public_id,
})
