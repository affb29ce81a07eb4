import { type SelectQueryBuilder, sql } from 'kysely'
import type { Usage } from '../core/accounts/usage.ts'
import { COUNT, type Db, LICENSES, type StorageParts, sumOf } from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import type { OverviewStorage } from './storage.ts'

export function accountUseMethods({ longSnapshot }: StorageParts) {
  return {
    usage: (accountId, fromHour, since) =>
      longSnapshot(async (trx) => {
        const projects = trx
          .selectFrom('projects')
          .innerJoin('accounts', 'accounts.id', 'projects.account_id')
          .select('projects.id')
          .where('accounts.public_id', '=', accountId)
        const ofHours = trx.selectFrom('project_hours').where('project_id', 'in', projects)
        const hours = await ofHours
          .select(['hour', sumOf('executions').as('executions')])
          .where('hour', '>=', fromHour)
          .groupBy('hour')
          .orderBy('hour')
          .execute()
        const totals = await trx
          .selectNoFrom(({ selectFrom }) => [
            ofHours.select(sumOf('attacks_blocked').as('sum')).as('attacksBlocked'),
            ...planUsage(trx, projects, since),
            selectFrom('licenses')
              .select(COUNT)
              .where('project_id', 'in', projects)
              // The condition is written out, so that the partial index is used.
              .where(sql<boolean>`banned = 1 and trial = 0`)
              .as('bannedUsers'),
          ])
          .$castTo<Omit<Usage, 'hours'>>()
          .executeTakeFirstOrThrow()
        return { hours, ...totals }
      }),
  } satisfies Partial<OverviewStorage>
}

/** The columns of what the plan limits: for these projects, and since this second. */
export const planUsage = (
  db: Db,
  projects: SelectQueryBuilder<Tables, 'projects', { id: number }>,
  since: number,
) =>
  [
    db.selectFrom('scripts').select(COUNT).where('project_id', 'in', projects).$asScalar().as('scripts'),
    db
      .selectFrom('projects')
      .select(sumOf(LICENSES).as('sum'))
      .where('id', 'in', projects)
      .$asScalar()
      .as('users'),
    db
      .selectFrom('script_updates')
      .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
      .select(COUNT)
      .where('scripts.project_id', 'in', projects)
      .where('started_at', '>=', since)
      .where('state', '=', 'succeeded')
      .$asScalar()
      .as('obfuscations'),
  ] as const
