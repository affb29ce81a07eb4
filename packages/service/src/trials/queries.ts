import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { projectFields } from '../core/accounts/tables.ts'
import { dayOf } from '../core/accounts/usage.ts'
import { byService } from '../core/event-log/events.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { changeEach, having, licensesOf } from '../core/license/license-queries.ts'
import { toLicense } from '../core/license/license-rows.ts'
import { type Db, findAppRow, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { decideDelete } from '../licenses/change-license.ts'
import { insertLicenses } from '../licenses/create-queries.ts'
import type { TrialStorage } from './storage.ts'
import type { TrialSnapshot } from './trials.ts'

/**
 * The keys that are deleted at once; key checks wait meanwhile. With an announcement every four
 * seconds, these are a million a day.
 */
const KEYS_AT_ONCE = 50

/** The `address` in the counts of a project for all addresses together. */
const ANYWHERE = ''

const hashOf = (deviceId: string): string => createHash('sha256').update(deviceId, 'utf8').digest('hex')

type ProjectRow = NonNullable<Awaited<ReturnType<typeof findAppRow>>>

interface Where {
  readonly deviceId: string
  readonly address: string
}

async function read(
  db: Db,
  project: ProjectRow,
  { deviceId, address }: Where,
  now: number,
): Promise<TrialSnapshot> {
  const trial = await db
    .selectFrom('trials')
    .select('license_key')
    .where('project_id', '=', project.id)
    .where('device_hash', '=', hashOf(deviceId))
    .executeTakeFirst()
  const license =
    trial && (await having(licensesOf(db, project), 'license_key', trial.license_key).executeTakeFirst())
  const counts = await db
    .selectFrom('trial_counts')
    .select(['address', 'started'])
    .where('day', '=', dayOf(now))
    .where('project_id', '=', project.id)
    .where('address', 'in', [ANYWHERE, address])
    .execute()
  const startedAt = (place: string): number => counts.find((count) => count.address === place)?.started ?? 0
  return {
    rules: projectFields.fromRow(project),
    known: trial && { license: license && toLicense(license) },
    startedToday: startedAt(ANYWHERE),
    startedByAddress: startedAt(address),
  }
}

export function trialMethods(parts: StorageParts) {
  const { db, transaction } = parts

  return {
    async startTrial(appName, where, decide, by) {
      const known = await findAppRow(db, appName)
      if (known === undefined) return undefined
      // Only a start writes, and only a transaction that writes waits for the disk.
      const seen = decide(await read(db, known, where, by.at))
      if (seen.kind !== 'starts') return seen
      return transaction(async (trx) => {
        if ((await lockProjectRow(parts, trx, known.public_id)) === undefined) return undefined
        const project = await findAppRow(trx, appName)
        if (project === undefined) return undefined
        const decided = decide(await read(trx, project, where, by.at))
        if (decided.kind !== 'starts') return decided
        const { license } = decided
        await insertLicenses(trx, project, [license], by)
        const device_hash = hashOf(where.deviceId)
        const [started_at, ends_at, license_key] = [by.at, license.authExpire, license.key]
        await trx
          .insertInto('trials')
          .values({ project_id: project.id, device_hash, started_at, ends_at, license_key })
          .execute()
        await trx
          .insertInto('trial_counts')
          .values(
            [ANYWHERE, where.address].map((address) => ({
              day: dayOf(by.at),
              project_id: project.id,
              address,
              started: 1,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'project_id', 'address'])
              .doUpdateSet({ started: sql`trial_counts.started + 1` }),
          )
          .execute()
        return decided
      })
    },
  } satisfies TrialStorage
}

/**
 * Deletes old counts, and some of the keys whose trial ended long enough ago. The record of their
 * devices stays.
 */
export async function forgetTrials(parts: StorageParts, trx: Db, now: number): Promise<void> {
  await trx
    .deleteFrom('trial_counts')
    .where('day', '<', dayOf(now) - 1)
    .execute()
  const over = trx
    .selectFrom('projects')
    // SQLite reads the tables in this order: for each project, a part of the index of trials.
    .crossJoin('licenses')
    .select('licenses.id')
    .whereRef('licenses.project_id', '=', 'projects.id')
    // The condition is written out, so that the partial index is used. A key without an end has -1.
    .where(sql<boolean>`licenses.trial = 1`)
    .where('licenses.perpetual', '=', 0)
    .where('licenses.auth_expire', '>', 0)
    .where('licenses.auth_expire', '<=', sql<number>`${now} - projects.trial_kept_days * ${SECONDS_A_DAY}`)
    .limit(KEYS_AT_ONCE)
  const ids = (await over.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  const keys = trx
    .selectFrom('licenses')
    .selectAll()
    .where('id', 'in', ids)
    // The trial may have been extended, or made an ordinary key, before its row was locked.
    .where('trial', '=', 1)
    .where('perpetual', '=', 0)
    .where('auth_expire', '<=', now)
  await changeEach(parts, trx, keys, (license) => decideDelete(license, now), byService(now))
}
