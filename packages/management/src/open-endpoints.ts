import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  fingerprintHeader,
  KEY_CHECK_PATH,
  KeyCheckRecord,
  SIGNATURE_HEADER,
  SYNC_PATH,
  SyncRecord,
} from '@latchkey/protocol'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { INT32_MAX, Input, Refused, TEXT_LIMITS, Text } from './fields.ts'
import { TOO_MANY_REQUESTS } from './refusals.ts'

/** Source: interface, "API status". The only management answer without `success`. */
export const StatusRecord = Type.Object({
  version: Type.String({ description: 'The version of the API.' }),
  active: Type.Boolean({ description: 'false: requests that need the database cannot be answered.' }),
  message: Type.String(),
  warning: Type.Boolean({ description: 'Whether `warning_message` holds a warning.' }),
  warning_message: Type.String({ description: 'Empty without a warning.' }),
})
export type StatusRecord = Type.Static<typeof StatusRecord>

const tag = 'The type of the plant.'

/** Source of these three records: interface, "Sample plant-store records". */
export const Plant = Type.Object({
  name: Type.String(),
  tag: Type.Optional(Type.String({ description: tag })),
})
export type Plant = Type.Static<typeof Plant>

export const NewPlant = Input({
  // The bounds of a 64-bit integer, as exactly as a double can represent them.
  id: Type.Integer({ format: 'int64', minimum: -(2 ** 63), maximum: 2 ** 63 }),
  name: Text(TEXT_LIMITS.plantName),
  tag: Type.Optional(Text(TEXT_LIMITS.plantName, tag)),
})
export type NewPlant = Type.Static<typeof NewPlant>

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

/** Source: interface, "Status", "External key check" and "Sample plant-store". */
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
    title: 'Sync',
    subject: 'Key check',
    method: 'GET',
    path: `/${SYNC_PATH}`,
    credentials: { kind: 'none' },
    description:
      'The first step of a key check. Returns the time of the service, and the nodes, of which the client selects one at random.',
    success: SyncRecord,
    refusals: [],
    refusal: KeyCheckRecord,
  },
  checkKey: {
    title: 'External key check',
    subject: 'Key check',
    method: 'GET',
    path: `/${KEY_CHECK_PATH}`,
    credentials: { kind: 'shared-secrets' },
    description:
      'The second step of a key check, sent to a node. A decided check is answered with 200 whatever its `code`. Only an answer with `KEY_VALID` means a valid key; it has a `signature`, which the client must verify. A decided answer also has an HTTP message signature (RFC 9421, label `latchkey`) by a key that only the service has; the request header `latchkey-public-keys` names the keys that the client knows. The User-Agent must be one that the project allows.',
    query: Type.Object({
      by: Type.String({ description: 'The app name of the project.' }),
      key: Type.String({ description: 'The license key: 32 letters.' }),
    }),
    headers: Type.Object({
      [CLIENT_TIME_HEADER]: Type.String({ description: 'The `st` of the sync record, in decimal digits.' }),
      [CLIENT_NONCE_HEADER]: Type.String({
        description: '16 random letters and digits, new for each request.',
      }),
      [CLIENT_DEVICE_HEADER]: Type.String({ description: 'The device ID.' }),
      [fingerprintHeader('executor')]: Type.Optional(
        Type.String({
          description:
            'The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`.',
        }),
      ),
      [SIGNATURE_HEADER]: Type.String({
        description:
          'SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, key, second secret, time, third secret, device ID.',
      }),
    }),
    success: KeyCheckRecord,
    refusals: [],
    refusal: KeyCheckRecord,
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
