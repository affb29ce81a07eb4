import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  DEVICE_STRENGTHS,
  DeviceListRecord,
  fingerprintHeader,
  KEY_CHECK_PATH,
  KeyCheckRecord,
  OFFER_PATH,
  OfferRecord,
  OWNER_PATHS,
  OwnerAskRecord,
  PUBLIC_KEYS_HEADER,
  REQUEST_PATHS,
  type RequestUse,
  SIGNATURE_HEADER,
  SYNC_PATH,
  SyncRecord,
  TRIAL_PATH,
  UPDATE_TOKEN_PATH,
  UpdateTokenRecord,
} from '@latchkey/protocol'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, Flag, INT32_MAX, Input, Refused, TEXT_LIMITS, Text } from './fields.ts'
import { TOO_MANY_REQUESTS } from './refusals.ts'

/** Source: interface, "API status". The only management answer without `success`. */
export const StatusRecord = Type.Object({
  version: AnyText('The version of the API.'),
  active: Flag('false: requests that need the database cannot be answered.'),
  message: Type.String(),
  warning: Flag('Whether `warning_message` holds a warning.'),
  warning_message: AnyText('Empty without a warning.'),
})
export type StatusRecord = Type.Static<typeof StatusRecord>

const tag = 'The type of the plant.'

/** Source of these three records: interface, "Sample plant-store records". */
export const Plant = Type.Object({
  name: Type.String(),
  tag: Type.Optional(Type.String({ description: tag })),
})
export type Plant = Type.Static<typeof Plant>

/** The body of Sample plant create. */
export const NewPlant = Input({
  // The bounds of a 64-bit integer, as exactly as a double can represent them.
  id: Type.Integer({ format: 'int64', minimum: -(2 ** 63), maximum: 2 ** 63 }),
  name: Text(TEXT_LIMITS.plantName),
  tag: Type.Optional(Text(TEXT_LIMITS.plantName, tag)),
})
export type NewPlant = Type.Static<typeof NewPlant>

/** An error of the plant store. */
export const PlantStoreError = Type.Object({
  error: Type.Integer({
    format: 'int32',
    minimum: -(2 ** 31),
    maximum: INT32_MAX,
    description: 'The HTTP status.',
  }),
  message: Type.String(),
})
export type PlantStoreError = Type.Static<typeof PlantStoreError>

const checkQuery = {
  by: AnyText('The app name of the project.'),
  key: AnyText('The license key: 32 letters.'),
}

const checkHeaders = (key: string) =>
  Type.Object({
    [CLIENT_TIME_HEADER]: AnyText('The `st` of the sync record, in decimal digits.'),
    [CLIENT_NONCE_HEADER]: AnyText('16 random letters and digits, new for each request.'),
    [CLIENT_DEVICE_HEADER]: AnyText('The device ID.'),
    [fingerprintHeader('executor')]: Type.Optional(
      AnyText(
        'The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`.',
      ),
    ),
    [SIGNATURE_HEADER]: AnyText(
      `SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, ${key}, second secret, time, third secret, device ID.`,
    ),
  })

const publicKeys = AnyText('The IDs of the public keys that the app has: a list of strings (RFC 9651).')

const open = { subject: 'Key check', credentials: { kind: 'none' }, refusal: KeyCheckRecord } as const
const signed = { ...open, credentials: { kind: 'shared-secrets' }, success: KeyCheckRecord } as const

const deviceRequest = <const Use extends Exclude<RequestUse, 'check'>>(use: Use) =>
  ({
    ...signed,
    path: `/${REQUEST_PATHS[use]}`,
    headers: checkHeaders(`the text \`${use}:\`, key`),
    query: Type.Object(checkQuery),
  }) as const

/**
 * Source: interface, "Status", "External key check" and "Sample plant-store". Additions: Move Key,
 * List, Release and Name Devices, Get Offer, Start Trial and Get Update Token.
 */
