import type { SharedSecrets } from '@latchkey/protocol'
import type { Insertable, Selectable } from 'kysely'
import type { Account } from '../../domain/accounts.ts'
import type { AuditEntry, AuditNote } from '../../domain/audit.ts'
import type { StoredUser } from '../../domain/check-group.ts'
import type { Project } from '../../domain/projects.ts'
import type { Script, ScriptUpdate } from '../../domain/scripts.ts'
import type { User } from '../../domain/users.ts'
import type { Seal } from '../../security/seal.ts'
import type { Tables } from './tables.ts'

/** Records to rows and back. */

export type AccountRow = Selectable<Tables['accounts']>
export type ProjectRow = Selectable<Tables['projects']> & { account_public_id: string }
export type ScriptRow = Selectable<Tables['scripts']>
export type ScriptUpdateRow = Selectable<Tables['script_updates']>
export type AuditRow = Selectable<Tables['audit_notes']> & { project_public_id: string }
export type UserRow = Selectable<Tables['users']>

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const toAccountRow = (account: Account): Insertable<Tables['accounts']> => ({
  public_id: account.id,
  email: account.email,
  chat_id: account.chatId,
  plan: account.plan,
  registered_at: account.registeredAt,
  expires_at: account.expiresAt,
  enabled: flag(account.enabled),
  api_key_hash: account.apiKeyHash,
  allow_list: JSON.stringify(account.allowList),
})

export const toAccount = (row: AccountRow): Account => ({
  id: row.public_id,
  email: row.email,
  chatId: row.chat_id,
  plan: row.plan,
  registeredAt: row.registered_at,
  expiresAt: row.expires_at,
  enabled: row.enabled === 1,
  apiKeyHash: row.api_key_hash,
  allowList: JSON.parse(row.allow_list) as string[],
})

/**
 * Sealed secrets open only in the row they were written for: copied to another project's row they
 * are refused.
 */
const secretsContext = (projectId: string): string => `secrets of project ${projectId}`

export const toProjectRow = (
  project: Project,
  accountRowId: number,
  seal: Seal,
): Insertable<Tables['projects']> => ({
  public_id: project.id,
  account_id: accountRowId,
  name: project.name,
  platform: project.platform,
  app_name: project.appName,
  executor: project.executor,
  approved: flag(project.approved),
  user_agents: JSON.stringify(project.userAgents),
  sealed_secrets: seal.seal(JSON.stringify(project.secrets), secretsContext(project.id)),
  reset_cooldown_seconds: project.resetCooldownSeconds,
  chat_public_key: project.chatPublicKey,
  created_at: project.createdAt,
})

export const toProject = (row: ProjectRow, seal: Seal): Project => ({
  id: row.public_id,
  accountId: row.account_public_id,
  name: row.name,
  platform: row.platform,
  appName: row.app_name,
  executor: row.executor,
  approved: row.approved === 1,
  userAgents: JSON.parse(row.user_agents) as string[],
  secrets: JSON.parse(seal.open(row.sealed_secrets, secretsContext(row.public_id))) as SharedSecrets,
  resetCooldownSeconds: row.reset_cooldown_seconds,
  chatPublicKey: row.chat_public_key,
  createdAt: row.created_at,
})

export const toScriptRow = (script: Script, projectRowId: number): Insertable<Tables['scripts']> => ({
  ...toScriptColumns(script),
  public_id: script.id,
  project_id: projectRowId,
})

/** Everything of a script that can change. */
export const toScriptColumns = (
  script: Script,
): Omit<Insertable<Tables['scripts']>, 'public_id' | 'project_id'> => ({
  name: script.name,
  version: script.version,
  ffa: flag(script.ffa),
  silent: flag(script.silent),
  heartbeat: flag(script.heartbeat),
  lightning: flag(script.lightning),
  is_v4_loader: flag(script.isV4Loader),
})

export const toScript = (row: ScriptRow, projectId: string): Script => ({
  id: row.public_id,
  projectId,
  name: row.name,
  version: row.version,
  ffa: row.ffa === 1,
  silent: row.silent === 1,
  heartbeat: row.heartbeat === 1,
  lightning: row.lightning === 1,
  isV4Loader: row.is_v4_loader === 1,
})

