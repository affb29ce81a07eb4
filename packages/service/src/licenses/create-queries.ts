import { keyIdOf } from '@latchkey/management'
import { customerRows } from '../core/customer/customer-queries.ts'
import { eventOf, type Origin, type StoredEvent } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { idOf } from '../core/license/key-id.ts'
import type { License } from '../core/license/license.ts'
import { findBy, licensesOf, withKeys } from '../core/license/license-queries.ts'
import { toLicense, toLicenseRow } from '../core/license/license-rows.ts'
import {
  type Db,
  findProjectRow,
  lockProjectRow,
  type ProjectRowIds,
  type StorageParts,
} from '../core/storage/sql/access.ts'
import { addToOutbox } from '../outbox/queries.ts'
import { countLicenses } from './license-queries.ts'
import type { CreationTerms, ImportedLicenses, LicenseStorage } from './storage.ts'

/** SQLite takes 32,766 values in a statement. */
const ROWS_PER_INSERT = 500

export function creationMethods(parts: StorageParts) {
  const { transaction, longSnapshot } = parts
  /** The number of licenses that the account may still create. */
  const roomFor = async (trx: Db, project: ProjectRowIds, mostLicenses?: number) =>
    mostLicenses === undefined ? undefined : mostLicenses - (await countLicenses(trx, project))

  /** Adds the customers of licenses. The account of the project must be locked. */
  const withCustomers = async (
    trx: Db,
    project: ProjectRowIds,
    licenses: readonly License[],
    customerOf: CreationTerms['customerOf'],
  ): Promise<readonly License[]> => {
    const wanted = new Map(
      licenses.flatMap((license) => {
        const customer = customerOf?.(license)
        return customer === undefined ? [] : [[license, customer] as const]
      }),
    )
    const numbers = await customerRows(parts, trx, project.account_id, [...wanted.values()])
    const rows = new Map([...wanted.keys()].map((license, at) => [license, numbers[at] ?? null]))
    return licenses.map((license) => ({ ...license, customerId: rows.get(license) ?? null }))
  }

  return {
    createLicense: (projectId, license, { mostLicenses, by, customerOf } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        if ((await findBy(trx, project, 'license_key', license.key)) !== undefined) return 'key-taken'
        if ((await findBy(trx, project, 'chat_id', license.chatId)) !== undefined) return 'chat-id-taken'
        if (((await roomFor(trx, project, mostLicenses)) ?? 1) < 1) return 'too-many-licenses'
        await insertLicenses(trx, project, await withCustomers(trx, project, [license], customerOf), by)
        return 'created'
      }),

    createLicenses: (projectId, licenses, { mostLicenses, by, customerOf, mailOf } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        const repeatable = licenses.filter(({ recorded }) => recorded.request !== undefined)
        if ((await existing(trx, project, repeatable)).size > 0) return 'created'
        const left = (await roomFor(trx, project, mostLicenses)) ?? licenses.length
        if (left < licenses.length) return 'too-many-licenses'
        const owned = await withCustomers(trx, project, licenses, customerOf)
        const rows = await insertLicenses(trx, project, owned, by)
        if (mailOf === undefined) return 'created'
        for (const { id, license_key } of rows) {
          const item = mailOf(license_key, idOf(id, keyIdOf(license_key)))
          await addToOutbox(parts, trx, project.id, item)
        }
        return 'created'
      }),

    importLicenses: (projectId, licenses, { mostLicenses, by, customerOf, isDryRun }) =>
      (isDryRun ? longSnapshot : transaction)(async (trx) => {
        const project = await (isDryRun
          ? findProjectRow(trx, projectId)
          : lockProjectRow(parts, trx, projectId))
        if (project === undefined) return 'no-such-project'
        const known = await existing(trx, project, licenses)
        let left = await roomFor(trx, project, mostLicenses)
        const created: License[] = []
        const outcomes = licenses.map((license): ImportedLicenses['outcomes'][number] => {
          const request = known.get(license.key)
          if (request !== undefined) return request === license.recorded.request ? 'done-before' : 'key-taken'
          if (left !== undefined && left <= 0) return 'too-many-licenses'
          if (left !== undefined) left -= 1
          created.push(license)
          return 'created'
        })
        if (isDryRun) return { outcomes, left }
        await insertLicenses(trx, project, await withCustomers(trx, project, created, customerOf), by)
        return { outcomes, left }
      }),
  } satisfies Partial<LicenseStorage>
}

/** Finds the keys that exist, with the last request of each; empty: none is recorded. */
async function existing(
  trx: Db,
  project: ProjectRowIds,
  licenses: readonly License[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  for (let start = 0; start < licenses.length; start += ROWS_PER_INSERT) {
    const keys = licenses.slice(start, start + ROWS_PER_INSERT).map(({ key }) => key)
    const rows = await withKeys(licensesOf(trx, project), keys).execute()
    for (const row of rows) known.set(row.license_key, toLicense(row).recorded.request ?? '')
  }
  return known
}

/**
 * Inserts licenses, with the events of their creation and of their bans if the actor is known.
 * @returns their rows
 */
export async function insertLicenses(
  trx: Db,
  project: ProjectRowIds,
  licenses: readonly License[],
  by: Origin | undefined,
): Promise<readonly NewRow[]> {
  const events: StoredEvent[] = []
  const inserted: NewRow[] = []
  for (let start = 0; start < licenses.length; start += ROWS_PER_INSERT) {
    const some = licenses.slice(start, start + ROWS_PER_INSERT)
    const rows = await trx
      .insertInto('licenses')
      .values(some.map((license) => toLicenseRow(license, project.id)))
      .returning(['id', 'license_key'])
      .execute()
    inserted.push(...rows)
    if (by === undefined) continue
    const banned = new Set(some.filter((license) => license.banned).map(({ key }) => key))
    for (const { id: licenseRow, license_key } of rows) {
      const add = (kind: 'created' | 'banned') =>
        events.push({
          projectRow: project.id,
          licenseRow,
          event: eventOf(kind, 'key', keyIdOf(license_key), by),
        })
      add('created')
      if (banned.has(license_key)) add('banned')
    }
  }
  await addKeyEvents(trx, events)
  return inserted
}

interface NewRow {
  readonly id: number
  readonly license_key: string
}
