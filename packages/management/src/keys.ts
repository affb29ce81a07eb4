import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import {
  ChatIdOrNone,
  Done,
  DoneFields,
  Flag,
  INT32_MAX,
  Input,
  PathText,
  Refused,
  Second,
  TEXT_LIMITS,
  Text,
  Whole,
} from './fields.ts'
import { CHANGED_MEANWHILE, NO_SUCH_KEY, NO_SUCH_PROJECT, NOT_ONE_KEY } from './key-refusals.ts'
import { FeatureNames, KEY_TERMS, KeyTerms } from './key-terms.ts'
import { Position, UserRecord } from './users.ts'

/**
 * What a key can do at the moment. The first that applies:
 * - `banned`: it is banned, also when the key itself was deleted.
 * - `expired`: its end has passed. A perpetual key still works, for the versions built before.
 * - `unused`: no device was ever linked, and it was never reset. A chat ID alone leaves it unused,
 *   although it has begun its days: its owner has not used it in an app.
 * - `active`: it works. After a reset, the next device is linked to it.
 */
export const KEY_STATES = ['active', 'unused', 'expired', 'banned'] as const
/** One of `KEY_STATES`. */
export type KeyState = (typeof KEY_STATES)[number]

/** The orders of List Keys. */
export const KEY_SORTS = ['created', 'ends', 'last_reset', 'executions'] as const
/** One of `KEY_SORTS`. */
export type KeySort = (typeof KEY_SORTS)[number]

/** The changes that can be made to many keys. */
export const KEY_ACTIONS = ['extend', 'note', 'terms', 'ban', 'unban', 'reset'] as const
/** One of `KEY_ACTIONS`. */
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** The changes that can be made to one key. */
export const ONE_KEY_ACTIONS = [...KEY_ACTIONS, 'expire', 'link'] as const
/** One of `ONE_KEY_ACTIONS`. */
export type OneKeyAction = (typeof ONE_KEY_ACTIONS)[number]

/** So many matching keys are counted exactly, and can be sorted by anything. */
export const KEYS_COUNTED = 10_000
/** The same of the keys that a search finds. */
export const KEYS_FOUND = 4_000
/** So many keys are created or changed by one request. */
export const MOST_KEYS_AT_ONCE = 5_000
/** So many keys are imported by one request. */
export const MOST_KEYS_IMPORTED = 1_000
/** A search for a shorter text only examines the newest `KEYS_COUNTED` keys. */
export const SHORTEST_INDEXED_SEARCH = 3

/** A user with what the console shows of it. Everything of `UserRecord`, and more. */
export const KeyRecord = Type.Object({
  ...UserRecord.properties,
  id: Type.String({
    description:
      'Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned.',
  }),
  key_id: Type.String({ description: 'The ID of the key in Get Events.' }),
  state: Type.Enum(KEY_STATES, {
    description:
      'The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.',
  }),
  key_days: Type.Number({
    description: 'Days that the key is valid after its claim; 0: it was not sold by the day.',
  }),
  trial: Flag('Whether the key is a trial, which an app got by itself.'),
  offline_until: Whole('Unix seconds at which the last offline license ends; 0: there was none.'),
  ...KeyTerms,
  version: Type.String({
    description:
      'Changes whenever something of the record changes, except for its executions. For `if_version`.',
  }),
})
export type KeyRecord = Type.Static<typeof KeyRecord>

const stateWord = `(${KEY_STATES.join('|')})`

/** Which keys: all given conditions must match. */
const filter = {
  search: Type.Optional(
    Text(
      TEXT_LIMITS.search,
      'Keys whose `identifier`, `user_key`, `chat_id` or `note` contains this text. A to Z equal a to z. A text of one or two characters is only looked for in the newest 10,000 keys. When nothing contains the text, it is taken for an imported key of another form.',
    ),
  ),
  state: Type.Optional(
    Type.String({
      pattern: `^${stateWord}(,${stateWord})*$`,
      maxLength: 64,
      description: 'Keys in this state. Several are separated by commas: `active,unused`.',
    }),
  ),
  trial: Type.Optional(Type.Boolean({ description: 'true: trials alone. false: keys that are no trials.' })),
  ends_after: Type.Optional(
    Position('Unix seconds. Keys that end at this second or later. Keys without an end do not match.'),
  ),
  ends_before: Type.Optional(Position('Unix seconds. Keys that end before this second.')),
}

