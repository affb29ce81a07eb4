import { sql } from 'kysely'
import type { Storage } from '../storage.ts'
import { anyOf, type Db, lockProjectRow, type StorageParts, selectProjectsWith } from './access.ts'
import { toAuditEntry, toProject, toProjectRow, toScript } from './rows.ts'
import { accountFields } from './tables.ts'

type AccountMethods = Pick<
  Storage,
  | 'createAccount'
  | 'findAccountByEmail'
  | 'changeAccount'
  | 'findAccountByApiKey'
  | 'findOwner'
  | 'auditTrail'
  | 'createProject'
  | 'findProjectByAppName'
  | 'findProject'
  | 'changeProject'
  | 'projectsOf'
  | 'statistics'
  | 'usage'
>

export function accountMethods(parts: StorageParts): AccountMethods {
  const { db, seal, dialect, guarded, transaction, snapshot } = parts
  const selectProjects = () => selectProjectsWith(db)

  return {
    createAccount: (account) =>
      guarded(async () => {
        const inserted = await db
          .insertInto('accounts')
          .values(accountFields.toRow(account))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        return inserted === undefined ? 'email-taken' : 'created'
      }),

    findAccountByEmail: (email) =>
      guarded(async () => {
        const row = await db
          .selectFrom('accounts')
          .selectAll()
          .where(dialect.emailIs(email))
          .executeTakeFirst()
        return row && accountFields.fromRow(row)
      }),

    changeAccount: (email, change) =>
      transaction(async (trx) => {
        const row = await dialect
          .locked(trx.selectFrom('accounts').selectAll().where(dialect.emailIs(email)), 'accounts')
          .executeTakeFirst()
        if (row === undefined) return undefined
        const {
          public_id,
          email: _,
          registered_at,
          ...columns
        } = accountFields.toRow(change(accountFields.fromRow(row)))
        const changed = await trx
          .updateTable('accounts')
          .set(columns)
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        return accountFields.fromRow(changed)
      }),

    findAccountByApiKey: (apiKeyHash) =>
      guarded(async () => {
        const row = await db
          .selectFrom('accounts')
          .selectAll()
          .where('api_key_hash', '=', apiKeyHash)
          .executeTakeFirst()
        return row && accountFields.fromRow(row)
      }),

    findOwner: (projectId) =>
      guarded(async () => {
        const row = await db
          .selectFrom('projects')
          .innerJoin('accounts', 'accounts.id', 'projects.account_id')
          .select('accounts.public_id as owner')
          .where('projects.public_id', '=', projectId)
          .executeTakeFirst()
        return row?.owner
      }),

    auditTrail: (accountId, most) =>
      guarded(async () => {
        const rows = await db
          .selectFrom('audit_notes')
          .innerJoin('accounts', 'accounts.id', 'audit_notes.account_id')
          .innerJoin('projects', 'projects.id', 'audit_notes.project_id')
          .selectAll('audit_notes')
          .select('projects.public_id as project_public_id')
          .where('accounts.public_id', '=', accountId)
          .orderBy('audit_notes.id', 'desc')
          .limit(most)
          .execute()
        return rows.map(toAuditEntry).reverse()
      }),

    createProject: (project) =>
      transaction(async (trx) => {
        const account = await trx
          .selectFrom('accounts')
          .select('id')
          .where('public_id', '=', project.accountId)
          .executeTakeFirst()
        if (account === undefined) return 'no-such-account'
        const inserted = await trx
          .insertInto('projects')
          .values(toProjectRow(project, account.id, seal))
          .onConflict((conflict) => conflict.column('app_name').doNothing())
          .returning('id')
          .executeTakeFirst()
        return inserted === undefined ? 'app-name-taken' : 'created'
      }),

    findProjectByAppName: (appName) =>
      guarded(async () => {
        const row = await selectProjects().where('app_name', '=', appName).executeTakeFirst()
        return row && toProject(row, seal)
      }),

    findProject: (accountId, projectId) =>
      guarded(async () => {
        const row = await selectProjects()
          .where('projects.public_id', '=', projectId)
          .where('accounts.public_id', '=', accountId)
          .executeTakeFirst()
        return row && toProject(row, seal)
      }),

    changeProject: (projectId, change) =>
      transaction(async (trx) => {
        if ((await lockProjectRow(parts, trx, projectId)) === undefined) return undefined
        const row = await selectProjectsWith(trx)
          .where('projects.public_id', '=', projectId)
          .executeTakeFirstOrThrow()
        const wanted = { ...change(toProject(row, seal)), id: row.public_id }
        const { public_id, account_id, app_name, created_at, ...columns } = toProjectRow(
          wanted,
          row.account_id,
          seal,
        )
        await trx.updateTable('projects').set(columns).where('id', '=', row.id).execute()
        const changed = await selectProjectsWith(trx)
          .where('projects.id', '=', row.id)
          .executeTakeFirstOrThrow()
        return toProject(changed, seal)
      }),

    projectsOf: (accountId) =>
      snapshot(async (trx) => {
        const rows = await selectProjectsWith(trx)
          .where('accounts.public_id', '=', accountId)
          .orderBy('projects.id')
          .execute()
        const scripts = await trx
          .selectFrom('scripts')
          .selectAll()
          .where('project_id', 'in', anyOf(rows.map(({ id }) => id)))
          .orderBy('id')
          .execute()
        return rows.map((row) => ({
          ...toProject(row, seal),
          scripts: scripts
            .filter(({ project_id }) => project_id === row.id)
            .map((script) => toScript(script, row.public_id)),
        }))
      }),

    statistics: (projectId, fromHour) =>
      guarded(async () => {
        const rows = await db
          .selectFrom('project_hours')
          .innerJoin('projects', 'projects.id', 'project_hours.project_id')
          .select([
            'hour',
            sumOf('executions').as('executions'),
            sumOf('attacks_blocked').as('attacksBlocked'),
          ])
          .where('projects.public_id', '=', projectId)
          .where('hour', '>=', fromHour)
          .groupBy('hour')
          .orderBy('hour')
          .execute()
        return rows
      }),

    usage: (accountId, fromHour, since) =>
      snapshot(async (trx) => {
        const projects = await trx
          .selectFrom('projects')
          .innerJoin('accounts', 'accounts.id', 'projects.account_id')
          .select(['projects.id', 'projects.user_count'])
          .where('accounts.public_id', '=', accountId)
          .execute()
        const ids = anyOf(projects.map(({ id }) => id))
        const hours = await trx
          .selectFrom('project_hours')
          .select(['hour', sumOf('executions').as('executions')])
          .where('project_id', 'in', ids)
          .where('hour', '>=', fromHour)
          .groupBy('hour')
          .orderBy('hour')
          .execute()
        const { attacks } = await trx
          .selectFrom('project_hours')
          .select(sumOf('attacks_blocked').as('attacks'))
          .where('project_id', 'in', ids)
          .executeTakeFirstOrThrow()
        return {
          hours,
          attacksBlocked: attacks,
          scripts: await countScripts(trx, ids),
          users: projects.reduce((sum, { user_count }) => sum + user_count, 0),
          bannedUsers: await countBanned(trx, ids),
          obfuscations: await countObfuscations(trx, ids, since),
        }
      }),
  }
}

/** PostgreSQL sums into another type, which would arrive as a text. */
export const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

export async function countScripts(db: Db, projectRowIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('scripts')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', 'in', projectRowIds)
    .executeTakeFirstOrThrow()
  return count
}

async function countBanned(db: Db, projectRowIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', 'in', projectRowIds)
    // Written out, so that the partial index is used.
    .where(sql<boolean>`banned = 1`)
    .executeTakeFirstOrThrow()
  return count
}

async function countObfuscations(db: Db, projectRowIds: readonly number[], since: number): Promise<number> {
  const { count } = await db
    .selectFrom('script_updates')
    .innerJoin('scripts', 'scripts.id', 'script_updates.script_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('scripts.project_id', 'in', projectRowIds)
    .where('started_at', '>=', since)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return count
}
