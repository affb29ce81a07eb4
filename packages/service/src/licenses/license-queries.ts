import { sql } from 'kysely'
import type { Origin } from '../core/event-log/events.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import {
  changeEach,
  having,
  type LicensesQuery,
  licensesOf,
  withKeys,
} from '../core/license/license-queries.ts'
import { type LicenseRow, toLicense } from '../core/license/license-rows.ts'
import {
  type Db,
  findProjectRow,
  LICENSES,
  LISTED_TEXTS,
  lockProjectRow,
  type ProjectRowIds,
  type StorageParts,
  sumOf,
} from '../core/storage/sql/access.ts'
import type { LicenseStorage, ListFilter, Page } from './storage.ts'

const among = (
  query: LicensesQuery,
  which: Parameters<LicenseStorage['changeLicenses']>[1],
): LicensesQuery => ('keys' in which ? withKeys(query, which.keys) : query.where('id', 'in', [...which.rows]))

export function licenseMethods(parts: StorageParts) {
  const { db, reader, dialect, transaction, longSnapshot } = parts

  /** Changes the licenses of a project that a query finds, in one transaction. */
  const change = <Outcome extends string>(
    projectId: string,
    find: (licenses: LicensesQuery) => LicensesQuery,
    decide: (license: License) => LicenseChange<Outcome>,
    by: Origin | undefined,
  ): Promise<readonly { readonly key: string; readonly outcome: Outcome | 'chat-id-taken' }[]> =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      if (project === undefined) return []
      return changeEach(parts, trx, find(licensesOf(trx, project)), decide, by)
    })
  const changeOne = async <Result extends string>(...one: Parameters<typeof change<Result>>) => {
    const [changed] = await change(...one)
    return changed?.outcome ?? 'no-such-license'
  }

  const searching = (query: LicensesQuery, text: string): LicensesQuery => {
    const index = dialect.searchIndex(text)
    const found = query.where(dialect.contains(text, LISTED_TEXTS))
    return index === undefined
      ? found
      : found.where(
          sql<boolean>`licenses.id in (select ${index.row} from ${index.from} where ${index.matches})`,
        )
  }

  const matching = (project: ProjectRowIds, filter: ListFilter): LicensesQuery => {
    const { key, chatId, identifier, search } = filter
    let query = licensesOf(reader, project)
    if (key !== undefined) query = having(query, 'license_key', key)
    if (chatId !== undefined) query = having(query, 'chat_id', chatId)
    if (search !== undefined && search !== '') query = searching(query, search)
    if (identifier === undefined) return query
    const further = reader
      .selectFrom('linked_devices')
      .select('license_id as id')
      .where('project_id', '=', project.id)
      .where('identifier', '=', identifier)
    const first = having(licensesOf(reader, project), 'identifier', identifier).clearSelect().select('id')
    const onDevice = query.where('id', 'in', first.unionAll(further))
    return query.where('id', '=', onDevice.clearSelect().select(sql<number>`max(id)`.as('id')))
  }

  /**
   * A page of all licenses. The index skips those before the page, or those after it if they are
   * fewer: at most half of the licenses, without their rows.
   */
  const pageOfAll = (project: ProjectRowIds, { from, until }: Page): Promise<readonly LicenseRow[]> =>
    longSnapshot(async (trx) => {
      const { license_count: count } = await trx
        .selectFrom('projects')
        .select('license_count')
        .where('id', '=', project.id)
        .executeTakeFirstOrThrow()
      const last = Math.min(until, count)
      if (last <= from) return []
      const isFar = from > count / 2
      const ids = trx
        .selectFrom('licenses')
        .select('id')
        .where('project_id', '=', project.id)
        .orderBy('id', isFar ? 'desc' : 'asc')
        .limit(last - from)
        .offset(isFar ? count - last : from)
      return trx.selectFrom('licenses').selectAll().where('id', 'in', ids).orderBy('id').execute()
    })

  return {
    async listLicenses(projectId, filter, page) {
      const { from, until } = page
      const project = await findProjectRow(db, projectId)
      if (project === undefined || until <= from) return []
      const { search = '', ...exact } = filter
      const isAll = search === '' && Object.values(exact).every((value) => value === undefined)
      const rows = isAll
        ? await pageOfAll(project, page)
        : await matching(project, filter)
            .orderBy('id')
            .limit(until - from)
            .offset(from)
            .execute()
      return rows.map(toLicense)
    },

    changeLicense: (projectId, key, decide, by) =>
      changeOne(projectId, (licenses) => having(licenses, 'license_key', key), decide, by),
    changeBannedLicense: (projectId, token, decide, by) =>
      changeOne(projectId, (licenses) => having(licenses, 'unban_token', token), decide, by),
    changeLicenses: (projectId, which, decide, by) =>
      change(projectId, (licenses) => among(licenses, which), decide, by),
  } satisfies Partial<LicenseStorage>
}

/** The number of licenses in all projects of the account, without trials. */
export async function countLicenses(db: Db, { account_id }: ProjectRowIds): Promise<number> {
  const { licenses } = await db
    .selectFrom('projects')
    .select(sumOf(LICENSES).as('licenses'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return licenses
}
