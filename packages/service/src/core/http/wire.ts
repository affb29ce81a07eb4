import { hash } from 'node:crypto'
import {
  type DeviceList,
  KeyRecord,
  LinkedDevice,
  opaqueDeviceId,
  ProjectSettings,
  ScriptRecord,
  UserRecord,
} from '@latchkey/management'
import type { Static, TObject } from 'typebox'
import { moveField } from '../../devices/moves.ts'
import { keyStateOf } from '../../licenses/change-keys.ts'
import type { Script } from '../../scripts/scripts.ts'
import type { Project } from '../accounts/projects.ts'
import { keyIdOfUser } from '../events/events.ts'
import { type InCamelCase, inCamelCase } from '../given.ts'
import { factsOf, leastRecent, limitsOf, linkedDevices } from '../license/devices.ts'
import type { User } from '../license/users.ts'
import type { FoundKey, ListedUser } from '../storage/storage.ts'
import { done } from './endpoint.ts'

/** Entities in the form of the interface. */

type Values<Record> = {
  readonly [Name in keyof Record as InCamelCase<Name> & string]: Record[Name] extends (infer Item)[]
    ? readonly Item[]
    : Record[Name]
}

/** Makes records of this schema from objects that have their fields, by their names in the code. */
export function recordsOf<Schema extends TObject>(schema: Schema) {
  const names = Object.keys(schema.properties).map((name) => [name, inCamelCase(name)] as const)
  return (values: Values<Static<Schema>>): Static<Schema> => {
    const fields = values as Readonly<Record<string, unknown>>
    const record: Record<string, unknown> = {}
    for (const [name, field] of names) record[name] = fields[field]
    return record as Static<Schema>
  }
}

const valuesOf = (user: User) => ({ ...user, userKey: user.key, banned: user.banned ? 1 : 0 }) as const
const userRecord = recordsOf(UserRecord)
export const toUserRecord = (user: User): UserRecord => userRecord(valuesOf(user))

const linkedDevice = recordsOf(LinkedDevice)
export function toDeviceList(user: User, project: Project, now: number): DeviceList {
  const { maxDevices, movesPerYear } = limitsOf(project, user)
  const linked = linkedDevices(user)
  // With room for one more, a move replaces none.
  const replaced = linked.length < maxDevices ? '' : leastRecent(user)
  const move = moveField(user, project, replaced, now)
  return {
    ...done('The devices of the key.'),
    devices: linked.map((identifier) =>
      linkedDevice({ ...factsOf(user, identifier), id: opaqueDeviceId(user.key, identifier), identifier }),
    ),
    max_devices: maxDevices,
    moves_per_year: movesPerYear,
    moves_left: move?.left ?? 0,
    move_from: move?.wait?.until ?? 0,
    move_waits: move?.wait?.for ?? '',
  }
}

const projectSettings = recordsOf(ProjectSettings)
export const toProjectSettings = (project: Project): ProjectSettings =>
  projectSettings({
    ...project,
    ...done('The settings of the project.'),
    resetHwidCooldown: project.resetCooldownSeconds,
  })

/** The number alone may be another user's later: SQLite gives that of a deleted one away again. */
export const idOf = (row: number, keyId: string): string => `${row}-${keyId}`

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
  return hash('sha256', JSON.stringify(rest)).slice(0, 16)
}

const keyRecord = recordsOf(KeyRecord)
export function toKeyRecord({ row, user }: ListedUser, now: number): KeyRecord {
  const keyId = keyIdOfUser(user)
  return keyRecord({
    ...valuesOf(user),
    id: idOf(row, keyId),
    keyId,
    state: keyStateOf(user, now),
    version: versionOf(user),
  })
}

export const toDeviceBan = ({ row, user, isLinked }: NonNullable<FoundKey['deviceBan']>) => ({
  id: idOf(row, keyIdOfUser(user)),
  ban_reason: user.banReason,
  ban_expire: user.banExpire,
  is_linked: isLinked,
})

const scriptRecord = recordsOf(ScriptRecord)
export const toScriptRecord = (script: Script): ScriptRecord =>
  scriptRecord({ ...script, scriptName: script.name, scriptId: script.id, scriptVersion: script.version })
