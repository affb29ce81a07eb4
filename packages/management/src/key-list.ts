import { Type } from 'typebox'
import { AnyText, DoneFields, Flag, Input, Refused, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { keyFilter } from './key-filter.ts'
import { KeyRecord } from './key-record.ts'
import { Position } from './users.ts'

/** The orders of List Keys. */
export const KEY_SORTS = ['created', 'ends', 'last_reset', 'executions'] as const
/** One of `KEY_SORTS`. */
export type KeySort = (typeof KEY_SORTS)[number]

/** The most matching keys that are counted exactly, and that can be sorted by anything. */
export const KEYS_COUNTED = 10_000
/** The most keys found by a search that are counted exactly, and that can be sorted by anything. */
export const KEYS_FOUND = 4_000
/** A search for a shorter text only examines the newest `KEYS_COUNTED` keys. */
export const SHORTEST_INDEXED_SEARCH = 3

/** The most keys that one request creates or changes. */
export const MOST_KEYS_AT_ONCE = 5_000
/** The filter, the order and the page of List Keys. */
export const KeyQuery = Input({
  ...keyFilter,
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
  exact: Type.Optional(Flag('true: counts all matching keys, which may take a second in a large list.')),
})
export type KeyQuery = Type.Static<typeof KeyQuery>

/** The answer of List Keys. */
export const KeyList = Type.Object({
  ...DoneFields,
  keys: Type.Array(KeyRecord),
  next_cursor: AnyText('For the next page; empty after the last key.'),
  count: Whole('The number of matching keys.'),
  count_is_exact: Flag('false: at least `count` keys match; see `exact`.'),
})
export type KeyList = Type.Static<typeof KeyList>

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

/** A refusal of a request for many keys. */
export const KeysRefused = Type.Object({
  ...Refused.properties,
  code: Type.Optional(AnyText('The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`.')),
  count: Type.Optional(Whole('With `COUNT_CHANGED`: the number of keys that match now.')),
})
export type KeysRefused = Type.Static<typeof KeysRefused>