/** The filter, the order and the page of List Keys. */
export const KeyQuery = Input({
  ...filter,
  sort: Type.Optional(
    Type.Enum(KEY_SORTS, {
      description:
        '`created` by default. `ends`: those without an end count as the last. When more than 10,000 keys match, only `created` and `ends`; when a search finds more than 4,000, only `created`.',
    }),
  ),
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { description: '`desc` by default: newest, latest or most first.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'The number of keys in the answer, at most. 100 by default.',
    }),
  ),
  cursor: Type.Optional(
    Text(
      256,
      '`next_cursor` of the answer before, with the same filter and order: the page after it. It is not affected by keys that were created or deleted meanwhile.',
    ),
  ),
  from: Type.Optional(
    Position('Instead of `cursor`: the position of the first key, zero-based. For a jump in the list.'),
  ),
  exact: Type.Optional(
    Type.Boolean({ description: 'true: counts all matching keys, which may take a second in a large list.' }),
  ),
})
export type KeyQuery = Type.Static<typeof KeyQuery>

/** The answer of List Keys. */
export const KeyList = Type.Object({
  ...DoneFields,
  keys: Type.Array(KeyRecord),
  next_cursor: Type.String({ description: 'For the next page; empty after the last key.' }),
  count: Whole('The number of matching keys.'),
  count_is_exact: Flag('false: at least `count` keys match; see `exact`.'),
})
export type KeyList = Type.Static<typeof KeyList>

const note = Text(TEXT_LIMITS.note, 'Shown to the user of the key by apps that show notes.')
const days = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 36_500, description })

/** The body of Create Keys. */
export const CreateKeysBody = Input({
  count: Type.Integer({ minimum: 1, maximum: MOST_KEYS_AT_ONCE, description: 'The number of keys.' }),
  note: Type.Optional(note),
  key_days: Type.Optional(days('The number of days of 86,400 seconds that a key is valid after its claim.')),
  auth_expire: Type.Optional(
    Second(
      'Unix seconds; -1: never. The time until then becomes `key_days`, as in Create User/Key. Takes precedence over `key_days`. 0 is ignored.',
    ),
  ),
  request_id: Type.Optional(
    Text(
      TEXT_LIMITS.key,
      'A random text. The same request with it returns the same keys again, and creates none.',
      { minLength: 1 },
    ),
  ),
  ...KEY_TERMS,
})
export type CreateKeysBody = Type.Static<typeof CreateKeysBody>

/** The answer of Create Keys. */
export const KeysCreated = Type.Object({
  ...DoneFields,
  user_keys: Type.Array(Type.String(), { description: 'The new license keys.' }),
})
export type KeysCreated = Type.Static<typeof KeysCreated>

/** The body of Import Keys. */
export const ImportKeysBody = Input({
  keys: Type.Array(
    Input({
      user_key: Text(
        TEXT_LIMITS.identifier,
        'The key. One that has 32 letters, without its spaces and dashes, is taken as it is. Another one of 6 to 128 characters is stored as its alias of 32 letters, which apps with `LATCHKEY_OTHER_KEYS` derive from what their user types.',
      ),
      note: Type.Optional(note),
      auth_expire: Type.Optional(
        Second('Unix seconds at which the key expires, whenever it is claimed. -1, 0 or omitted: never.'),
      ),
      identifier: Type.Optional(Text(TEXT_LIMITS.identifier, 'A device that is linked at once.')),
    }),
    { minItems: 1, maxItems: MOST_KEYS_IMPORTED },
  ),
  request_id: Type.Optional(
    Text(
      TEXT_LIMITS.key,
      'A text for the whole import, such as a hash of its file. A key that was created with it counts as created when a request is repeated.',
      { minLength: 1 },
    ),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'true: creates nothing, and answers the same.' })),
})
export type ImportKeysBody = Type.Static<typeof ImportKeysBody>

