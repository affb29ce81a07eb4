import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { addEvent } from '../events/event-queries.ts'
import {
  anyOf,
  COUNT,
  type Db,
  findAccountRow,
  lockProjectRow,
  type StorageParts,
  selectProjectsWith,
  sumOf,
  USERS,
} from '../storage/sql/access.ts'
import { toProject, toProjectRow, toScript } from '../storage/sql/rows.ts'
import { accountFields, type Tables } from '../storage/sql/tables.ts'
import type { Storage } from '../storage/storage.ts'
import type { Account } from './accounts.ts'
import type { Project } from './projects.ts'
import type { Usage } from './usage.ts'

export function accountMethods(parts: StorageParts) {
  const { db, seal, dialect, transaction, longSnapshot } = parts

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

    projectsOf: (accountId) =>
      longSnapshot(async (trx) => {
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
            selectFrom('users')
              .select(COUNT)
              .where('project_id', 'in', projects)
              // Written out, so that the partial index is used.
              .where(sql<boolean>`banned = 1 and trial = 0`)
              .as('bannedUsers'),
          ])
          .$castTo<Omit<Usage, 'hours'>>()
          .executeTakeFirstOrThrow()
        return { hours, ...totals }
      }),
  } satisfies Partial<Storage>
}

/** What the plan limits, as columns: of these projects, and since this second. */
export const planUsage = (
  db: Db,
  projects: SelectQueryBuilder<Tables, 'projects', { id: number }>,
  since: number,
) =>
  [
    db.selectFrom('scripts').select(COUNT).where('project_id', 'in', projects).$asScalar().as('scripts'),
    db
      .selectFrom('projects')
      .select(sumOf(USERS).as('sum'))
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
