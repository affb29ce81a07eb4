import { type SelectQueryBuilder, sql } from 'kysely'
import { customerRows } from '../customer/customer-queries.ts'
import type { Customer } from '../customer/customers.ts'
import { byService, eventsOfChange, type Origin, type StoredEvent } from '../event-log/events.ts'
import { addKeyEvents } from '../event-log/key-event-queries.ts'
import type { Db, ProjectRowIds, StorageParts } from '../storage/sql/access.ts'
import type { Tables } from '../storage/sql/tables.ts'
import { decideLapse } from './bans.ts'
import type { License, LicenseChange } from './license.ts'
import { type LicenseRow, toLicense, toLicenseColumns } from './license-rows.ts'
import type { BanStorage } from './storage.ts'

export type UniqueColumn = 'license_key' | 'chat_id' | 'unban_token'
export type LicensesQuery = SelectQueryBuilder<Tables, 'licenses', LicenseRow>

export const licensesOf = (db: Db, { id }: Pick<ProjectRowIds, 'id'>): LicensesQuery =>
  db.selectFrom('licenses').selectAll().where('project_id', '=', id)

/**
 * The condition for a linked value. An empty value finds nothing: it means that nothing is linked.
 * The second condition is redundant, but needed for the partial indexes.
 */
export const having = (
  query: LicensesQuery,
  column: UniqueColumn | 'identifier',
  value: string,
): LicensesQuery => query.where(column, '=', value).where(sql<boolean>`${sql.ref(column)} <> ''`)

/** The condition for keys. The second one is redundant, but needed for the partial index. */
export const withKeys = (query: LicensesQuery, keys: readonly string[]) =>
  query.where('license_key', 'in', [...keys]).where(sql<boolean>`license_key <> ''`)

export const findBy = (db: Db, project: Pick<ProjectRowIds, 'id'>, column: UniqueColumn, value: string) =>
  having(licensesOf(db, project), column, value).executeTakeFirst()

export function banMethods(parts: StorageParts) {
  const { db, transaction } = parts
  return {
    async lapseBans(now) {
      const endedIn = (on: Db) =>
        on
          .selectFrom('licenses')
          // The range begins at 0, so that the index skips the bans without an end (-1).
          .where(sql<boolean>`banned = 1 and ban_expire between 0 and ${now}`)
      // Nearly always there is none. A transaction would write, and wait for the disk.
      if ((await endedIn(db).select('id').limit(1).executeTakeFirst()) === undefined) return
      await transaction((trx) =>
        changeEach(
          parts,
          trx,
          endedIn(trx).selectAll(),
          (license) => decideLapse(license, now),
          byService(now),
        ),
      )
    },
  } satisfies BanStorage
}

/** Locks licenses, and changes each of them by a rule. */
export async function changeEach<Outcome extends string>(
  parts: Pick<StorageParts, 'dialect'>,
  trx: Db,
  licenses: LicensesQuery,
  decide: (license: License) => LicenseChange<Outcome>,
  by: Origin | undefined,
) {
  const outcomes: { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[] = []
  const events: StoredEvent[] = []
  // Licenses are locked in this order, as by key checks, so that the two do not wait for each
  // other.
  for (const row of await parts.dialect.locked(licenses.orderBy('id'), 'licenses').execute()) {
    const change = decide(toLicense(row))
    const chatId = change.license?.chatId ?? row.chat_id
    const isNew = chatId !== row.chat_id
    const holder = isNew && (await findBy(trx, { id: row.project_id }, 'chat_id', chatId))
    if (!holder) {
      await write(parts, trx, row, change)
      for (const event of by === undefined ? [] : eventsOfChange(toLicense(row), change, by)) {
        events.push({ projectRow: row.project_id, licenseRow: row.id, event })
      }
    }
    outcomes.push({ key: row.license_key, outcome: holder ? 'chat-id-taken' : change.outcome })
  }
  await addKeyEvents(trx, events)
  return outcomes
}

/** Writes what a rule decided about a license. */
async function write(
  parts: Pick<StorageParts, 'dialect'>,
  trx: Db,
  { id, project_id }: LicenseRow,
  { license, removed, customer }: LicenseChange<string>,
): Promise<void> {
  if (removed === 'license') {
    await trx.deleteFrom('licenses').where('id', '=', id).execute()
  } else if (license !== undefined) {
    const columns = {
      ...toLicenseColumns(license),
      ...(customer !== undefined && { customer_id: await customerRow(parts, trx, project_id, customer) }),
      ...(removed === 'key' && { license_key: '', customer_id: null }),
    }
    await trx.updateTable('licenses').set(columns).where('id', '=', id).execute()
  }
}

async function customerRow(
  parts: Pick<StorageParts, 'dialect'>,
  trx: Db,
  projectRow: number,
  customer: Customer | 'none',
): Promise<number | null> {
  if (customer === 'none') return null
  const { account_id } = await trx
    .selectFrom('projects')
    .select('account_id')
    .where('id', '=', projectRow)
    .executeTakeFirstOrThrow()
  const [row] = await customerRows(parts, trx, account_id, [customer])
  return row ?? null
}