/** The answer of Import Keys. */
export const KeysImported = Type.Object({
  ...DoneFields,
  created: Whole(
    'The number of keys that this request created, or would create. Without those that an earlier request with the same `request_id` created.',
  ),
  results: Type.Array(
    Type.Object({
      user_key: Type.String({ description: 'The license key; empty with `KEY_UNUSABLE`.' }),
      alias: Flag('Whether the license key is the alias of a key of another form.'),
      code: Type.String({
        description:
          'Empty: created, also by an earlier request with this `request_id`. Otherwise why it was not: `KEY_EXISTS`, `KEY_TWICE` (earlier in this request), `KEY_UNUSABLE` (too short or too long) or `PLAN_LIMIT`.',
      }),
    }),
    { description: 'One for each of `keys`, in their order.' },
  ),
  keys_left: Whole('How many more keys the plan allows after this request; -1: any number.'),
})
export type KeysImported = Type.Static<typeof KeysImported>

/** What the actions need. */
const actionFields = {
  days: Type.Optional(
    days(
      'For `extend`. An expired key is valid for so long from now on. A key whose countdown has not started gets more days. A key that never expires does not change.',
    ),
  ),
  note: Type.Optional(note),
  append: Type.Optional(
    Type.Boolean({ description: 'For `note`. true: adds a line. Otherwise the note is replaced.' }),
  ),
  features: Type.Optional(FeatureNames('For `terms`: the features from now on.')),
  add_features: Type.Optional(FeatureNames('For `terms`: features that are added.')),
  remove_features: Type.Optional(FeatureNames('For `terms`: features that are taken away.')),
  updates_until: KEY_TERMS.updates_until,
  perpetual: KEY_TERMS.perpetual,
  ban_reason: Type.Optional(Text(TEXT_LIMITS.banReason, 'For `ban`. Shown to the user.')),
  ban_expire: Type.Optional(
    Second('For `ban`. Unix seconds at which it ends. -1 or omitted: a permanent ban.'),
  ),
  force: Type.Optional(
    Type.Boolean({
      description:
        'For `reset`: ignores the cooldown, disabled resets and an offline license. For `link`: replaces the present chat ID.',
    }),
  ),
}

/** Which keys to change: a list, or a filter with the count that was confirmed. */
const selection = {
  user_keys: Type.Optional(
    Type.Array(Text(TEXT_LIMITS.key), {
      minItems: 1,
      maxItems: MOST_KEYS_AT_ONCE,
      description: 'These keys. Otherwise those that match the filter.',
    }),
  ),
  ...filter,
  expected_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: INT32_MAX,
      description: 'With a filter, required without `cursor`: the number of keys that must match.',
    }),
  ),
  cursor: Type.Optional(Text(256, 'With a filter: `next_cursor` of the answer before.')),
  request_id: Type.Optional(
    Text(
      TEXT_LIMITS.key,
      'A random text. A request that is repeated with it changes no key a second time, as long as no other request for many keys has changed it.',
      { minLength: 1 },
    ),
  ),
}

/** The body of Change Keys. */
export const ChangeKeysBody = Input({
  action: Type.Enum(KEY_ACTIONS, { description: 'What to do with each key.' }),
  ...selection,
  ...actionFields,
})
export type ChangeKeysBody = Type.Static<typeof ChangeKeysBody>

/** The body of Delete Keys. */
export const DeleteKeysBody = Input(selection)
export type DeleteKeysBody = Type.Static<typeof DeleteKeysBody>

/** The answer of Change Keys and of Delete Keys. */
export const KeysChanged = Type.Object({
  ...DoneFields,
  changed: Whole(
    'The number of keys that are now as wanted, also by an earlier request with the same `request_id`.',
  ),
  unchanged: Type.Array(
    Type.Object({
      user_key: Type.String({ description: 'The key; cut off after 64 characters.' }),
      code: Type.String({
        description:
          'Why the key was not changed, for programs: `NO_SUCH_KEY`, `NEVER_EXPIRES`, `NOTE_TOO_LONG`, `TOO_MANY_FEATURES`, `STILL_WORKS`, `NOT_BANNED`, `USER_BANNED`, `RESETS_DISABLED`, `RESET_ON_COOLDOWN` or `OFFLINE_LICENSE_ACTIVE`.',
      }),
      message: Type.String({ description: 'The same as a sentence for people.' }),
    }),
    { description: 'The keys that were not changed.' },
  ),
  next_cursor: Type.String({
    description: 'With a filter: for the next request, as long as keys remain. Empty when all are done.',
  }),
})
export type KeysChanged = Type.Static<typeof KeysChanged>

