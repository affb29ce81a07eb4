import { Type } from 'typebox'
import { CustomerEmail, KEY_CUSTOMER } from './customer-fields.ts'
import {
  AnyText,
  ChatIdOrNone,
  DoneFields,
  Flag,
  INT32_MAX,
  Input,
  Second,
  TEXT_LIMITS,
  Text,
  Whole,
} from './fields.ts'
import { keyFilter } from './key-filter.ts'
import { MOST_KEYS_AT_ONCE } from './key-list.ts'
import { DeleteKeyQuery } from './key-record.ts'
import {
  BAN_SCOPE,
  days,
  FeatureNames,
  KEY_TERMS,
  note,
  requestId,
  UNBAN_SCOPE,
  vendorNote,
} from './key-terms.ts'

/** The changes that can be made to many keys. */
export const KEY_ACTIONS = ['extend', 'note', 'customer', 'terms', 'ban', 'unban', 'reset'] as const
/** One of `KEY_ACTIONS`. */
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** The changes that can be made to one key. */
export const ONE_KEY_ACTIONS = [...KEY_ACTIONS, 'expire', 'link'] as const
/** One of `ONE_KEY_ACTIONS`. */
export type OneKeyAction = (typeof ONE_KEY_ACTIONS)[number]

/** The parameters of the actions. */
const actionFields = {
  days: Type.Optional(
    days(
      'For `extend`. An expired key is valid for so long from now on. A key whose countdown has not started gets more days. A key that never expires does not change.',
    ),
  ),
  note: Type.Optional(note),
  vendor_note: Type.Optional(vendorNote),
  customer_email: Type.Optional(
    CustomerEmail(
      'For `customer`: the e-mail address of the customer, who is created if the account has none with it. Empty: no customer.',
    ),
  ),
  customer_name: KEY_CUSTOMER.customer_name,
  append: Type.Optional(
    Flag('For `note`. true: adds a line to each note that is given. Otherwise it is replaced.'),
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
  ...BAN_SCOPE,
  ...UNBAN_SCOPE,
  force: Type.Optional(
    Flag(
      'For `reset`: ignores the cooldown, disabled resets and an offline license. For `link`: replaces the present chat ID.',
    ),
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
  ...keyFilter,
  expected_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: INT32_MAX,
      description: 'With a filter, required without `cursor`: the number of keys that must match.',
    }),
  ),
  cursor: Type.Optional(Text(256, 'With a filter: `next_cursor` of the answer before.')),
  request_id: requestId(
    'A random text. A request that is repeated with it changes no key a second time, as long as no other request for many keys has changed it.',
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
      user_key: AnyText('The key; cut off after 64 characters.'),
      code: AnyText(
        'Why the key was not changed, for programs: `NO_SUCH_KEY`, `NEVER_EXPIRES`, `NOTE_TOO_LONG`, `TOO_MANY_FEATURES`, `STILL_WORKS`, `NOT_BANNED`, `DEVICES_NOT_BANNED`, `USER_BANNED`, `RESETS_DISABLED`, `RESET_ON_COOLDOWN` or `OFFLINE_LICENSE_ACTIVE`.',
      ),
      message: AnyText('The same as a sentence for people.'),
    }),
    { description: 'The keys that were not changed.' },
  ),
  next_cursor: AnyText(
    'With a filter: for the next request, as long as keys remain. Empty when all are done.',
  ),
})
export type KeysChanged = Type.Static<typeof KeysChanged>

/** The body of Change Key. */
export const ChangeKeyBody = Input({
  action: Type.Enum(ONE_KEY_ACTIONS, { description: 'What to do with the key.' }),
  ...DeleteKeyQuery.properties,
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
