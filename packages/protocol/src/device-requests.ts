import { Type } from 'typebox'
import { KEY_CHECK_PATH } from './key-check.ts'
import type { OwnerUse } from './owner-requests.ts'

// The requests by which a user manages the computers of a key. The interface does not have them.
// They are sent as a key check is, to a node, with the same headers.

/** What a request is for. All but `check` are additions to the interface. */
export const REQUEST_USES = ['check', 'move', 'devices', 'release', 'name'] as const
/** One of `REQUEST_USES`. */
export type RequestUse = (typeof REQUEST_USES)[number]

/** Paths relative to the base URL of a node. */
export const REQUEST_PATHS: Readonly<Record<RequestUse, string>> = {
  check: KEY_CHECK_PATH,
  /** POST. Links this computer in the place of another one. */
  move: 'external_move_key',
  /** GET. Lists the linked computers. */
  devices: 'external_devices',
  /** POST. Unlinks a computer. */
  release: 'external_release_device',
  /** POST. Gives this computer a name. */
  name: 'external_name_device',
}

/** The HTTP method of a request. */
export const requestMethod = (use: RequestUse): 'GET' | 'POST' =>
  use === 'check' || use === 'devices' ? 'GET' : 'POST'

/**
 * The text in the place of the key in the signature of a request. SECURITY: a key check that
 * somebody withheld can never be sent as a move.
 */
export const signedKey = (use: RequestUse | OwnerUse | 'trial' | 'updates', key: string): string =>
  use === 'check' ? key : `${use}:${key}`

/** What a request names in its query. */
export interface RequestQuery {
  readonly appName: string
  readonly key: string
  /** For `release`: the `id` of a device in the list. */
  readonly device?: string
  /** For `name`: at most `DEVICE_NAME_LENGTH` characters; empty removes the name. */
  readonly name?: string
}

/** The path and query of a request, relative to a node's base URL. */
export function requestPath(use: RequestUse, { appName, key, device, name }: RequestQuery): string {
  const query = new URLSearchParams({ by: appName, key })
  if (device !== undefined) query.set('device', device)
  if (name !== undefined) query.set('name', name)
  return `${REQUEST_PATHS[use]}?${query}`
}

/** The longest name of a device, in characters. */
export const DEVICE_NAME_LENGTH = 64
/** Control characters and those that change the direction of a text, which a name cannot have. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u
/** Whether a text can be the name of a device. Empty: no name. */
export const isDeviceName = (text: string): boolean =>
  [...text].length <= DEVICE_NAME_LENGTH && text === text.trim() && !UNSAFE.test(text)

/** The code of a list of devices. */
export const DEVICES_LISTED = 'DEVICES_LISTED'
/** The code of a released device. */
export const DEVICE_RELEASED = 'DEVICE_RELEASED'
/** The code of a device that got a name. */
export const DEVICE_NAMED = 'DEVICE_NAMED'

/**
 * Codes with which a move or a release is refused. The codes of a key check are possible as well.
 */
export const MOVE_REFUSALS = [
  /** The project or the key does not allow moves. */
  'MOVE_DISABLED',
  /** The last move or release was too short a time ago. */
  'MOVE_ON_COOLDOWN',
  /** The user has done all moves and releases that a year allows. */
  'MOVE_LIMIT_REACHED',
  /** The other computer has a license file, with which it goes on without a network. */
  'OFFLINE_LICENSE_ACTIVE',
  /** The key is not linked to this device. */
  'DEVICE_NOT_FOUND',
] as const
/** One of `MOVE_REFUSALS`. */
export type MoveRefusal = (typeof MOVE_REFUSALS)[number]

/** A linked computer in the answer to `devices`. SECURITY: never the device ID. */
export const DeviceRecord = Type.Object({
  /** Opaque, and valid for this key only. */
  id: Type.String(),
  /** The name that its user typed; may be empty. */
  name: Type.String(),
  /** Unix seconds; 0: unknown, because it was linked by an earlier version. */
  linked_at: Type.Integer(),
  /** Unix seconds of the day on which it was last used, at midnight UTC; 0: unknown. */
  used_at: Type.Integer(),
  /** It is the device of this request. */
  is_this: Type.Boolean(),
})
export type DeviceRecord = Type.Static<typeof DeviceRecord>

/** The answer to `devices`, `release` and `name`. Without `devices` it is a refusal. */
export const DeviceListRecord = Type.Object({
  code: Type.String(),
  /** For display to the user, as plain text. */
  message: Type.String(),
  /** The devices after the request, the first linked one first. */
  devices: Type.Optional(Type.Array(DeviceRecord)),
})
export type DeviceListRecord = Type.Static<typeof DeviceListRecord>
