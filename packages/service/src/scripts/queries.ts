import { type RawBuilder, sql, type Updateable } from 'kysely'
import { toProject } from '../core/accounts/project-rows.ts'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import {
  anyOf,
  COUNT,
  type Db,
  lockProjectRow,
  projectsOfAccount,
  type StorageParts,
  selectProjectsWith,
  sumOf,
} from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import { type ScriptRow, toScript, toScriptUpdate } from './script-rows.ts'
import { type Allowance, type AllowanceUse, refuseUpdate } from './script-update.ts'
import type { ScriptToRun } from './scripts.ts'
import type { ScriptStorage } from './storage.ts'
import { scriptFields, scriptUpdateFields } from './tables.ts'

export function scriptMethods(parts: StorageParts) {
  const { db, seal, dialect, transaction, largeTransaction, longSnapshot } = parts

  const withProject = async (row: ScriptRow): Promise<Omit<ScriptToRun, 'hasSource'>> => {
    const project = await selectProjectsWith(db)
      .where('projects.id', '=', row.project_id)
      .executeTakeFirstOrThrow()
    return { project: toProject(project, seal), script: toScript(row, project.public_id) }
  }

  return {
    createScript: (script, most, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, script.projectId)
        if (project === undefined) return 'no-such-project'
        const taken = await trx
          .selectFrom('scripts')
          .select('id')
          .where('public_id', '=', script.id)
          .executeTakeFirst()
        if (taken !== undefined) return 'script-exists'
        const { count } = await trx
          .selectFrom('scripts')
          .select(COUNT)
          .where('project_id', 'in', projectsOfAccount(trx, project.account_id))
          .executeTakeFirstOrThrow()
        if (most !== undefined && count >= most) return 'too-many-scripts'
        const row = { ...scriptFields.toRow(script), project_id: project.id }
        await trx.insertInto('scripts').values(row).execute()
        await addEvent(trx, by, ['created', 'script', script.id], { project_id: project.id })
        return 'created'
      }),

    async findScript(projectId, scriptId) {
      const row = await selectScript(db, projectId, scriptId).executeTakeFirst()
      return row && toScript(row, projectId)
    },

    async findSource(projectId, scriptId) {
      const row = await selectScript(db, projectId, scriptId)
        .innerJoin('script_sources', 'script_sources.script_id', 'scripts.id')
        .select('source')
        .executeTakeFirst()
      return row?.source
    },

    async findScriptToRun(scriptId) {
      const row = await selectScriptToRun(db, scriptId)
        .select('script_sources.script_id as with_source')
        .executeTakeFirst()
      return row && { ...(await withProject(row)), hasSource: row.with_source !== null }
    },

    async findScriptToLoad(scriptId) {
      const row = await selectScriptToRun(db, scriptId).select('script_sources.source').executeTakeFirst()
      if (row === undefined || row.source === null) return undefined
      return { ...(await withProject(row)), source: row.source }
    },

    beginScriptUpdate: (update, source, allowance, by) =>
      largeTransaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, update.projectId)
        const script = await selectScript(trx, update.projectId, update.scriptId).executeTakeFirst()
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
        await addEvent(trx, by, ['updated', 'script', update.scriptId], { project_id: project.id })
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

    async reachStage(updateId, stage, now) {
      await db
        .updateTable('script_updates')
        .set({ stage, alive_at: now })
        .where('public_id', '=', updateId)
        .where('state', '=', 'processing')
        .execute()
    },

    keepUpdatesAlive: (updateIds, now) =>
      transaction(async (trx) => {
        for (let start = 0; start < updateIds.length; start += IDS_AT_ONCE) {
          const some = updateIds.slice(start, start + IDS_AT_ONCE)
          await trx
            .updateTable('script_updates')
            .set({ alive_at: now })
            // The list always has the same length, so that one prepared statement is enough for any
            // number.
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
        const [ended] = await endUpdates(trx, sql`public_id = ${updateId}`, columns)
        if (ended === undefined) return 'not-under-way'
        if (end.state !== 'succeeded') return 'ended'

        const { script_id } = ended
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
        const ids = sql.join([...updateIds, NO_UPDATE])
        await endUpdates(trx, sql`public_id in (${ids})`, { state: 'broken', message })
      }),

    async breakOffDeadUpdates(aliveBefore, most, message) {
      const isDead = sql<boolean>`state = 'processing' and alive_at < ${aliveBefore}`
      // Nearly always there are none, so no write transaction is needed.
      const dead = await db.selectFrom('script_updates').select('id').where(isDead).limit(most).execute()
      if (dead.length === 0) return 0
      return largeTransaction(async (trx) => {
        const ids = sql.join(dead.map(({ id }) => id))
        const ended = await endUpdates(trx, sql`${isDead} and id in (${ids})`, {
          state: 'broken',
          message,
        })
        return ended.length
      })
    },

    async findScriptUpdate(projectId, scriptId, updateId) {
      const row = await selectUpdates(db, projectId)
        .where('scripts.public_id', '=', scriptId)
        .where('script_updates.public_id', '=', updateId)
        .executeTakeFirst()
      return row && toScriptUpdate(row, projectId)
    },

    async lastScriptUpdates(projectId) {
      const newest = selectUpdates(db, projectId)
        .clearSelect()
        .select(({ fn }) => fn.max('script_updates.id').as('id'))
        .groupBy('script_updates.script_id')
      const rows = await selectUpdates(db, projectId).where('script_updates.id', 'in', newest).execute()
      return rows.map((row) => toScriptUpdate(row, projectId))
    },

    projectsWithScripts: (accountId) =>
      longSnapshot(async (trx) => {
        const rows = await selectProjectsWith(trx)
          .where('accounts.public_id', '=', accountId)
          .orderBy('projects.id')
          .execute()
        const scripts = await trx
          .selectFrom('scripts')
          .selectAll()
          .where('project_id', 'in', anyOf(rows.map(({ id }) => id)))
          .orderBy('id')
          .execute()
        return rows.map((row) => ({
          ...toProject(row, seal),
          scripts: scripts
            .filter(({ project_id }) => project_id === row.id)
            .map((script) => toScript(script, row.public_id)),
        }))
      }),
  } satisfies ScriptStorage
}