export const toScriptUpdateRow = (
  update: ScriptUpdate,
  scriptRowId: number,
  accountRowId: number,
  sourceBytes: number,
): Insertable<Tables['script_updates']> => ({
  public_id: update.id,
  script_id: scriptRowId,
  account_id: accountRowId,
  source_bytes: sourceBytes,
  started_at: update.startedAt,
  alive_at: update.aliveAt,
  state: update.state,
  stage: update.stage,
  message: update.message,
})

export const toScriptUpdate = (row: ScriptUpdateRow, projectId: string, scriptId: string): ScriptUpdate => ({
  id: row.public_id,
  projectId,
  scriptId,
  startedAt: row.started_at,
  aliveAt: row.alive_at,
  state: row.state,
  stage: row.stage,
  message: row.message,
})

export const toAuditRow = (
  note: AuditNote,
  accountRowId: number,
  projectRowId: number,
): Insertable<Tables['audit_notes']> => ({
  ...note,
  fields: JSON.stringify(note.fields),
  account_id: accountRowId,
  project_id: projectRowId,
})

export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  at: row.at,
  actor: row.actor,
  address: row.address,
  action: row.action,
  subject: row.subject,
  fields: JSON.parse(row.fields) as string[],
  projectId: row.project_public_id,
})

/** Everything of a user but its key and its count. */
export const toUserColumns = (
  user: User,
): Omit<Insertable<Tables['users']>, 'project_id' | 'user_key' | 'total_executions'> => ({
  identifier: user.identifier,
  identifier_type: user.identifierType,
  chat_id: user.chatId,
  status: user.status,
  last_reset: user.lastReset,
  total_resets: user.totalResets,
  auth_expire: user.authExpire,
  key_days: user.keyDays,
  banned: flag(user.banned),
  ban_reason: user.banReason,
  ban_expire: user.banExpire,
  unban_token: user.unbanToken,
  ban_ip: user.banIp,
  note: user.note,
})

export const toUserRow = (user: User, projectRowId: number): Insertable<Tables['users']> => ({
  ...toUserColumns(user),
  project_id: projectRowId,
  user_key: user.key,
  total_executions: user.totalExecutions,
})

/** For rows as arrays, in this order: SQLite reads them in half the time of rows as objects. */
export const USER_COLUMNS = [
  'id',
  'project_id',
  'user_key',
  'identifier',
  'identifier_type',
  'chat_id',
  'status',
  'last_reset',
  'total_resets',
  'auth_expire',
  'key_days',
  'banned',
  'ban_reason',
  'ban_expire',
  'unban_token',
  'ban_ip',
  'total_executions',
  'note',
] as const satisfies readonly (keyof UserRow)[]

/** What a check may change of a user. */
export const CHANGING_COLUMNS = USER_COLUMNS.filter(
  (name) => !['id', 'project_id', 'user_key', 'total_executions'].includes(name),
)

/** The row of an array of these columns. */
export function userRowOf(values: ArrayLike<unknown>): UserRow {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < USER_COLUMNS.length; at += 1) row[USER_COLUMNS[at] ?? ''] = values[at]
  return row as UserRow
}

export const toUser = (row: UserRow): User => ({
  key: row.user_key,
  identifier: row.identifier,
  identifierType: row.identifier_type,
  chatId: row.chat_id,
  status: row.status,
  lastReset: row.last_reset,
  totalResets: row.total_resets,
  authExpire: row.auth_expire,
  keyDays: row.key_days,
  banned: row.banned === 1,
  banReason: row.ban_reason,
  banExpire: row.ban_expire,
  unbanToken: row.unban_token,
  banIp: row.ban_ip,
  totalExecutions: row.total_executions,
  note: row.note,
})

export const toStoredUser = (row: UserRow): StoredUser => ({
  row: row.id,
  projectRow: row.project_id,
  user: toUser(row),
})
