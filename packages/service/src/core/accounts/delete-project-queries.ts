import { type RawBuilder, sql } from 'kysely'
import { addEvent } from '../events/event-queries.ts'
import { lockProjectRow, type StorageParts } from '../storage/sql/access.ts'
import type { Storage } from '../storage/storage.ts'

/** Of which a project may have millions of rows, and what finds a row of it. */
const MANY = { users: 'id', events: 'id', trials: 'device_hash', project_refusals: 'id' } as const

/** Those that refer to others first. Triggers have emptied the first two with the users. */
const FEW = [
  'linked_devices',
  'key_ends',
  'trial_counts',
  'project_hours',
  'repeated_requests',
  'signing_keys',
  'scripts',
]

export function deletionMethods(parts: StorageParts) {
  const { db, transaction } = parts
  return {
    async countKeys(projectId) {
      const row = await db
        .selectFrom('projects')
        .select('user_count')
        .where('public_id', '=', projectId)
        .executeTakeFirst()
      return row?.user_count ?? 0
    },

    deleteProject: (projectId, most, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        const remove = async (table: string, condition: RawBuilder<unknown>): Promise<number> => {
          const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(
            trx,
          )
          return Number(numAffectedRows ?? 0)
        }
        const ofProject = sql`project_id = ${project.id}`
        for (const [table, column] of Object.entries(MANY)) {
          const some = sql`select ${sql.ref(column)} from ${sql.table(table)} where ${ofProject} limit ${most}`
          const deleted = await remove(table, sql`${ofProject} and ${sql.ref(column)} in (${some})`)
          if (deleted >= most) return 'more'
        }
        const scripts = sql`script_id in (select id from scripts where ${ofProject})`
        await remove('waiting_sources', sql`update_id in (select id from script_updates where ${scripts})`)
        for (const table of ['script_updates', 'script_sources']) await remove(table, scripts)
        for (const table of FEW) await remove(table, ofProject)
        await remove('projects', sql`id = ${project.id}`)
        await addEvent(trx, by, ['deleted', 'project', projectId], { account_id: project.account_id })
        return 'deleted'
      }),
  } satisfies Partial<Storage>
}
