import { type RawBuilder, sql } from 'kysely'
import { type Allowance, type AllowanceUse, refuseUpdate } from '../../domain/script-update.ts'
import type { ScriptToRun } from '../../domain/scripts.ts'
import type { Storage } from '../storage.ts'
import { addNote, anyOf, type Db, lockProjectRow, type StorageParts, selectProjectsWith } from './access.ts'
import { countScripts } from './accounts.ts'
import { type ScriptRow, toProject, toScript, toScriptUpdate } from './rows.ts'
import { scriptFields, scriptUpdateFields } from './tables.ts'

type ScriptMethods = Pick<
  Storage,
  | 'createScript'
  | 'findScript'
  | 'findSource'
  | 'findScriptToRun'
  | 'findScriptToLoad'
  | 'beginScriptUpdate'
  | 'findWaitingSource'
  | 'reachStage'
  | 'keepUpdatesAlive'
  | 'endScriptUpdate'
  | 'breakOffUpdates'
  | 'breakOffDeadUpdates'
  | 'findScriptUpdate'
>

export function scriptMethods(parts: StorageParts): ScriptMethods {
  const { db, seal, dialect, guarded, transaction, largeTransaction } = parts

  const withProject = async (row: ScriptRow): Promise<Omit<ScriptToRun, 'hasSource'>> => {
    const project = await selectProjectsWith(db)
      .where('projects.id', '=', row.project_id)
      .executeTakeFirstOrThrow()
    return { project: toProject(project, seal), script: toScript(row, project.public_id) }
  }

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
        await trx
          .insertInto('scripts')
          .values({ ...scriptFields.toRow(script), project_id: project.id })
          .execute()
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

    findScriptToRun: (scriptId) =>
      guarded(async () => {
        const row = await selectScriptsToRun(db)
          .select('script_sources.script_id as with_source')
          .where('scripts.public_id', '=', scriptId)
          .executeTakeFirst()
        return row && { ...(await withProject(row)), hasSource: row.with_source !== null }
      }),

    findScriptToLoad: (scriptId) =>
      guarded(async () => {
        const row = await selectScriptsToRun(db)
          .select('script_sources.source')
          .where('scripts.public_id', '=', scriptId)
          .executeTakeFirst()
        if (row === undefined || row.source === null) return undefined
        return { ...(await withProject(row)), source: row.source }
      }),

    beginScriptUpdate: (update, source, allowance, audit) =>
      largeTransaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, update.projectId)
        const script = await selectScript(trx, update.projectId, update.scriptId)
        if (project === undefined || script === undefined) return 'no-such-script'
        const bytes = Buffer.from(source)
        const use = await readUse(trx, project.account_id, allowance)
        const refusal = refuseUpdate(use, bytes.length, allowance)
        if (refusal !== undefined) return refusal
        const { id } = await trx
          .insertInto('script_updates')
          .values({
            ...scriptUpdateFields.toRow(update),
            script_id: script.id,
            account_id: project.account_id,
            source_bytes: bytes.length,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx.insertInto('waiting_sources').values({ update_id: id, source: bytes }).execute()
        await addNote(trx, audit, project)
        return 'begun'
      }),

    findWaitingSource: (updateId) =>
      largeTransaction(async (trx) => {
        const row = await trx
          .selectFrom('script_updates')
          .innerJoin('waiting_sources', 'waiting_sources.update_id', 'script_updates.id')
          .select('waiting_sources.source')
          .where('script_updates.public_id', '=', updateId)
          .executeTakeFirst()
        return row && Buffer.from(row.source).toString()
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

    keepUpdatesAlive: (updateIds, now) =>
      transaction(async (trx) => {
        for (let start = 0; start < updateIds.length; start += IDS_AT_ONCE) {
          const some = updateIds.slice(start, start + IDS_AT_ONCE)
          await trx
            .updateTable('script_updates')
            .set({ alive_at: now })
            // Always as many, so that one prepared statement serves for any number.
            .where('public_id', 'in', [...some, ...Array(IDS_AT_ONCE - some.length).fill(NO_UPDATE)])
            .where('state', '=', 'processing')
            .execute()
        }
      }),

    endScriptUpdate: (updateId, end) =>
      largeTransaction(async (trx) => {
        const columns =
          end.state === 'succeeded'
            ? ({ state: end.state, stage: 'completed' } as const)
            : { state: end.state, message: end.message }
        const ended = await trx
          .updateTable('script_updates')
          .set(columns)
          .where('public_id', '=', updateId)
          .where('state', '=', 'processing')
          .returning(['id', 'script_id'])
          .executeTakeFirst()
        if (ended === undefined) return 'not-under-way'
        await deleteWaitingSources(trx, [ended.id])
        if (end.state !== 'succeeded') return 'ended'

        const script_id = ended.script_id
        const row = await dialect
          .locked(trx.selectFrom('scripts').selectAll().where('id', '=', script_id), 'scripts')
          .executeTakeFirstOrThrow()
        const { public_id, ...changed } = scriptFields.toRow(end.change(toScript(row, '')))
        await trx.updateTable('scripts').set(changed).where('id', '=', script_id).execute()
        await trx
          .insertInto('script_sources')
          .values({ script_id, source: end.source })
          .onConflict((conflict) => conflict.column('script_id').doUpdateSet({ source: end.source }))
          .execute()
        return 'ended'
      }),

    breakOffUpdates: (updateIds, message) =>
      largeTransaction(async (trx) => {
        const ended = await trx
          .updateTable('script_updates')
          .set({ state: 'broken', message })
          .where('public_id', 'in', [...updateIds, NO_UPDATE])
          .where('state', '=', 'processing')
          .returning('id')
          .execute()
        await deleteWaitingSources(trx, rowIdsOf(ended))
      }),

    async breakOffDeadUpdates(aliveBefore, most, message) {
      const dead = (from: Db) =>
        from
          .selectFrom('script_updates')
          .select('id')
          .where('state', '=', 'processing')
          .where('alive_at', '<', aliveBefore)
      // Nearly always there are none, so no write transaction is needed.
      const rows = await guarded(() => dead(db).limit(most).execute())
      if (rows.length === 0) return 0
      return largeTransaction(async (trx) => {
        const ended = await trx
          .updateTable('script_updates')
          .set({ state: 'broken', message })
          .where('id', 'in', dead(trx).where('id', 'in', rowIdsOf(rows)))
          .returning('id')
          .execute()
        await deleteWaitingSources(trx, rowIdsOf(ended))
        return ended.length
      })
    },

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

/** PostgreSQL knows no empty list. No update has an empty ID. */
const NO_UPDATE = ''
const IDS_AT_ONCE = 50

const rowIdsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const selectScriptsToRun = (db: Db) =>
  db
    .selectFrom('scripts')
    .leftJoin('script_sources', 'script_sources.script_id', 'scripts.id')
    .selectAll('scripts')

async function deleteWaitingSources(trx: Db, updateRowIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('waiting_sources').where('update_id', 'in', anyOf(updateRowIds)).execute()
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

async function readUse(
  db: Db,
  accountRowId: number,
  { since, brokenBefore }: Allowance,
): Promise<AllowanceUse> {
  const { obfuscations } = await db
    .selectFrom('script_updates')
    .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
    .select(sql<number>`count(*)`.as('obfuscations'))
    .where('scripts.project_id', 'in', await projectRowIdsOf(db, accountRowId))
    .where('started_at', '>=', since)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'succeeded'),
        and([eb('state', '=', 'processing'), eb('alive_at', '>=', brokenBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  const isOfAccount = sql`account_id = ${accountRowId}`
  const waiting = await db
    .selectFrom('script_updates')
    .select([
      total(sql`1`).as('updates'),
      total(sql`source_bytes`).as('bytes'),
      total(sql`case when ${isOfAccount} then 1 else 0 end`).as('updatesOfAccount'),
      total(sql`case when ${isOfAccount} then source_bytes else 0 end`).as('bytesOfAccount'),
    ])
    .where('state', '=', 'processing')
    .where('alive_at', '>=', brokenBefore)
    .executeTakeFirstOrThrow()
  return {
    obfuscations,
    ofAccount: { updates: waiting.updatesOfAccount, bytes: waiting.bytesOfAccount },
    inAll: waiting,
  }
}

/** PostgreSQL adds integers up to a decimal, which its driver gives as a text. */
const total = (value: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`cast(coalesce(sum(${value}), 0) as bigint)`
