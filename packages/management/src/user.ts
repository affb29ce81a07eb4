import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { ChatIdOrNone, Second, TEXT_LIMITS, Text, Whole } from './fields.ts'

export const USER_STATUSES = ['active', 'reset', 'banned'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** Source: interface, "User". */
export const UserRecord = Type.Object({
  user_key: Type.String({ description: 'The license key; empty for a banned user whose key was deleted.' }),
  identifier: Type.String({ description: 'The linked device ID; empty when none is linked.' }),
  identifier_type: Type.String({ description: 'Such as `HWID`.' }),
  chat_id: Type.String({ description: 'Empty when none is linked.' }),
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
  unban_token: Type.String({
    description: 'The token that lifts the ban; every ban has a new one. Empty when not banned.',
  }),
  total_executions: Type.Integer(),
  note: Type.String(),
  ban_ip: Type.String({ description: 'The banned address; empty when none.' }),
})
export type UserRecord = Type.Static<typeof UserRecord>

export const UserList = Type.Object({ ...DoneFields, users: Type.Array(UserRecord) })
export type UserList = Type.Static<typeof UserList>

/** The number of users in an answer, by default and at most. */
export const DEFAULT_PAGE_SIZE = 100
export const LARGEST_PAGE_SIZE = 1_000

const Position = (description: string) => Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description })

export const UserQuery = Type.Object(
  {
    chat_id: Type.Optional(Text(TEXT_LIMITS.key, { description: 'The user linked to this chat ID.' })),
    user_key: Type.Optional(Text(TEXT_LIMITS.key, { description: 'The user of this key.' })),
    identifier: Type.Optional(
      Text(TEXT_LIMITS.identifier, { description: 'The user linked to this device.' }),
    ),
    from: Type.Optional(Position('The position of the first user, zero-based, included. 0 by default.')),
    until: Type.Optional(
      Position('The position after the last user. By default `from` plus 100, at most `from` plus 1,000.'),
    ),
    search: Type.Optional(
      Text(TEXT_LIMITS.search, {
        description: 'Users whose `identifier`, `user_key`, `chat_id` or `note` contains this text.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type UserQuery = Type.Static<typeof UserQuery>

const userKey = Text(TEXT_LIMITS.key, { minLength: 1, description: 'The license key.' })
const note = Text(TEXT_LIMITS.note, { description: 'Shown to the user of the key by apps that show notes.' })

export const CreateUserBody = Type.Object(
  {
    identifier: Type.Optional(
      Text(TEXT_LIMITS.identifier, { description: 'The device to link. Empty: none.' }),
    ),
    auth_expire: Type.Optional(
      Second(
        'Unix seconds at which the key expires; -1: never. Without `identifier` and `chat_id`, the time until then becomes `key_days`. Takes precedence over `key_days`. 0 is ignored.',
      ),
    ),
    note: Type.Optional(note),
    chat_id: Type.Optional(ChatIdOrNone('The chat ID to link. Empty: none.')),
    key_days: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 36_500,
        description: 'The number of days of 86,400 seconds that the key is valid after its claim.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type CreateUserBody = Type.Static<typeof CreateUserBody>

export const UserCreated = Type.Object({
  ...DoneFields,
  user_key: Type.String({ description: 'The new license key.' }),
})
export type UserCreated = Type.Static<typeof UserCreated>

/** Omitted fields stay unchanged. */
export const UpdateUserBody = Type.Object(
  {
    user_key: userKey,
    identifier: Type.Optional(
      Text(TEXT_LIMITS.identifier, { description: 'Links another device. Empty: unlinks it.' }),
    ),
    auth_expire: Type.Optional(Second('Unix seconds at which the key expires; -1: never. 0 is ignored.')),
    note: Type.Optional(note),
    chat_id: Type.Optional(ChatIdOrNone('Links another chat ID. Empty: unlinks it.')),
  },
  { additionalProperties: false },
)
export type UpdateUserBody = Type.Static<typeof UpdateUserBody>

export const DeleteUserQuery = Type.Object({ user_key: userKey }, { additionalProperties: false })
export type DeleteUserQuery = Type.Static<typeof DeleteUserQuery>

export const ResetDeviceBody = Type.Object(
  {
    user_key: userKey,
    force: Type.Optional(Type.Boolean({ description: 'true: ignores the cooldown and disabled resets.' })),
  },
  { additionalProperties: false },
)
export type ResetDeviceBody = Type.Static<typeof ResetDeviceBody>

export const LinkChatBody = Type.Object(
  {
    user_key: userKey,
    // The format is checked by the domain and not by this schema, so that the refusal can explain
    // it.
    chat_id: Text(TEXT_LIMITS.identifier, { description: '1 to 64 letters, digits or `_ . : -`.' }),
    force: Type.Optional(Type.Boolean({ description: 'true: replaces the present chat ID of the key.' })),
  },
  { additionalProperties: false },
)
export type LinkChatBody = Type.Static<typeof LinkChatBody>

export const BlacklistBody = Type.Object(
  {
    user_key: userKey,
    ban_reason: Type.Optional(Text(TEXT_LIMITS.banReason, { description: 'Shown to the user.' })),
    ban_expire: Type.Optional(Second('Unix seconds at which the ban ends. -1 or omitted: a permanent ban.')),
  },
  { additionalProperties: false },
)
export type BlacklistBody = Type.Static<typeof BlacklistBody>

export const UnbanBody = Type.Object(
  { unban_token: Text(TEXT_LIMITS.key, { minLength: 1, description: 'The token from Get Users.' }) },
  { additionalProperties: false },
)
export type UnbanBody = Type.Static<typeof UnbanBody>
