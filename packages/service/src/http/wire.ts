import { createHash } from 'node:crypto'
import {
  type DeviceList,
  type EventRecord,
  type KeyRecord,
  opaqueDeviceId,
  type ProjectRecord,
  type ProjectSettings,
  type ScriptDetails,
  type ScriptRecord,
  type UserRecord,
} from '@latchkey/management'
import { keyStateOf } from '../domain/change-keys.ts'
import { factsOf, leastRecent, limitsOf, linkedDevices } from '../domain/devices.ts'
import { keyIdOfUser, type ListedEvent } from '../domain/events.ts'
import { moveField } from '../domain/moves.ts'
import type { Project, ProjectWithScripts } from '../domain/projects.ts'
import { progressOf } from '../domain/script-update.ts'
import type { Script, ScriptUpdate } from '../domain/scripts.ts'
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

export function toDeviceList(user: User, project: Project, now: number): DeviceList {
  const { maxDevices, movesPerYear } = limitsOf(project, user)
  const linked = linkedDevices(user)
  // With room for one more, a move replaces none.
  const replaced = linked.length < maxDevices ? '' : leastRecent(user)
  const move = moveField(user, project, replaced, now)
  return {
    success: true,
    message: 'The devices of the key.',
    devices: linked.map((identifier) => {
      const { name, linkedAt: linked_at, usedAt: used_at } = factsOf(user, identifier)
      return { id: opaqueDeviceId(user.key, identifier), name, identifier, linked_at, used_at }
    }),
    max_devices: maxDevices,
    moves_per_year: movesPerYear,
    moves_left: move?.left ?? 0,
    move_from: move?.wait?.until ?? 0,
    move_waits: move?.wait?.for ?? '',
  }
}

export const toProjectSettings = (project: Project): ProjectSettings => ({
  success: true,
  message: 'The settings of the project.',
  reset_hwid_cooldown: project.resetCooldownSeconds,
  max_devices: project.maxDevices,
  moves_per_year: project.movesPerYear,
  name: project.name,
  app_name: project.appName,
  executor: project.executor,
  approved: project.approved,
  user_agents: [...project.userAgents],
  trial_days: project.trialDays,
  trial_weak_devices: project.trialWeakDevices,
  trials_per_day: project.trialsPerDay,
  trials_per_address: project.trialsPerAddress,
  trial_kept_days: project.trialKeptDays,
  features: [...project.features],
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

/**
 * Differs after each change of a user. Executions, refusals, IDs of requests and the use of devices
 * do not count.
 */
export function versionOf({ totalExecutions, recorded, deviceUse, ...rest }: User): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 16)
}

export const toKeyRecord = (listed: ListedUser, now: number): KeyRecord => ({
  ...toUserRecord(listed.user),
  id: idOf(listed),
  key_id: keyIdOfUser(listed.user),
  state: keyStateOf(listed.user, now),
  key_days: listed.user.keyDays,
  trial: listed.user.trial,
  offline_until: listed.user.offlineUntil,
  features: [...listed.user.features],
  updates_until: listed.user.updatesUntil,
  perpetual: listed.user.perpetual,
  max_devices: listed.user.maxDevices,
  moves_per_year: listed.user.movesPerYear,
  version: versionOf(listed.user),
})

export const toDeviceBan = (listed: ListedUser) => ({
  id: idOf(listed),
  ban_reason: listed.user.banReason,
  ban_expire: listed.user.banExpire,
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

/** @param update the one that began last */
export const toScriptDetails = (
  script: Script,
  update: ScriptUpdate | undefined,
  now: number,
): ScriptDetails => ({
  ...toScriptRecord(script),
  heartbeat: script.heartbeat,
  lightning: script.lightning,
  is_v4_loader: script.isV4Loader,
  ...(update && {
    last_update: { ...progressOf(update, now), track_progress: update.id, started_at: update.startedAt },
  }),
})

const toScriptRecord = (script: Script): ScriptRecord => ({
  script_name: script.name,
  script_id: script.id,
  script_version: script.version,
  ffa: script.ffa,
  silent: script.silent,
})
