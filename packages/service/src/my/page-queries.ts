import { CUSTOMER_ACTS, type CustomerAct } from '@latchkey/management'
import { accountFields } from '../core/accounts/tables.ts'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import { type Db, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import type { MyStorage, PageSettings } from './storage.ts'

const ACTS = Object.keys(CUSTOMER_ACTS) as CustomerAct[]
/** What customers may do until an owner changes it. */
const USUAL: readonly CustomerAct[] = ['free_computer', 'change_address', 'license_file']

const settingsOf = (row: { readonly is_on: 0 | 1 | null; readonly may: string | null }): PageSettings => {
  const may = row.may === null ? USUAL : (JSON.parse(row.may) as readonly string[])
  return {
    isOn: row.is_on === 1,
    may: Object.fromEntries(ACTS.map((act) => [act, may.includes(act)])) as PageSettings['may'],
  }
}

export function pageMethods(parts: StorageParts) {
  const { db, transaction } = parts
  const find = (from: Db, projectId: string) =>
    from
      .selectFrom('projects')
      .innerJoin('accounts', 'accounts.id', 'projects.account_id')
      .leftJoin('customer_pages', 'customer_pages.project_id', 'projects.id')
      .selectAll('accounts')
      .select(['projects.id as projectRow', 'customer_pages.is_on', 'customer_pages.may'])
      .where('projects.public_id', '=', projectId)
      .executeTakeFirst()

  return {
    async findMyPage(projectId) {
      const row = await find(db, projectId)
      if (row === undefined) return undefined
      const { projectRow, id: accountRow } = row
      return { projectRow, accountRow, account: accountFields.fromRow(row), settings: settingsOf(row) }
    },

    async findOnlyPage() {
      const [only, another] = await db
        .selectFrom('customer_pages')
        .innerJoin('projects', 'projects.id', 'customer_pages.project_id')
        .select('projects.public_id')
        .where('is_on', '=', 1)
        .limit(2)
        .execute()
      return another === undefined ? only?.public_id : undefined
    },

    changeMyPage: (projectId, change, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const row = project && (await find(trx, projectId))
        if (project === undefined || row === undefined) return undefined
        const settings = change(settingsOf(row))
        const may = ACTS.filter((act) => settings.may[act])
        const values = { is_on: settings.isOn ? 1 : 0, may: JSON.stringify(may) } as const
        await trx
          .insertInto('customer_pages')
          .values({ project_id: project.id, ...values })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
          .execute()
        // Key checks read it with their project.
        const ask_owner = settings.isOn && settings.may.ask_owner ? 1 : 0
        await trx.updateTable('projects').set({ ask_owner }).where('id', '=', project.id).execute()
        const owner = { account_id: project.account_id, project_id: project.id }
        await addEvent(trx, by, ['updated', 'project', projectId], owner)
        return settings
      }),
  } satisfies Partial<MyStorage>
}
