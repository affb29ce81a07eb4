import { FEATURE_PATTERN, MAX_FEATURES } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Flag, INT32_MAX, TEXT_LIMITS, Text, Whole } from './fields.ts'

/** The notes of a key in a request. */
export const note = Text(
  TEXT_LIMITS.note,
  'The public note: the customer sees it in apps that show notes, and in license files.',
)
export const vendorNote = Text(
  TEXT_LIMITS.note,
  'The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it.',
)

/** How far a ban or its end reaches, in a request. */
export const BAN_SCOPE = {
  ban_only_key: Type.Optional(
    Flag('true: bans the key alone, so its devices can use other keys. Otherwise they are banned, too.'),
  ),
}
export const UNBAN_SCOPE = {
  unban_only_devices: Type.Optional(
    Flag('true: the key stays banned, and its devices can use other keys again. Otherwise both are lifted.'),
  ),
}

/** A number of days in a request. */
export const days = (description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 36_500, description })

/** The ID by which a request can be repeated. */
export const requestId = (description: string) =>
  Type.Optional(Text(TEXT_LIMITS.key, description, { minLength: 1 }))

/** A list of features in a request. */
export const FeatureNames = (description: string) =>
  Type.Array(Type.String({ pattern: FEATURE_PATTERN }), { maxItems: MAX_FEATURES, description })

/** What a key opens, and for which versions of the app, in a request. */
export const KEY_TERMS = {
  features: Type.Optional(
    FeatureNames(
      'The features of the key, beside those of its project: names of 1 to 32 of a to z, 0 to 9 and -. Only apps with a public key read them.',
    ),
  ),
  updates_until: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: INT32_MAX,
      not: { const: 0 },
      description:
        'Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are.',
    }),
  ),
  perpetual: Type.Optional(
    Flag('true: after its end the key goes on working, for the versions of the app that were built before.'),
  ),
}

/** What a key opens, and for which versions of the app, in a record. */
export const KeyTerms = {
  features: Type.Array(Type.String(), {
    description: 'Its own features, sorted. Those of its project come on top.',
  }),
  updates_until: Whole(
    'Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect.',
  ),
  perpetual: Flag(
    'Whether the key goes on working after its end, for the versions of the app that were built before.',
  ),
}