/** The body of Find Keys. */
export const FindKeysBody = Input({
  user_keys: Type.Array(Text(TEXT_LIMITS.key), {
    minItems: 1,
    maxItems: MOST_KEYS_AT_ONCE,
    description: 'The license keys to look for.',
  }),
})
export type FindKeysBody = Type.Static<typeof FindKeysBody>

/** The answer of Find Keys. */
export const KeysFound = Type.Object({
  ...DoneFields,
  keys: Type.Array(KeyRecord),
  unknown: Type.Array(Type.String(), { description: 'Those that the project does not have.' }),
})
export type KeysFound = Type.Static<typeof KeysFound>

/** Which key: one of both. */
const one = {
  id: Type.Optional(Text(TEXT_LIMITS.key, 'The `id` of the record.')),
  user_key: Type.Optional(
    Text(TEXT_LIMITS.key, 'Instead of `id`: the license key. Proxies may log the addresses of requests.'),
  ),
}
const ifVersion = Type.Optional(
  Text(TEXT_LIMITS.key, 'The `version` of the record that the person saw. Refused if it has changed.'),
)

/** The query of Get Key and of Get Devices: one of both. */
export const OneKeyQuery = Input(one)
/** A key by its `id` or its license key. */
export type OneKey = Type.Static<typeof OneKeyQuery>

/** The query of Delete Key. */
export const DeleteKeyQuery = Input({ ...one, if_version: ifVersion })

/** The body of Change Key. */
export const ChangeKeyBody = Input({
  action: Type.Enum(ONE_KEY_ACTIONS, { description: 'What to do with the key.' }),
  ...one,
  if_version: ifVersion,
  ...actionFields,
  auth_expire: Type.Optional(Second('For `expire`: Unix seconds at which the key expires; -1: never.')),
  key_days: Type.Optional(
    days(
      'For `expire`, instead of `auth_expire`: the number of days that the key is valid after its claim. Only for a key that nobody has claimed.',
    ),
  ),
  chat_id: Type.Optional(ChatIdOrNone('For `link`. Empty: unlinks the present one.')),
})
export type ChangeKeyBody = Type.Static<typeof ChangeKeyBody>

/** A ban of a device that concerns a key of the same device. */
export const DeviceBan = Type.Object({
  id: Type.String({ description: 'The `id` of the banned record.' }),
  ban_reason: Type.String(),
  ban_expire: Whole('Unix seconds; -1: a permanent ban.'),
})
export type DeviceBan = Type.Static<typeof DeviceBan>

/** The answer of Get Key and of Change Key. */
export const KeyFound = Type.Object({
  ...DoneFields,
  key: KeyRecord,
  device_ban: Type.Optional(DeviceBan),
  reset_from: Whole(
    'Unix seconds from which a reset needs no `force`; 0: now; -1: resets are disabled for the project.',
  ),
})
export type KeyFound = Type.Static<typeof KeyFound>

/** A refusal of a request for one key or its devices. */
export const KeyRefused = Type.Object({
  ...Refused.properties,
  code: Type.Optional(
    Type.String({
      description:
        'The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys.',
    }),
  ),
  key: Type.Optional(KeyRecord),
})
export type KeyRefused = Type.Static<typeof KeyRefused>

/** A refusal of a request for many keys. */
export const KeysRefused = Type.Object({
  ...Refused.properties,
  code: Type.Optional(
    Type.String({ description: 'The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`.' }),
  ),
  count: Type.Optional(Whole('With `COUNT_CHANGED`: the number of keys that match now.')),
})
export type KeysRefused = Type.Static<typeof KeysRefused>

/** Shared by all endpoints of keys. A missing or wrong API key is answered with 403. */
const common = {
  subject: 'Keys',
  credentials: { kind: 'api-key', missing: 403, wrong: 403 },
  params: Type.Object({ project_id: PathText('The ID of one of the account’s projects.') }),
} as const

const keys = '/v3/projects/{project_id}/keys'

const missingField = { status: 400, when: 'the action needs a field that is missing' } as const
const selectionRefusals = [
  { status: 400, when: 'there is neither `user_keys` nor a filter with `expected_count`, or both' },
  { status: 400, when: 'the `cursor` is not one of this endpoint' },
  { status: 409, when: 'another number of keys matches the filter (`COUNT_CHANGED`)' },
] as const

