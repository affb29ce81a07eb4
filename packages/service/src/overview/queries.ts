import { type RawBuilder, sql } from 'kysely'
import { hourOf, SECONDS_AN_HOUR } from '../core/accounts/usage.ts'
import { KEY_ENDS, NOT_REFUSED, UNUSED } from '../core/license/key-ends.ts'
import {
  type Db,
  findProjectRow,
  projectsOfAccount,
  type StorageParts,
  sumOf,
} from '../core/storage/sql/access.ts'
import { planUsage } from './account-queries.ts'
import { END_HOURS_SHOWN, REFUSALS_KEPT_HOURS, startsOf } from './overview.ts'
import type { OverviewStorage } from './storage.ts'

export function overviewMethods({ db, reader }: StorageParts) {
  return {
    async overview(projectId, now, since) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined) return undefined
      const { hour, firstHour, firstDay } = startsOf(now)
      const [hours, refusals, days, keys, ends, plan] = await Promise.all([
        reader
          .selectFrom('project_hours')
          .select([
            'hour',
            sumOf('executions').as('executions'),
            sumOf('attacks_blocked').as('attacksBlocked'),
          ])
          .where('project_id', '=', project.id)
          .where('hour', '>=', firstHour)
          .groupBy('hour')
          .execute(),
        reader
          .selectFrom('project_refusals')
          .select(['hour', 'code', 'refusals'])
          .where('project_id', '=', project.id)
          .where('hour', '>=', firstHour)
          .execute(),
        reader
          .selectFrom('project_hours')
          .select([sql<number>`hour / 24`.as('day'), sumOf('active_licenses').as('activeLicenses')])
          .where('project_id', '=', project.id)
          .where('hour', '>=', firstDay * 24)
          .groupBy('day')
          .orderBy('day')
          .execute(),
        countStates(reader, project.id, now),
        reader
          .selectFrom('key_ends')
          .select(['hour', sumOf(sql`used + unused`).as('keys')])
          .where('project_id', '=', project.id)
          .where('hour', '>=', hour)
          .where('hour', '<', hour + END_HOURS_SHOWN)
          .groupBy('hour')
          .execute(),
        reader
          .selectNoFrom(planUsage(reader, projectsOfAccount(reader, project.account_id), since))
          .executeTakeFirstOrThrow(),
      ])
      return { hours, refusals, days, keys, ends, plan }
    },

    async addRefusals(counts) {
      const names = [...new Set(counts.map(({ appName }) => appName))]
      if (names.length === 0) return
      const projects = await db
        .selectFrom('projects')
        .select(['id', 'app_name'])
        .where('app_name', 'in', names)
        .execute()
      const rows = projects.flatMap(({ id, app_name }) =>
        counts
          .filter(({ appName }) => appName === app_name)
          .map(({ hour, code, refusals }) => ({ project_id: id, hour, code, refusals })),
      )
      if (rows.length === 0) return
      await db
        .insertInto('project_refusals')
        // The order is the same for all nodes, so that no two of them wait for each other.
        .values(rows.toSorted((a, b) => a.project_id - b.project_id || (a.code < b.code ? -1 : 1)))
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'hour', 'code'])
            .doUpdateSet({ refusals: sql`project_refusals.refusals + excluded.refusals` }),
        )
        .execute()
    },
  } satisfies Partial<OverviewStorage>
}

/** Counts keys by their state. Only those that end in this hour are counted one by one. */
async function countStates(db: Db, projectRow: number, now: number) {
  const { hour } = startsOf(now)
  const ends = sql.raw(KEY_ENDS)
  const ended = (condition: string): RawBuilder<number> => sql`(
    select count(*) from licenses where project_id = ${projectRow} and ${sql.raw(`${NOT_REFUSED} and ${condition}`)}
      and ${ends} >= ${hour * SECONDS_AN_HOUR} and ${ends} <= ${now})`
  const sum = (value: RawBuilder<unknown>, condition = sql`true`) =>
    sumOf(sql`case when ${condition} then ${value} else 0 end`)
  const isBefore = sql`hour < ${hour}`
  const isAfter = sql`hour >= ${hour}`
  const { active, unused, expired, stopped, banned, endedUsed, endedUnused } = await db
    .selectFrom('key_ends')
    .select([
      sum(sql`used`, isAfter).as('active'),
      sum(sql`unused`, isAfter).as('unused'),
      sum(sql`used + unused`, isBefore).as('expired'),
      sum(sql`stopped`).as('stopped'),
      sum(sql`banned`).as('banned'),
      ended(`not (${UNUSED})`).as('endedUsed'),
      ended(UNUSED).as('endedUnused'),
    ])
    .where('project_id', '=', projectRow)
    .executeTakeFirstOrThrow()
  return {
    active: active - endedUsed,
    unused: unused - endedUnused,
    expired: expired + endedUsed + endedUnused,
    stopped,
    banned,
  }
}

/** The number of rows that are deleted at once. */
const REFUSALS_AT_ONCE = 200

/** Deletes some of the counts that are older than a year. */
export async function forgetRefusals(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  const oldestRefusals = trx.selectFrom('project_refusals').select('id').orderBy('id').limit(REFUSALS_AT_ONCE)
  await trx
    .deleteFrom('project_refusals')
    .where('id', 'in', oldestRefusals)
    .where('hour', '<', hourOf(now) - REFUSALS_KEPT_HOURS)
    .execute()
}