export const OPEN_ENDPOINTS = {
  getStatus: {
    title: 'Status',
    subject: 'Service',
    method: 'GET',
    path: '/status',
    credentials: { kind: 'none' },
    description:
      'Returns the state of the service and the version of its API. Also answers while the database is unavailable, with `active` false.',
    success: StatusRecord,
    refusals: [TOO_MANY_REQUESTS],
    refusal: Refused,
  },
  sync: {
    ...open,
    title: 'Sync',
    method: 'GET',
    path: `/${SYNC_PATH}`,
    description:
      'The first step of a key check. Returns the time of the service, and the nodes, of which the client selects one at random.',
    success: SyncRecord,
  },
  checkKey: {
    ...signed,
    title: 'External key check',
    method: 'GET',
    path: `/${KEY_CHECK_PATH}`,
    description:
      'The second step of a key check, sent to a node. A decided check is answered with 200 whatever its `code`. Only an answer with `KEY_VALID` means a valid key; it has a `signature`, which the client must verify. A decided answer also has an HTTP message signature (RFC 9421, label `latchkey`) by a key that only the service has; the request header `latchkey-public-keys` names the keys that the client knows. The User-Agent must be one that the project allows.',
    query: Type.Object(checkQuery),
    headers: checkHeaders('key'),
  },
  moveKey: {
    ...deviceRequest('move'),
    title: 'Move Key',
    method: 'POST',
    description:
      'Links the device of the request in the place of the one that was used least recently. Where a key check would be valid, it is one. Decided, signed and answered like a key check, and counts as an execution and as a reset. Refused with `MOVE_DISABLED`, `MOVE_ON_COOLDOWN`, `MOVE_LIMIT_REACHED` or `OFFLINE_LICENSE_ACTIVE`, or as a key check is; the message says when a move is possible.',
  },
  listOwnDevices: {
    ...deviceRequest('devices'),
    title: 'List Own Devices',
    method: 'GET',
    description:
      'Lists the devices of a key for its user, also on a device that is not linked. Sent like a key check, but counts no execution. Refused with `MOVE_DISABLED` for a key that cannot have several devices and cannot be moved, or as a key check is.',
    success: DeviceListRecord,
  },
  releaseOwnDevice: {
    ...deviceRequest('release'),
    title: 'Release Own Device',
    method: 'POST',
    description:
      'Unlinks a device from a key for its user, also on a device that is not linked. Sent like a key check, but counts no execution; it counts as a move and as a reset, and is refused like a move. `DEVICE_NOT_FOUND`: the key is not linked to this device.',
    query: Type.Object({
      ...checkQuery,
      device: AnyText('The `id` of the device in the list of devices.'),
    }),
    success: DeviceListRecord,
  },
  nameOwnDevice: {
    ...deviceRequest('name'),
    title: 'Name Own Device',
    method: 'POST',
    description:
      'Gives the device of the request a name, which its user sees in the list of devices. Sent like a key check, but counts no execution. `DEVICE_NOT_FOUND`: the device is not linked to the key.',
    query: Type.Object({
      ...checkQuery,
      name: AnyText(
        'At most 64 characters, without control characters and without spaces at its ends. Empty: none.',
      ),
    }),
    success: DeviceListRecord,
  },
  askOwner: {
    ...signed,
    title: 'Ask Owner',
    method: 'POST',
    path: `/${OWNER_PATHS['ask-owner']}`,
    description:
      'Mails the owner of a license, who can free a computer for the one that asks. Where a key check says so with `ask-owner`. Sent and signed like it, but counts no execution. `OWNER_ASKED` comes with two words, which the owner has to type; the same computer gets the same words while it waits. `OWNER_ALLOWED`: a place is free. Refused with `ASK_NOT_OFFERED` or `ASK_LIMIT_REACHED` (two in a day, and none in the day after a refusal), or as a key check is.',
    headers: checkHeaders('the text `ask-owner:`, key'),
    query: Type.Object({
      ...checkQuery,
      name: AnyText('What the owner reads as the name of the computer, as in Name Own Device. May be empty.'),
    }),
    success: OwnerAskRecord,
  },
  getAskStatus: {
    ...signed,
    title: 'Get Ask Status',
    method: 'GET',
    path: `/${OWNER_PATHS['ask-status']}`,
    description:
      'Returns what became of the last request of this computer: `OWNER_ASKED`, `OWNER_ALLOWED`, `OWNER_DENIED` or `OWNER_REQUEST_OVER`. Sent and signed like a key check, but counts no execution. At most one in ten seconds; others are refused with `RATE_LIMITED`.',
    headers: checkHeaders('the text `ask-status:`, key'),
    query: Type.Object(checkQuery),
    success: OwnerAskRecord,
  },
  getOffer: {
    ...open,
    title: 'Get Offer',
    method: 'GET',
    path: `/${OFFER_PATH}`,
    description:
      'Returns whether an app can start a trial. Writes nothing, and counts no execution. The answer has an HTTP message signature, as that of a key check. The User-Agent must be one that the project allows.',
    query: Type.Object({ by: checkQuery.by }),
    headers: Type.Object({
      [CLIENT_NONCE_HEADER]: checkHeaders('').properties[CLIENT_NONCE_HEADER],
      [PUBLIC_KEYS_HEADER]: publicKeys,
    }),
    success: OfferRecord,
    refusals: [
      {
        status: 404,
        when: 'the project offers no trial, does not exist, or the app has none of its public keys',
      },
    ],
  },
  startTrial: {
    ...signed,
    title: 'Start Trial',
    method: 'POST',
    path: `/${TRIAL_PATH}`,
    description:
      'Gives a device the key of its trial: a new one, or while its trial runs the same one again. Decided, signed and answered like a check of that key, and counts as an execution of it. The key is the member `key` of the signed header `latchkey-license`. Refused with `TRIAL_NOT_OFFERED`, `TRIAL_USED`, `TRIAL_LIMIT_REACHED` or `TRIAL_DEVICE_WEAK`, or as a key check is.',
    query: Type.Object({
      by: checkQuery.by,
      strength: Type.Enum(DEVICE_STRENGTHS, {
        description: 'How well the device ID tells the device from others.',
      }),
    }),
    headers: Type.Object({
      ...checkHeaders('the text `trial:`').properties,
      [PUBLIC_KEYS_HEADER]: publicKeys,
    }),
  },
  getUpdateToken: {
    ...signed,
    title: 'Get Update Token',
    method: 'GET',
    path: `/${UPDATE_TOKEN_PATH}`,
    description:
      'Gives a linked device a token for the feed of updates: the member `update-token` of the signed header `latchkey-license`. Answers about a key have one as well. Sent and signed like a key check, but links no device and counts no execution. Refused as a key check is; a refusal to a linked device has a token, too.',
    query: Type.Object(checkQuery),
    headers: checkHeaders('the text `updates:`, key'),
    success: UpdateTokenRecord,
  },
  createPlant: {
    title: 'Sample plant create',
    subject: 'Plant store',
    method: 'POST',
    path: '/sandbox/plants',
    credentials: { kind: 'plant-token' },
    description: 'Returns the given plant without its ID. A sample for testing a client: nothing is stored.',
    body: NewPlant,
    success: Plant,
    refusals: [{ status: 400, when: 'an unexpected error occurred' }],
    refusal: PlantStoreError,
  },
} as const satisfies Record<string, EndpointData>
