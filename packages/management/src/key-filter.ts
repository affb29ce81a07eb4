import { Type } from 'typebox'
import { Flag, TEXT_LIMITS, Text } from './fields.ts'
import { KEY_STATES } from './key-record.ts'
import { Position } from './users.ts'

const stateWord = `(${KEY_STATES.join('|')})`

/** Selects keys: all given conditions must match. */
export const keyFilter = {
  search: Type.Optional(
    Text(
      TEXT_LIMITS.search,
      'Keys whose `identifier`, `user_key`, `chat_id`, `note` or `vendor_note` contains this text, or the address or name of whose customer begins with it. A to Z equal a to z. A text of one or two characters is only looked for in the newest 10,000 keys, and not in customers. When nothing contains the text, it is taken for an imported key of another form.',
    ),
  ),
  state: Type.Optional(
    Type.String({
      pattern: `^${stateWord}(,${stateWord})*$`,
      maxLength: 64,
      description: 'Keys in this state. Several are separated by commas: `active,unused`.',
    }),
  ),
  trial: Type.Optional(Flag('true: trials alone. false: keys that are no trials.')),
  ends_after: Type.Optional(
    Position('Unix seconds. Keys that end at this second or later. Keys without an end do not match.'),
  ),
  ends_before: Type.Optional(Position('Unix seconds. Keys that end before this second.')),
}