/** An ID that no update has: PostgreSQL allows no empty list. */
const NO_UPDATE = ''
const IDS_AT_ONCE = 50

const selectScriptToRun = (db: Db, scriptId: string) =>
  db
    .selectFrom('scripts')
    .leftJoin('script_sources', 'script_sources.script_id', 'scripts.id')
    .selectAll('scripts')
    .where('scripts.public_id', '=', scriptId)

const selectScript = (db: Db, projectId: string, scriptId: string) =>
  db
    .selectFrom('scripts')
    .innerJoin('projects', 'projects.id', 'scripts.project_id')
    .selectAll('scripts')
    .where('scripts.public_id', '=', scriptId)
    .where('projects.public_id', '=', projectId)

const selectUpdates = (db: Db, projectId: string) =>
  db
    .selectFrom('script_updates')
    .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
    .innerJoin('projects', 'projects.id', 'scripts.project_id')
    .selectAll('script_updates')
    .select('scripts.public_id as script_public_id')
    .where('projects.public_id', '=', projectId)

/** Ends those of these updates that have not ended, and deletes their uploaded sources. */
async function endUpdates(
  trx: Db,
  condition: RawBuilder<boolean>,
  columns: Updateable<Tables['script_updates']>,
): Promise<readonly { readonly script_id: number }[]> {
  const ended = await trx
    .updateTable('script_updates')
    .set(columns)
    .where(condition)
    .where('state', '=', 'processing')
    .returning(['id', 'script_id'])
    .execute()
  const ids = anyOf(ended.map(({ id }) => id))
  await trx.deleteFrom('waiting_sources').where('update_id', 'in', ids).execute()
  return ended
}

async function readUse(
  db: Db,
  accountRowId: number,
  { since, brokenBefore }: Allowance,
): Promise<AllowanceUse> {
  const isAlive = sql<boolean>`(state = 'processing' and alive_at >= ${brokenBefore})`
  const isOfAccount = sql`account_id = ${accountRowId}`
  const { count: obfuscations } = await db
    .selectFrom('script_updates')
    .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
    .select(COUNT)
    .where('scripts.project_id', 'in', projectsOfAccount(db, accountRowId))
    .where('started_at', '>=', since)
    .where(sql<boolean>`(state = 'succeeded' or ${isAlive})`)
    .executeTakeFirstOrThrow()
  const waiting = await db
    .selectFrom('script_updates')
    .select([
      sumOf(sql`1`).as('updates'),
      sumOf('source_bytes').as('bytes'),
      sumOf(sql`case when ${isOfAccount} then 1 else 0 end`).as('updatesOfAccount'),
      sumOf(sql`case when ${isOfAccount} then source_bytes else 0 end`).as('bytesOfAccount'),
    ])
    .where(isAlive)
    .executeTakeFirstOrThrow()
  return {
    obfuscations,
    ofAccount: { updates: waiting.updatesOfAccount, bytes: waiting.bytesOfAccount },
    inAll: waiting,
  }
}

/** Deletes the scripts of a project with their updates and sources. */
export async function deleteScripts(trx: Db, projectRow: number): Promise<void> {
  const scripts = trx.selectFrom('scripts').select('id').where('project_id', '=', projectRow)
  const updates = trx.selectFrom('script_updates').select('id').where('script_id', 'in', scripts)
  await trx.deleteFrom('waiting_sources').where('update_id', 'in', updates).execute()
  await trx.deleteFrom('script_updates').where('script_id', 'in', scripts).execute()
  await trx.deleteFrom('script_sources').where('script_id', 'in', scripts).execute()
  await trx.deleteFrom('scripts').where('project_id', '=', projectRow).execute()
}
