import { type RawBuilder, sql } from 'kysely'
import { addEvent } from '../event-log/add-event-queries.ts'
import {
  findAccountRow,
  lockProjectRow,
  type StorageParts,
  selectProjectsWith,
} from '../storage/sql/access.ts'
import type { Account } from './accounts.ts'
import { toProject, toProjectRow } from './project-rows.ts'
import type { Project } from './projects.ts'
import type { AccountStorage } from './storage.ts'
import { accountFields } from './tables.ts'

export function accountMethods(parts: StorageParts) {
  const { db, seal, dialect, transaction } = parts

  const findAccount = async (condition: RawBuilder<boolean>): Promise<Account | undefined> => {
    const row = await db.selectFrom('accounts').selectAll().where(condition).executeTakeFirst()
    return row && accountFields.fromRow(row)
  }

  const findProject = async (condition: RawBuilder<boolean>): Promise<Project | undefined> => {
    const row = await selectProjectsWith(db).where(condition).executeTakeFirst()
    return row && toProject(row, seal)
  }

  return {
    createAccount: (account, by) =>
      transaction(async (trx) => {
        const inserted = await trx
          .insertInto('accounts')
          .values(accountFields.toRow(account))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) return 'email-taken'
        await addEvent(trx, by, ['created', 'account', account.id], { account_id: inserted.id })
        return 'created'
      }),

    findAccountByEmail: (email) => findAccount(dialect.emailIs(email)),
    async accounts() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
      return rows.map(accountFields.fromRow)
    },
    async onlyAccount() {
      const [row, ...others] = await db.selectFrom('accounts').selectAll().limit(2).execute()
      return row !== undefined && others.length === 0 ? accountFields.fromRow(row) : undefined
    },
    findAccountByApiKey: (apiKeyHash) => findAccount(sql`api_key_hash = ${apiKeyHash}`),

    changeAccount: (email, change, by) =>
      transaction(async (trx) => {
        const row = await dialect
          .locked(trx.selectFrom('accounts').selectAll().where(dialect.emailIs(email)), 'accounts')
          .executeTakeFirst()
        if (row === undefined) return undefined
        const changed = accountFields.toRow(change(accountFields.fromRow(row)))
        const { public_id, email: _, registered_at, ...columns } = changed
        await trx.updateTable('accounts').set(columns).where('id', '=', row.id).execute()
        await addEvent(trx, by, ['updated', 'account', row.public_id], { account_id: row.id })
        return accountFields.fromRow({ ...row, ...columns })
      }),

    async findOwner(projectId) {
      const row = await selectProjectsWith(db).where('projects.public_id', '=', projectId).executeTakeFirst()
      return row?.account_public_id
    },

    createProject: (project, by) =>
      transaction(async (trx) => {
        const account = await findAccountRow(trx, project.accountId)
        if (account === undefined) return 'no-such-account'
        const inserted = await trx
          .insertInto('projects')
          .values(toProjectRow(project, account.id, seal))
          .onConflict((conflict) => conflict.column('app_name').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) return 'app-name-taken'
        await addEvent(trx, by, ['created', 'project', project.id], { project_id: inserted.id })
        return 'created'
      }),

    findProjectByAppName: (appName) => findProject(sql`app_name = ${appName}`),
    findProject: (accountId, projectId) =>
      findProject(sql`projects.public_id = ${projectId} and accounts.public_id = ${accountId}`),

    changeProject: (projectId, change, by) =>
      transaction(async (trx) => {
        if ((await lockProjectRow(parts, trx, projectId)) === undefined) return undefined
        const row = await selectProjectsWith(trx)
          .where('projects.public_id', '=', projectId)
          .executeTakeFirstOrThrow()
        const changed = { ...change(toProject(row, seal)), id: projectId }
        const { public_id, account_id, app_name, created_at, ...columns } = toProjectRow(
          changed,
          row.account_id,
          seal,
        )
        await trx.updateTable('projects').set(columns).where('id', '=', row.id).execute()
        await addEvent(trx, by, ['updated', 'project', projectId], { project_id: row.id })
        return toProject({ ...row, ...columns }, seal)
      }),
    async projectsOf(accountId) {
      const ofAccount = selectProjectsWith(db).where('accounts.public_id', '=', accountId)
      return (await ofAccount.orderBy('projects.id').execute()).map((row) => toProject(row, seal))
    },
  } satisfies Partial<AccountStorage>
}
