import { createHash } from 'node:crypto'
import type { EventRecord, KeyRecord, ProjectRecord, ScriptRecord, UserRecord } from '@latchkey/management'
import { keyStateOf } from '../domain/change-keys.ts'
import { keyIdOfUser, type ListedEvent } from '../domain/events.ts'
import type { ProjectWithScripts } from '../domain/projects.ts'
import type { Script } from '../domain/scripts.ts'
import type { User } from '../domain/users.ts'
import type { ListedUser } from '../storage/storage.ts'

/** Entities in the form of the interface. */

export const toUserRecord = (user: User): UserRecord => ({
  user_key: user.key,
  identifier: user.identifier,
  identifier_type: user.identifierType,
  chat_id: user.chatId,
  status: user.status,
  last_reset: user.lastReset,
  total_resets: user.totalResets,
  auth_expire: user.authExpire,
  banned: user.banned ? 1 : 0,
  ban_reason: user.banReason,
  ban_expire: user.banExpire,
  unban_token: user.unbanToken,
  total_executions: user.totalExecutions,
  note: user.note,
  ban_ip: user.banIp,
})

/** The number alone may be another user's later: SQLite gives that of a deleted one away again. */
const idOf = ({ row, user }: ListedUser): string => `${row}-${keyIdOfUser(user)}`

/** Finds the record of an ID. */
export function parseKeyId(id: string) {
  const [, row, keyId] = /^(\d{1,15})-([0-9a-f]{0,16})$/.exec(id) ?? []
  return row === undefined
    ? undefined
    : { row: Number(row), isOf: (user: User) => keyIdOfUser(user) === keyId }
}

/** Changes with everything of a user but what a refused or repeated check changes. */
export function versionOf({ totalExecutions, recorded, ...rest }: User): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 16)
}

export const toKeyRecord = (listed: ListedUser, now: number): KeyRecord => ({
  ...toUserRecord(listed.user),
  id: idOf(listed),
  key_id: keyIdOfUser(listed.user),
  state: keyStateOf(listed.user, now),
  key_days: listed.user.keyDays,
  offline_until: listed.user.offlineUntil,
  version: versionOf(listed.user),
})

export const toDeviceBan = (listed: ListedUser) => ({
  id: idOf(listed),
  ban_reason: listed.user.banReason,
  ban_expire: listed.user.banExpire,
})

export const toEventRecord = ({ subjectId: id, userKey: user_key, ...event }: ListedEvent): EventRecord => ({
  ...event,
  id,
  user_key,
  fields: [...event.fields],
})

export const toProjectRecord = (project: ProjectWithScripts): ProjectRecord => ({
  platform: project.platform,
  id: project.id,
  name: project.name,
  settings: { reset_hwid_cooldown: project.resetCooldownSeconds },
  scripts: project.scripts.map(toScriptRecord),
})

const toScriptRecord = (script: Script): ScriptRecord => ({
  script_name: script.name,
  script_id: script.id,
  script_version: script.version,
  ffa: script.ffa,
  silent: script.silent,
})
