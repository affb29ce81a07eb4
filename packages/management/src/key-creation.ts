import { Type } from 'typebox'
import { KEY_CUSTOMER } from './customer-fields.ts'
import { KEY_LIMITS } from './device-limits.ts'
import { AnyText, DoneFields, Flag, Input, Second, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { MOST_KEYS_AT_ONCE } from './key-list.ts'
import { days, KEY_TERMS, note, requestId, vendorNote } from './key-terms.ts'
import { MOST_KEYS_MAILED } from './mail.ts'

/** The most keys that one request imports. */
export const MOST_KEYS_IMPORTED = 1_000
/** The body of Create Keys. */
export const CreateKeysBody = Input({
  count: Type.Integer({ minimum: 1, maximum: MOST_KEYS_AT_ONCE, description: 'The number of keys.' }),
  note: Type.Optional(note),
  vendor_note: Type.Optional(vendorNote),
  key_days: Type.Optional(days('The number of days of 86,400 seconds that a key is valid after its claim.')),
  auth_expire: Type.Optional(
    Second(
      'Unix seconds; -1: never. The time until then becomes `key_days`, as in Create User/Key. Takes precedence over `key_days`. 0 is ignored.',
    ),
  ),
  ...KEY_CUSTOMER,
  mail: Type.Optional(
    Flag(
      `true: mails each key to its customer, once. Needs \`customer_email\`; at most ${MOST_KEYS_MAILED} keys at once.`,
    ),
  ),
  request_id: requestId(
    'A random text. The same request with it returns the same keys again, and creates none.',
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
      vendor_note: Type.Optional(vendorNote),
      auth_expire: Type.Optional(
        Second(
          'Unix seconds at which the key expires, whenever it is claimed. -1, 0 or omitted: never, or `key_days` after its claim.',
        ),
      ),
      key_days: Type.Optional(
        days(
          'The number of days of 86,400 seconds that a key without `auth_expire` is valid after its claim.',
        ),
      ),
      identifier: Type.Optional(Text(TEXT_LIMITS.identifier, 'A device that is linked at once.')),
      max_devices: KEY_LIMITS.max_devices,
      ...KEY_CUSTOMER,
      shop: Type.Optional(
        Text(
          TEXT_LIMITS.key,
          'The `id` of the shop that has sold the key, or its kind if there is one of this kind. The key then follows its order: it keeps its terms, and gets later ends.',
        ),
      ),
      order_id: Type.Optional(Text(TEXT_LIMITS.identifier, 'With `shop`: the ID of the order there.')),
      subscription_id: Type.Optional(
        Text(TEXT_LIMITS.identifier, 'With `shop`: the ID of the subscription there.'),
      ),
      ban_reason: Type.Optional(
        Text(
          TEXT_LIMITS.banReason,
          'The key is created banned, with this reason: it was refunded or disabled elsewhere. Its customer can read the reason. Its device is banned, too.',
        ),
      ),
    }),
    { minItems: 1, maxItems: MOST_KEYS_IMPORTED },
  ),
  request_id: requestId(
    'A text for the whole import, such as a hash of its file. A key that was created with it counts as created when a request is repeated.',
  ),
  dry_run: Type.Optional(Flag('true: changes nothing, and answers the same.')),
  fill: Type.Optional(
    Flag(
      'true: fills what is empty of keys that the project has already, and compares their bans. Nothing that is set is replaced. Otherwise they stay as they are.',
    ),
  ),
  ban_existing: Type.Optional(
    Flag(
      'true, with `fill`: stops keys of the project that work. One with a `ban_reason` here is banned, and one without an end gets an `auth_expire` that has passed.',
    ),
  ),
  unban_existing: Type.Optional(
    Flag('true, with `fill`: lifts the bans of keys of the project that have no `ban_reason` here.'),
  ),
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
      user_key: AnyText('The license key; empty with `KEY_UNUSABLE`.'),
      alias: Flag('Whether the license key is the alias of a key of another form.'),
      code: AnyText(
        'Empty: created, also by an earlier request with this `request_id`. Otherwise why it was not: `KEY_EXISTS`, `KEY_TWICE` (earlier in this request), `KEY_UNUSABLE` (too short or too long), `INVALID_EMAIL` (no mail can be sent to its `customer_email`) or `PLAN_LIMIT`. With `fill` also `KEY_WORKS_HERE` (the project has it, and it stays working although it has a `ban_reason` or has ended) and `KEY_BANNED_HERE` (the project has it, and it stays banned although it has none).',
      ),
      link: Type.Optional(
        AnyText(
          'With `shop`: `LINKED` to its order, or `HAS_LICENSES`: the order has another key, which is in use. Absent in a dry run.',
        ),
      ),
      changed: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'What this request changed of a key that the project has, or would change: `note`, `vendor_note`, `auth_expire`, `max_devices`, `identifier`, `customer`, `ended` (its end, which has passed), `banned`, `unbanned`. Absent: nothing.',
        }),
      ),
    }),
    { description: 'One for each of `keys`, in their order.' },
  ),
  keys_left: Whole('How many more keys the plan allows after this request; -1: any number.'),
})
export type KeysImported = Type.Static<typeof KeysImported>
