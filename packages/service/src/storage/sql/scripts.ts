import { sql } from 'kysely'
import type { Allowance, Storage } from '../storage.ts'
import { type Db, keepNote, lockProjectRow, type StorageParts, selectProjectsWith } from './access.ts'
import { countScripts } from './accounts.ts'
import {
  type ScriptRow,
  toProject,
  toScript,
  toScriptColumns,
  toScriptRow,
  toScriptUpdate,
  toScriptUpdateRow,
} from './rows.ts'

type ScriptMethods = Pick<
  Storage,
  | 'createScript'
  | 'findScript'
  | 'findSource'
  | 'findScriptToLoad'
  | 'beginScriptUpdate'
  | 'reachStage'
  | 'endScriptUpdate'
  | 'findScriptUpdate'
>

export function scriptMethods(parts: StorageParts): ScriptMethods {
  const { db, seal, words, guarded, transaction } = parts
  return {
    createScript: (script, most) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, script.projectId)
        if (project === undefined) return 'no-such-project'
        const taken = await trx
          .selectFrom('scripts')
          .select('id')
          .where('public_id', '=', script.id)
          .executeTakeFirst()
        if (taken !== undefined) return 'script-exists'
        const ids = await projectRowIdsOf(trx, project.account_id)
        if (most !== undefined && (await countScripts(trx, ids)) >= most) return 'too-many-scripts'
        await trx.insertInto('scripts').values(toScriptRow(script, project.id)).execute()
        return 'created'
      }),

    findScript: (projectId, scriptId) =>
      guarded(async () => {
        const row = await selectScript(db, projectId, scriptId)
        return row && toScript(row, projectId)
      }),

    findSource: (projectId, scriptId) =>
      guarded(async () => {
        const script = await selectScript(db, projectId, scriptId)
        if (script === undefined) return undefined
        const row = await db
          .selectFrom('script_sources')
          .select('source')
          .where('script_id', '=', script.id)
          .executeTakeFirst()
        return row?.source
      }),

    findScriptToLoad: (scriptId) =>
      guarded(async () => {
        const row = await db
          .selectFrom('scripts')
          .leftJoin('script_sources', 'script_sources.script_id', 'scripts.id')
          .selectAll('scripts')
          .select('script_sources.source')
          .where('scripts.public_id', '=', scriptId)
          .executeTakeFirst()
        if (row === undefined) return undefined
        const project = await selectProjectsWith(db)
          .where('projects.id', '=', row.project_id)
          .executeTakeFirstOrThrow()
        return {
          project: toProject(project, seal),
          script: toScript(row, project.public_id),
          source: row.source ?? undefined,
        }
      }),

    beginScriptUpdate: (update, allowance, audit) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, update.projectId)
        const script = await selectScript(trx, update.projectId, update.scriptId)
        if (project === undefined || script === undefined) return 'no-such-script'
        const used = await countUsed(trx, project.account_id, allowance)
        if (used >= allowance.most) return 'allowance-used-up'
        await trx.insertInto('script_updates').values(toScriptUpdateRow(update, script.id)).execute()
        await keepNote(trx, audit, project)
        return 'begun'
      }),

    reachStage: (updateId, stage, now) =>
      guarded(async () => {
        await db
          .updateTable('script_updates')
          .set({ stage, alive_at: now })
          .where('public_id', '=', updateId)
          .where('state', '=', 'processing')
          .execute()
      }),

    endScriptUpdate: (updateId, end) =>
      transaction(async (trx) => {
        const columns =
          end.state === 'succeeded'
            ? ({ state: end.state, stage: 'completed' } as const)
            : { state: end.state, message: end.message }
        const ended = await trx
          .updateTable('script_updates')
          .set(columns)
          .where('public_id', '=', updateId)
          .where('state', '=', 'processing')
          .returning('script_id')
          .executeTakeFirst()
        if (ended === undefined) return 'not-under-way'
        if (end.state !== 'succeeded') return 'ended'

        const script_id = ended.script_id
        const row = await words
          .locked(trx.selectFrom('scripts').selectAll().where('id', '=', script_id), 'scripts')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('scripts')
          .set(toScriptColumns(end.change(toScript(row, ''))))
          .where('id', '=', script_id)
          .execute()
        await trx
          .insertInto('script_sources')
          .values({ script_id, source: end.source })
          .onConflict((conflict) => conflict.column('script_id').doUpdateSet({ source: end.source }))
          .execute()
        return 'ended'
      }),

    findScriptUpdate: (projectId, scriptId, updateId) =>
      guarded(async () => {
        const script = await selectScript(db, projectId, scriptId)
        if (script === undefined) return undefined
        const row = await db
          .selectFrom('script_updates')
          .selectAll()
          .where('public_id', '=', updateId)
          .where('script_id', '=', script.id)
          .executeTakeFirst()
        return row && toScriptUpdate(row, projectId, scriptId)
      }),
  }
}

const selectScript = (db: Db, projectId: string, scriptId: string): Promise<ScriptRow | undefined> =>
  db
    .selectFrom('scripts')
    .innerJoin('projects', 'projects.id', 'scripts.project_id')
    .selectAll('scripts')
    .where('scripts.public_id', '=', scriptId)
    .where('projects.public_id', '=', projectId)
    .executeTakeFirst()

async function projectRowIdsOf(db: Db, accountRowId: number): Promise<number[]> {
  const rows = await db.selectFrom('projects').select('id').where('account_id', '=', accountRowId).execute()
  return rows.map(({ id }) => id)
}

/** Updates under way count too, or a burst of uploads would get past the allowance. */
async function countUsed(db: Db, accountRowId: number, { since, brokenBefore }: Allowance): Promise<number> {
  const { used } = await db
    .selectFrom('script_updates')
    .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
    .select(sql<number>`count(*)`.as('used'))
    .where('scripts.project_id', 'in', await projectRowIdsOf(db, accountRowId))
    .where('started_at', '>=', since)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'succeeded'),
        and([eb('state', '=', 'processing'), eb('alive_at', '>=', brokenBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return used
}
