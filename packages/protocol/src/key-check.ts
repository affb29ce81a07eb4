import { Type } from 'typebox'
import type { DeviceId, LicenseKey, Nonce } from './formats.ts'

/** `GET {sync_url}/sync`. Source: interface, "External key check records". */
export const SyncRecord = Type.Object({
  /** Server time, Unix seconds, 32-bit. */
  st: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  /** Region name; not used for authentication. */
  cf: Type.String(),
  /** Base URLs of the nodes, each with a trailing slash. */
  nodes: Type.Array(Type.String()),
})
export type SyncRecord = Type.Static<typeof SyncRecord>

/** What the service reports about a valid key. */
export const KeyCheckData = Type.Object({
  note: Type.String(),
  total_executions: Type.Integer(),
  /** Unix seconds; -1 never expires. */
  auth_expire: Type.Integer(),
})
export type KeyCheckData = Type.Static<typeof KeyCheckData>

/** `GET {node_url}external_check_key`. Source: interface, "External key check records". */
export const KeyCheckRecord = Type.Object({
  code: Type.String(),
  /** For display to the user, as plain text. */
  message: Type.String(),
  data: Type.Optional(KeyCheckData),
  /** 40 lowercase hex; present only when `code` is `KEY_VALID`. */
  signature: Type.Optional(Type.String()),
})
export type KeyCheckRecord = Type.Static<typeof KeyCheckRecord>

/** Path of the sync record, relative to the address of the service. */
export const SYNC_PATH = 'sync'
/** Path of the key check, relative to the base URL of a node. */
export const KEY_CHECK_PATH = 'external_check_key'

/** `auth_expire` of a key that never expires. */
export const NEVER = -1

// Header names, in lower case.
/** Header with the `st` of the sync record, Unix seconds. */
export const CLIENT_TIME_HEADER = 'clienttime'
/** Header with the nonce of the request. */
export const CLIENT_NONCE_HEADER = 'clientnonce'
/** Header with the device ID. */
export const CLIENT_DEVICE_HEADER = 'clienthwid'
/** Header with the signature of the request: 40 lowercase hex. */
export const SIGNATURE_HEADER = 'externalsignature'
/** Name of a second header with the device ID. `executor` is `{exec}` of the interface. */
export const fingerprintHeader = (executor: string): string => `${executor.toLowerCase()}-fingerprint`

/** The content of one key check, before it is encoded as an HTTP request. */
export interface KeyCheckRequest {
  readonly appName: string
  readonly executor: string
  readonly key: LicenseKey
  readonly deviceId: DeviceId
  readonly nonce: Nonce
  /** The `st` of the sync record, Unix seconds. */
  readonly time: number
  /** 40 lowercase hex, see `signRequest`. */
  readonly signature: string
}

/** The path and query, relative to a node's base URL. */
export function keyCheckPath(request: Pick<KeyCheckRequest, 'appName' | 'key'>): string {
  return `${KEY_CHECK_PATH}?${new URLSearchParams({ by: request.appName, key: request.key })}`
}

/** The headers of a key check. The device ID is in two of them. */
export function keyCheckHeaders(request: Omit<KeyCheckRequest, 'appName' | 'key'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    [CLIENT_TIME_HEADER]: String(request.time),
    [CLIENT_NONCE_HEADER]: request.nonce,
    [CLIENT_DEVICE_HEADER]: request.deviceId,
    [fingerprintHeader(request.executor)]: request.deviceId,
    [SIGNATURE_HEADER]: request.signature,
  }
}
