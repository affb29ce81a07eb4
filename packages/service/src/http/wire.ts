import type { EventRecord, ProjectRecord, ScriptRecord, UserRecord } from '@latchkey/management'
import type { ListedEvent } from '../domain/events.ts'
import type { ProjectWithScripts } from '../domain/projects.ts'
import type { Script } from '../domain/scripts.ts'
import type { User } from '../domain/users.ts'

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

export const toEventRecord = ({
  subjectId: id,
  userKey: user_key,
  person,
  ...event
}: ListedEvent): EventRecord => ({
  ...event,
  ...(person !== '' && { person }),
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
