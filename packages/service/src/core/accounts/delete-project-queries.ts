import { type RawBuilder, sql } from 'kysely'
import { addEvent } from '../event-log/add-event-queries.ts'
import type { StorageModule } from '../storage/module.ts'
import { lockProjectRow, type StorageParts } from '../storage/sql/access.ts'
import type { TablesPart } from '../storage/sql/columns.ts'
import type { AccountStorage } from './storage.ts'

export function deletionMethods(
  parts: StorageParts,
  modules: readonly StorageModule[],
  tables: readonly TablesPart[],
) {
  const { db, transaction } = parts
  // The last tables come first: they may refer to others.
  const ofProject = tables.toReversed().flatMap((part) => part.ofProject ?? [])
  return {
    async countLicenses(projectId) {
      const row = await db
        .selectFrom('projects')
        .select('license_count')
        .where('public_id', '=', projectId)
        .executeTakeFirst()
      return row?.license_count ?? 0
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
        const isOfProject = sql`project_id = ${project.id}`
        for (const [table, column] of ofProject.flatMap(({ many }) => Object.entries(many ?? {}))) {
          const some = sql`select ${sql.ref(column)} from ${sql.table(table)} where ${isOfProject} limit ${most}`
          const deleted = await remove(table, sql`${isOfProject} and ${sql.ref(column)} in (${some})`)
          if (deleted >= most) return 'more'
        }
        for (const { deleteOf } of modules) await deleteOf?.(trx, project.id)
        for (const table of ofProject.flatMap(({ few }) => few ?? [])) await remove(table, isOfProject)
        await remove('projects', sql`id = ${project.id}`)
        await addEvent(trx, by, ['deleted', 'project', projectId], { account_id: project.account_id })
        return 'deleted'
      }),
  } satisfies Partial<AccountStorage>
}
