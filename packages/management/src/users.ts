import { Type } from 'typebox'
import { INVALID_CUSTOMER, KEY_CUSTOMER } from './customer-fields.ts'
import { KEY_LIMITS, limit } from './device-limits.ts'
import type { EndpointData } from './endpoint.ts'
import {
  AnyText,
  ChatIdOrNone,
  Done,
  DoneFields,
  Flag,
  INT32_MAX,
  Input,
  Refused,
  Second,
  TEXT_LIMITS,
  Text,
  Whole,
} from './fields.ts'
import { BAN_SCOPE, days, KEY_TERMS, note, UNBAN_SCOPE, vendorNote } from './key-terms.ts'
import { NO_SUCH_KEY, NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'

/** The statuses of a user. Source: interface, "User". */
export const USER_STATUSES = ['active', 'reset', 'banned'] as const
/** The status of a user. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** Source: interface, "User". */
export const UserRecord = Type.Object({
  user_key: AnyText('The license key; empty for a banned user whose key was deleted.'),
  identifier: AnyText('The device ID of the first linked device; empty when none is linked.'),
  identifier_type: AnyText('Such as `HWID`.'),
  chat_id: AnyText('Empty when none is linked.'),
  status: Type.Enum(USER_STATUSES, {
    description:
      '`active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.',
  }),
  last_reset: Whole('Unix seconds of the last device reset; 0: never.'),
  total_resets: Type.Integer(),
  auth_expire: Whole('Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started.'),
  banned: Type.Enum([0, 1]),
  ban_reason: Type.String(),
  ban_expire: Whole('Unix seconds; -1: a permanent ban; 0: not banned.'),
  unban_token: AnyText('The token that lifts the ban; every ban has a new one. Empty when not banned.'),
  total_executions: Type.Integer(),
  note: Type.String(),
  ban_ip: AnyText('The banned address; empty when none.'),
})
export type UserRecord = Type.Static<typeof UserRecord>

/** The answer of Get Users. */
export const UserList = Type.Object({ ...DoneFields, users: Type.Array(UserRecord) })
export type UserList = Type.Static<typeof UserList>

/** The number of users in an answer, by default. */
export const DEFAULT_PAGE_SIZE = 100
/** The number of users in an answer, at most. */
export const LARGEST_PAGE_SIZE = 1_000

/** A position in a list, zero-based. */
export const Position = (description: string) => limit(0, INT32_MAX, description)

/** The query of Get Users. */
export const UserQuery = Input({
  chat_id: Type.Optional(Text(TEXT_LIMITS.key, 'The user linked to this chat ID.')),
  user_key: Type.Optional(Text(TEXT_LIMITS.key, 'The user of this key.')),
  identifier: Type.Optional(
    Text(TEXT_LIMITS.identifier, 'The user linked to this device, as the first or a further one.'),
  ),
  from: Type.Optional(Position('The position of the first user, zero-based, included. 0 by default.')),
  until: Type.Optional(
    Position('The position after the last user. By default `from` plus 100, at most `from` plus 1,000.'),
  ),
  search: Type.Optional(
    Text(TEXT_LIMITS.search, 'Users whose `identifier`, `user_key`, `chat_id` or `note` contains this text.'),
  ),
})
export type UserQuery = Type.Static<typeof UserQuery>

const userKey = Text(TEXT_LIMITS.key, 'The license key.', { minLength: 1 })

/** The body of Create User/Key. */
export const CreateUserBody = Input({
  identifier: Type.Optional(Text(TEXT_LIMITS.identifier, 'The device to link. Empty: none.')),
  auth_expire: Type.Optional(
    Second(
      'Unix seconds at which the key expires; -1: never. Without `identifier` and `chat_id`, the time until then becomes `key_days`. Takes precedence over `key_days`. 0 is ignored.',
    ),
  ),
  note: Type.Optional(note),
  vendor_note: Type.Optional(vendorNote),
  chat_id: Type.Optional(ChatIdOrNone('The chat ID to link. Empty: none.')),
  key_days: Type.Optional(
    days('The number of days of 86,400 seconds that the key is valid after its claim.'),
  ),
  ...KEY_CUSTOMER,
  ...KEY_LIMITS,
  ...KEY_TERMS,
})
export type CreateUserBody = Type.Static<typeof CreateUserBody>

/** The answer of Create User/Key. */
export const UserCreated = Type.Object({
  ...DoneFields,
  user_key: AnyText('The new license key.'),
})
export type UserCreated = Type.Static<typeof UserCreated>

/** Omitted fields stay unchanged. */
export const UpdateUserBody = Input({
  user_key: userKey,
  identifier: Type.Optional(
    Text(
      TEXT_LIMITS.identifier,
      'Links another device in the place of the first. Empty: unlinks all devices.',
    ),
  ),
  auth_expire: Type.Optional(Second('Unix seconds at which the key expires; -1: never. 0 is ignored.')),
  note: Type.Optional(note),
  vendor_note: Type.Optional(vendorNote),
  chat_id: Type.Optional(ChatIdOrNone('Links another chat ID. Empty: unlinks it.')),
  trial: Type.Optional(
    Type.Literal(false, {
      description:
        'false: makes a trial an ordinary key with the limits of its project. It keeps its end, unless `auth_expire` is given.',
    }),
  ),
  ...KEY_LIMITS,
  ...KEY_TERMS,
})
export type UpdateUserBody = Type.Static<typeof UpdateUserBody>

/** The query of Delete User/Key. */
export const DeleteUserQuery = Input({ user_key: userKey })

/** The body of Reset User HWID. */
export const ResetDeviceBody = Input({
  user_key: userKey,
  force: Type.Optional(Flag('true: ignores the cooldown, disabled resets and an offline license.')),
})
export type ResetDeviceBody = Type.Static<typeof ResetDeviceBody>

/** The body of Issue License. */
export const IssueLicenseBody = Input({
  request: Text(65_536, 'The text of an activation request, also with other text around it.', {
    minLength: 1,
  }),
  days: days('The number of days of 86,400 seconds. The license ends with the key at the latest.'),
  move: Type.Optional(Flag('true: moves a key that is linked to another device, as a reset does.')),
  force: Type.Optional(
    Flag(
      'true: moves it also on cooldown, where resets are disabled, and while the other device has an offline license.',
    ),
  ),
})
export type IssueLicenseBody = Type.Static<typeof IssueLicenseBody>

/** The answer of Issue License. */
export const LicenseIssued = Type.Object({
  ...DoneFields,
  license: AnyText('The license file: a JWS in compact form (RFC 7515, EdDSA).'),
  expires_at: Whole('Unix seconds at which the license ends.'),
  user_key: AnyText('The key of the request.'),
})
export type LicenseIssued = Type.Static<typeof LicenseIssued>

const RefusedWithCode = Type.Object({
  ...Refused.properties,
  code: Type.Optional(AnyText('The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`.')),
})

/** The body of Link Chat ID. */
export const LinkChatBody = Input({
  user_key: userKey,
  // The format is checked by a rule and not by this schema, so that the refusal can explain
  // it.
  chat_id: Text(TEXT_LIMITS.identifier, '1 to 64 letters, digits or `_ . : -`.'),
  force: Type.Optional(Flag('true: replaces the present chat ID of the key.')),
})
export type LinkChatBody = Type.Static<typeof LinkChatBody>

/** The body of Blacklist User. */
export const BlacklistBody = Input({
  user_key: userKey,
  ban_reason: Type.Optional(Text(TEXT_LIMITS.banReason, 'Shown to the user.')),
  ban_expire: Type.Optional(Second('Unix seconds at which the ban ends. -1 or omitted: a permanent ban.')),
  ...BAN_SCOPE,
})
export type BlacklistBody = Type.Static<typeof BlacklistBody>

/** The body of Unban User. */
export const UnbanBody = Input({
  unban_token: Text(TEXT_LIMITS.key, 'The token from Get Users.', { minLength: 1 }),
  ...UNBAN_SCOPE,
})

const common = { ...OF_PROJECT, subject: 'Users' } as const

const users = '/v3/projects/{project_id}/users'

/** The interface lists 400 but not 404 for some endpoints. */
const UNKNOWN_PROJECT = { ...NO_SUCH_PROJECT, status: 400 }
const UNKNOWN_KEY = { ...NO_SUCH_KEY, status: 400 }
const CHAT_ID_TAKEN = { status: 400, when: 'another user of the project has this chat ID' }

/**
 * Source: interface, "Get Users" to "Blacklist User". Unban User and Issue License are additions. A
 * project or key that does not exist is answered with 404, or with 400 if the interface lists 400
 * but not 404 for the endpoint. A project of another account is answered like one that does not
 * exist.
 */
export const USER_ENDPOINTS = {
  getUsers: {
    ...common,
    title: 'Get Users',
    method: 'GET',
    path: users,
    leastRole: 'read-only',
    description:
      'Returns the users of a project that match all given filters, newest last. `chat_id`, `user_key` and `identifier` compare the whole text, so `users` then holds at most one user; if several keys are linked to one device, the newest. `search` finds a part of a text. `from` and `until` select a page of the matching users: 100 users by default, 1,000 at most, none after the last one.',
    query: UserQuery,
    success: UserList,
    refusals: [NO_SUCH_PROJECT],
  },
  createUser: {
    ...common,
    title: 'Create User/Key',
    method: 'POST',
    path: users,
    leastRole: 'support',
    description:
      'Creates a user with a new random key. The body may be empty. Without `identifier` and `chat_id` the key is unassigned: the first device that uses it claims it, and `key_days` start then. With one of them the key counts as claimed. Without `auth_expire` and `key_days` it never expires.',
    body: CreateUserBody,
    success: UserCreated,
    refusals: [
      CHAT_ID_TAKEN,
      { status: 400, when: 'the plan allows no more users' },
      INVALID_CUSTOMER,
      UNKNOWN_PROJECT,
    ],
  },
  updateUser: {
    ...common,
    title: 'Update User',
    method: 'PATCH',
    path: users,
    leastRole: 'support',
    description:
      'Changes the given fields and leaves the others unchanged. With `auth_expire` -1 the key never expires.',
    body: UpdateUserBody,
    success: Done,
    refusals: [CHAT_ID_TAKEN, UNKNOWN_KEY, UNKNOWN_PROJECT],
  },
  deleteUser: {
    ...common,
    title: 'Delete User/Key',
    method: 'DELETE',
    path: users,
    leastRole: 'owner',
    description:
      'Deletes a key and with it the access of its user. The record of a banned user remains without the key, with the status `banned`, and the device is still refused.',
    query: DeleteUserQuery,
    success: Done,
    refusals: [NO_SUCH_PROJECT, NO_SUCH_KEY],
  },
  resetDevice: {
    ...common,
    title: 'Reset User HWID',
    method: 'POST',
    path: `${users}/resethwid`,
    leastRole: 'support',
    description:
      'Unlinks all devices from a key. The next device that uses the key is linked to it. `force` ignores the cooldown, disabled resets and an offline license, but not a ban.',
    body: ResetDeviceBody,
    success: Done,
    refusal: RefusedWithCode,
    refusals: [
      {
        status: 400,
        when: 'the device has an offline license, which it can use until a date in the message, and `force` is not true (`OFFLINE_LICENSE_ACTIVE`)',
      },
      { status: 400, when: 'the key is on cooldown and `force` is not true' },
      { status: 400, when: 'resets are disabled for the project and `force` is not true' },
      { status: 400, when: 'the user is banned' },
      NO_SUCH_KEY,
      NO_SUCH_PROJECT,
    ],
  },
  linkChat: {
    ...common,
    title: 'Link Chat ID',
    method: 'POST',
    path: `${users}/linkchat`,
    leastRole: 'support',
    description:
      'Links a chat ID to a key. An unassigned key then counts as claimed, so its `key_days` start.',
    body: LinkChatBody,
    success: Done,
    refusals: [
      { status: 400, when: 'the key already has a chat ID and `force` is not true' },
      { status: 400, when: 'another key is linked to the same chat ID' },
      { status: 400, when: 'the chat ID is not 1 to 64 letters, digits or `_ . : -`' },
      UNKNOWN_KEY,
      UNKNOWN_PROJECT,
    ],
  },
  blacklistUser: {
    ...common,
    title: 'Blacklist User',
    method: 'POST',
    path: `${users}/blacklist`,
    leastRole: 'support',
    description:
      'Bans a key and, unless `ban_only_key` is true, the devices linked to it: they are then refused with other keys, too. The status does not change, `banned` becomes 1, and the user gets a new `unban_token`, which Get Users returns. The ban ends at `ban_expire`.',
    body: BlacklistBody,
    success: Done,
    refusals: [{ status: 400, when: '`ban_expire` is in the past' }, NO_SUCH_KEY, NO_SUCH_PROJECT],
  },
  unbanUser: {
    ...common,
    title: 'Unban User',
    method: 'POST',
    path: `${users}/unban`,
    leastRole: 'support',
    description:
      'Lifts the ban to which the token belongs. There is no GET variant, so that a link preview cannot lift a ban. If the key of the banned user was deleted, the record is deleted too.',
    body: UnbanBody,
    success: Done,
    refusals: [
      { status: 404, when: 'no active ban has this token' },
      { status: 400, when: '`unban_only_devices` is true, and only the key is banned' },
      NO_SUCH_PROJECT,
    ],
  },
  issueLicense: {
    ...common,
    title: 'Issue License',
    method: 'POST',
    path: '/v3/projects/{project_id}/licenses',
    leastRole: 'support',
    description:
      'Makes a license file for a computer without a network, from its activation request. The rules are those of a key check, of which it counts as one: an unassigned key is claimed by the device of the request. A key that is linked to another device is moved with `move`.',
    body: IssueLicenseBody,
    success: LicenseIssued,
    refusal: RefusedWithCode,
    refusals: [
      { status: 400, when: '`request` has no activation request, several, or a damaged one' },
      { status: 400, when: 'the request is from another app, or its signature is wrong' },
      { status: 400, when: 'the app has none of the public keys in use' },
      { status: 400, when: 'the key has expired or was stopped, or the key or the device is banned' },
      { status: 400, when: 'the key is a trial (`TRIAL_KEY`)' },
      NO_SUCH_KEY,
      NO_SUCH_PROJECT,
      {
        status: 409,
        when: 'the key is linked to another device, and `move` is not true (`KEY_HWID_LOCKED`)',
      },
      {
        status: 409,
        when: 'the key cannot be moved without `force` (`RESET_ON_COOLDOWN`, `RESETS_DISABLED`, `OFFLINE_LICENSE_ACTIVE`)',
      },
    ],
  },
} as const satisfies Record<string, EndpointData>