/** Additions to the interface: what a list of many keys needs, and the page of one key. */
export const KEY_ENDPOINTS = {
  listKeys: {
    ...common,
    title: 'List Keys',
    method: 'GET',
    path: keys,
    description:
      'Returns a page of the keys that match, with their number. Pages follow each other by `cursor`; `from` jumps to a position. The count is exact without a filter, up to 10,000 with one, and up to 4,000 with a search.',
    query: KeyQuery,
    success: KeyList,
    refusal: KeysRefused,
    refusals: [
      NO_SUCH_PROJECT,
      { status: 400, when: 'both `cursor` and `from` are given, or the `cursor` is not one of this list' },
      {
        status: 400,
        when: 'too many keys match for this `sort` (`TOO_MANY_TO_SORT`)',
      },
    ],
  },
  findKeys: {
    ...common,
    title: 'Find Keys',
    method: 'POST',
    path: `${keys}/lookups`,
    description:
      'Returns the records of up to 5,000 keys, such as those of an e-mail or a file. Changes nothing. SECURITY: a POST, because addresses are logged.',
    body: FindKeysBody,
    success: KeysFound,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT],
  },
  createKeys: {
    ...common,
    title: 'Create Keys',
    method: 'POST',
    path: keys,
    description: 'Creates unassigned keys: all of them or, when it is refused, none.',
    body: CreateKeysBody,
    success: KeysCreated,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT, { status: 400, when: 'the plan allows fewer users (`PLAN_LIMIT`)' }],
  },
  importKeys: {
    ...common,
    title: 'Import Keys',
    method: 'POST',
    path: `${keys}/imports`,
    description:
      'Creates up to 1,000 keys that were issued elsewhere. Those that the project has already stay as they are. A request may be repeated, so an import that was interrupted is sent again.',
    body: ImportKeysBody,
    success: KeysImported,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT],
  },
  changeKeys: {
    ...common,
    title: 'Change Keys',
    method: 'POST',
    path: `${keys}/changes`,
    description:
      'Does the same with many keys: `extend` adds days, `note` writes a note, `terms` changes the features, the end of the updates and whether a key is perpetual, `ban` and `unban`, `reset` unlinks the device. Changes at most 5,000 keys. With a filter, `next_cursor` continues with the rest of the keys that matched at the first request.',
    body: ChangeKeysBody,
    success: KeysChanged,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT, missingField, ...selectionRefusals],
  },
  deleteKeys: {
    ...common,
    title: 'Delete Keys',
    method: 'POST',
    path: `${keys}/deletions`,
    description:
      'Deletes many keys, as Delete User/Key does. Otherwise like Change Keys. A filter leaves perpetual keys whose end has passed, because they still work (`STILL_WORKS`). A key that was deleted by a request with the same `request_id` is reported as `NO_SUCH_KEY`.',
    body: DeleteKeysBody,
    success: KeysChanged,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT, ...selectionRefusals],
  },
  getKey: {
    ...common,
    title: 'Get Key',
    method: 'GET',
    path: `${keys}/one`,
    description: 'Returns one key, by its `id` or its `user_key`, with what decides whether it works.',
    query: OneKeyQuery,
    success: KeyFound,
    refusal: Refused,
    refusals: [NO_SUCH_PROJECT, NO_SUCH_KEY, NOT_ONE_KEY],
  },
  changeKey: {
    ...common,
    title: 'Change Key',
    method: 'PATCH',
    path: `${keys}/one`,
    description:
      'Changes one key and returns it: the actions of Change Keys, `expire` sets the end, and `link` links a chat ID. With `if_version`, two people who change one key see each other’s change.',
    body: ChangeKeyBody,
    success: KeyFound,
    refusal: KeyRefused,
    refusals: [
      NO_SUCH_PROJECT,
      NO_SUCH_KEY,
      missingField,
      NOT_ONE_KEY,
      { status: 400, when: 'the rules of the action do not allow it; `code` has the reason' },
      CHANGED_MEANWHILE,
    ],
  },
  deleteKey: {
    ...common,
    title: 'Delete Key',
    method: 'DELETE',
    path: `${keys}/one`,
    description: 'Deletes one key, as Delete User/Key does, if it has not changed.',
    query: DeleteKeyQuery,
    success: Done,
    refusal: KeyRefused,
    refusals: [NO_SUCH_PROJECT, NO_SUCH_KEY, NOT_ONE_KEY, CHANGED_MEANWHILE],
  },
} as const satisfies Record<string, EndpointData>
