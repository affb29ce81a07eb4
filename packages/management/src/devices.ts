import { createHash } from 'node:crypto'
import { DeviceRecord, MOVE_WAITS } from '@latchkey/protocol'
import { Type } from 'typebox'
import { limit, MOST_DEVICES, MOST_MOVES_PER_YEAR } from './device-limits.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, Done, DoneFields, Flag, Input, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { DeleteKeyQuery, KeyRefused, OneKeyQuery } from './key-record.ts'
import { FeatureNames } from './key-terms.ts'
import { CHANGED_MEANWHILE, NO_SUCH_KEY, NO_SUCH_PROJECT, NOT_ONE_KEY, OF_PROJECT } from './of-project.ts'
import { TRIAL_SETTINGS } from './trial-settings.ts'

/**
 * The `id` of a device in lists: the first 16 hexadecimal digits of a SHA-256. It is of use with
 * this key only, and does not reveal the device ID.
 */
export const opaqueDeviceId = (key: string, identifier: string): string =>
  createHash('sha256').update(`${key} ${identifier}`, 'utf8').digest('hex').slice(0, 16)

const { id, name, linked_at, used_at } = DeviceRecord.properties

/** A linked device, as its vendor sees it. */
export const LinkedDevice = Type.Object({
  id,
  name,
  identifier: AnyText('The device ID.'),
  linked_at,
  used_at,
})
export type LinkedDevice = Type.Static<typeof LinkedDevice>

/** The answer of Get Devices. The limits are those in effect: of the key, or of its project. */
export const DeviceList = Type.Object({
  ...DoneFields,
  devices: Type.Array(LinkedDevice, { description: 'The first linked one first.' }),
  max_devices: Type.Integer(),
  moves_per_year: Whole('0: users cannot move the key.'),
  moves_left: Whole('The moves and releases that are left in the last 365 days.'),
  move_from: Whole('Unix seconds from which the next move is possible; 0: now, or never without moves.'),
  move_waits: Type.Enum(['', ...MOVE_WAITS], {
    description: 'What the next move waits for; empty when `move_from` is 0.',
  }),
})
export type DeviceList = Type.Static<typeof DeviceList>

/** The most User-Agents that a project can allow. */
const MOST_USER_AGENTS = 50

const settings = {
  reset_hwid_cooldown: limit(
    -1,
    2 ** 31 - 1,
    'Seconds between two device resets or moves. 0: no cooldown. -1: both are disabled.',
  ),
  max_devices: limit(1, MOST_DEVICES, 'How many devices a key can have.'),
  moves_per_year: limit(
    0,
    MOST_MOVES_PER_YEAR,
    'How many moves and releases the user of a key can do in 365 days. 0: none.',
  ),
  ...TRIAL_SETTINGS,
  features: FeatureNames('The features of all keys of the project, beside their own.'),
}

const userAgents =
  'The User-Agents that may check keys. A `*` at the end of an entry matches every continuation.'

/** What an app of the project sends, and whether its key checks are answered. */
const identity = {
  name: AnyText('The name of the project, for people.'),
  app_name: AnyText('What the app sends as `by`.'),
  executor: AnyText('The app sends the device ID again in the header `{executor}-fingerprint`.'),
  approved: Flag('Whether key checks are answered. The operator of the service decides it.'),
}

/** The answer of Get Project Settings. */
export const ProjectSettings = Type.Object({
  ...DoneFields,
  ...settings,
  ...identity,
  user_agents: Type.Array(Type.String(), { description: userAgents }),
})
export type ProjectSettings = Type.Static<typeof ProjectSettings>

/** The body of Update Project Settings. Omitted fields stay unchanged. */
export const ProjectSettingsBody = Input({
  reset_hwid_cooldown: Type.Optional(settings.reset_hwid_cooldown),
  max_devices: Type.Optional(settings.max_devices),
  moves_per_year: Type.Optional(settings.moves_per_year),
  user_agents: Type.Optional(
    Type.Array(
      Text(TEXT_LIMITS.userAgent, undefined, { pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$' }),
      {
        minItems: 1,
        maxItems: MOST_USER_AGENTS,
        description: `${userAgents} Printable ASCII, without spaces at the ends.`,
      },
    ),
  ),
  ...Type.Partial(Type.Object(TRIAL_SETTINGS)).properties,
  features: Type.Optional(settings.features),
})
export type ProjectSettingsBody = Type.Static<typeof ProjectSettingsBody>

const devices = '/v3/projects/{project_id}/users/devices'
const projectSettings = '/v3/projects/{project_id}/settings'

/** Additions to the interface: the devices of a key, and the settings of a project. */
export const DEVICE_ENDPOINTS = {
  getDevices: {
    ...OF_PROJECT,
    subject: 'Users',
    title: 'Get Devices',
    method: 'GET',
    path: devices,
    leastRole: 'read-only',
    description:
      'Returns the devices that are linked to a key, and how its user can move it. A move links a new device in the place of another one.',
    query: OneKeyQuery,
    success: DeviceList,
    refusal: KeyRefused,
    refusals: [NOT_ONE_KEY, NO_SUCH_KEY, NO_SUCH_PROJECT],
  },
  releaseDevice: {
    ...OF_PROJECT,
    subject: 'Users',
    title: 'Release Device',
    method: 'DELETE',
    path: devices,
    leastRole: 'support',
    description:
      'Unlinks one device from a key, and leaves its others. It counts as a reset, and is refused like one: `force` ignores the cooldown, disabled resets and an offline license, but not a ban. With `if_version`, only if the key has not changed.',
    query: Input({
      ...DeleteKeyQuery.properties,
      device: Text(TEXT_LIMITS.key, 'The `id` of the device in Get Devices.', { minLength: 1 }),
      force: Type.Optional(Flag('true: ignores the cooldown, disabled resets and an offline license.')),
    }),
    success: Done,
    refusal: KeyRefused,
    refusals: [
      {
        status: 400,
        when: 'the device has an offline license, which it can use until a date in the message, and `force` is not true (`OFFLINE_LICENSE_ACTIVE`)',
      },
      { status: 400, when: 'the key is on cooldown and `force` is not true (`RESET_ON_COOLDOWN`)' },
      {
        status: 400,
        when: 'resets are disabled for the project and `force` is not true (`RESETS_DISABLED`)',
      },
      { status: 400, when: 'the user is banned (`USER_BANNED`)' },
      { status: 404, when: 'the key is not linked to this device (`NO_SUCH_DEVICE`)' },
      NOT_ONE_KEY,
      NO_SUCH_KEY,
      CHANGED_MEANWHILE,
      NO_SUCH_PROJECT,
    ],
  },
  getProjectSettings: {
    ...OF_PROJECT,
    subject: 'Projects',
    title: 'Get Project Settings',
    method: 'GET',
    path: projectSettings,
    leastRole: 'read-only',
    description:
      'Returns the settings of a project: for its keys and its trials, and for the apps that check them.',
    success: ProjectSettings,
    refusals: [NO_SUCH_PROJECT],
  },
  updateProjectSettings: {
    ...OF_PROJECT,
    subject: 'Projects',
    title: 'Update Project Settings',
    method: 'PATCH',
    path: projectSettings,
    leastRole: 'owner',
    description:
      'Changes the given settings of a project. They hold for all its keys without limits of their own. A lower limit unlinks no device: it holds for new ones. An app learns other features with its next check. A trial that runs keeps its end.',
    body: ProjectSettingsBody,
    success: ProjectSettings,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>
