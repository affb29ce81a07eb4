import { type Static, Type } from 'typebox'
import { confirmation, confirmed, signedIn } from './console.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, Text, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'

/**
 * Secrets of a project and of the account, for owners in the console. No API key opens these
 * endpoints: somebody who has stolen one gets no further secrets by it.
 */

/** The longest time that earlier secrets and signing keys are still used, in days. */
export const MOST_KEEP_DAYS = 3_650

/** The most entries of an allow list. */
const MOST_ALLOWED = 100

const keepDays = Type.Integer({
  minimum: 0,
  maximum: MOST_KEEP_DAYS,
  description: 'How long the earlier ones are still used; 0 ends them now, for example after a leak.',
})

const earlier_until = Whole('Unix seconds until which the earlier ones are used; 0: they are not.')
const public_keys = AnyText('`LATCHKEY_PUBLIC_KEYS` for the next build of the app.')

/** What is known of the secrets of a project without showing them. */
export const SecretsRecord = Type.Object({
  ...DoneFields,
  public_keys,
  signing_keys: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Whole('Unix seconds.'),
      used_until: Whole('Unix seconds; -1: it is the newest.'),
    }),
    { description: 'Those in use, the newest first.' },
  ),
  earlier_until,
})
export type SecretsRecord = Static<typeof SecretsRecord>

/** New shared secrets. */
export const RotatedSecrets = Type.Object({
  ...DoneFields,
  secrets: Type.Array(Type.String(), { description: 'The three shared secrets. Shown only now.' }),
  earlier_until,
})
export type RotatedSecrets = Static<typeof RotatedSecrets>

/** A new signing key. */
export const RotatedSigningKey = Type.Object({ ...DoneFields, public_keys, earlier_until })
export type RotatedSigningKey = Static<typeof RotatedSigningKey>

/** Who may use the API key of the account. */
export const ApiAccess = Type.Object({
  ...DoneFields,
  allow_list: Type.Array(Type.String(), {
    description: 'Addresses and CIDR ranges from which the API key may be used. Empty: from everywhere.',
  }),
  enabled: Flag('Whether the API key is enabled.'),
  expires_at: Whole('Unix seconds; -1: the API key does not expire.'),
})
export type ApiAccess = Static<typeof ApiAccess>

/** A new API key. */
export const NewApiKey = Type.Object({ ...DoneFields, api_key: AnyText('Shown only now.') })
export type NewApiKey = Static<typeof NewApiKey>

const ofProject = { ...signedIn, subject: 'Projects', params: OF_PROJECT.params } as const
/** Secrets, signing keys and API keys, in the console alone. */
export const SECRET_ENDPOINTS = {
  getSecrets: {
    ...ofProject,
    title: 'Get Secrets',
    method: 'GET',
    path: '/console/projects/{project_id}/secrets',
    leastRole: 'owner',
    description:
      'Returns the public keys of a project, and until when earlier secrets and keys are used. Not the secrets: they are shown when they are made.',
    success: SecretsRecord,
    refusals: [NO_SUCH_PROJECT],
  },
  rotateSecrets: {
    ...ofProject,
    title: 'Rotate Secrets',
    method: 'POST',
    path: '/console/projects/{project_id}/secrets',
    leastRole: 'owner',
    description:
      'Replaces the three shared secrets of a project, and returns the new ones, once. Installed apps go on with the earlier ones for `keep_days`, but for protected scripts.',
    body: Input({ ...confirmation, keep_days: keepDays }),
    success: RotatedSecrets,
    refusals: [...confirmed, NO_SUCH_PROJECT],
  },
  rotateSigningKey: {
    ...ofProject,
    title: 'Rotate Signing Key',
    method: 'POST',
    path: '/console/projects/{project_id}/signing-key',
    leastRole: 'owner',
    description:
      'Adds the next signing key of a project, and returns the public keys for the next build of the app. Installed apps go on with the keys that they have for `keep_days`.',
    body: Input({ ...confirmation, keep_days: keepDays }),
    success: RotatedSigningKey,
    refusals: [...confirmed, NO_SUCH_PROJECT],
  },
  getApiAccess: {
    ...signedIn,
    title: 'Get API Access',
    method: 'GET',
    path: '/console/api-access',
    leastRole: 'owner',
    description: 'Returns from where the API key of the account may be used.',
    success: ApiAccess,
  },
  setAllowList: {
    ...signedIn,
    title: 'Set Allow List',
    method: 'PUT',
    path: '/console/api-access/allow-list',
    leastRole: 'owner',
    description: 'Sets the addresses from which the API key of the account may be used.',
    body: Input({
      allow_list: Type.Array(Text(64, undefined, { minLength: 1 }), {
        maxItems: MOST_ALLOWED,
        description: 'Addresses and CIDR ranges such as `192.0.2.0/24`. Empty: from everywhere.',
      }),
    }),
    success: ApiAccess,
    refusals: [{ status: 400, when: 'an entry is no address and no range' }],
  },
  replaceApiKey: {
    ...signedIn,
    title: 'Replace API Key',
    method: 'POST',
    path: '/console/api-access/key',
    leastRole: 'owner',
    description: 'Makes a new API key, and returns it, once. The earlier one stops working at once.',
    body: Input(confirmation),
    success: NewApiKey,
    refusals: confirmed,
  },
} as const satisfies Record<string, EndpointData>
