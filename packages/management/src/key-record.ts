import { Type } from 'typebox'
import { KeyCustomer } from './customer-fields.ts'
import { KeyLimits } from './device-limits.ts'
import { AnyText, DoneFields, Flag, Input, Refused, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { KeyTerms } from './key-terms.ts'
import { UserRecord } from './users.ts'

/**
 * What a key can do at the moment. The first that applies:
 * - `banned`: it is banned, also when the key itself was deleted.
 * - `stopped`: its order stopped it, also a perpetual one.
 * - `expired`: its end has passed. A perpetual key still works, for the versions built before.
 * - `unused`: no device was ever linked, and it was never reset. A chat ID alone leaves it unused,
 *   although it has begun its days: its owner has not used it in an app.
 * - `active`: it works. After a reset, the next device is linked to it.
 */
export const KEY_STATES = ['active', 'unused', 'expired', 'stopped', 'banned'] as const
/** One of `KEY_STATES`. */
export type KeyState = (typeof KEY_STATES)[number]

/** A user as the console shows it: `UserRecord` and further fields. */
export const KeyRecord = Type.Object({
  ...UserRecord.properties,
  id: AnyText(
    'Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned.',
  ),
  key_id: AnyText('The ID of the key in Get Events.'),
  state: Type.Enum(KEY_STATES, {
    description:
      'The first that applies: `banned`; `stopped`: by its order; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.',
  }),
  ban_only_key: Flag('Whether only the key is banned, and its devices can use other keys.'),
  stopped: AnyText(
    'Why the key is stopped: `refunded` or `charged-back` by its order, `replaced` by another key; empty: it is not. A ban is independent of it.',
  ),
  stop_words: AnyText('What the vendor tells the user about the stop; empty: the usual text.'),
  vendor_note: AnyText('Only the vendor sees it. `note` is shown to the customer.'),
  key_days: Type.Number({
    description: 'Days that the key is valid after its claim; 0: it was not sold by the day.',
  }),
  trial: Flag('Whether the key is a trial, which an app got by itself.'),
  offline_until: Whole('Unix seconds at which the last offline license ends; 0: there was none.'),
  ...KeyTerms,
  ...KeyLimits,
  ...KeyCustomer,
  version: AnyText(
    'Changes whenever something of the record changes, except for its executions, and the address and name of its customer. For `if_version`.',
  ),
})
export type KeyRecord = Type.Static<typeof KeyRecord>

/** Selects a key by one of the two fields. */
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

/** A ban of a device, made with another key, that concerns this key. */
export const DeviceBan = Type.Object({
  id: AnyText('The `id` of the banned record.'),
  ban_reason: Type.String(),
  ban_expire: Whole('Unix seconds; -1: a permanent ban.'),
  is_linked: Flag(
    'Whether the banned device is linked to this key. Otherwise this key was last refused on it.',
  ),
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
    AnyText('The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys.'),
  ),
  key: Type.Optional(KeyRecord),
})
export type KeyRefused = Type.Static<typeof KeyRefused>
