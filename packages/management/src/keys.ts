import { INVALID_CUSTOMER } from './customer-fields.ts'
import type { EndpointData } from './endpoint.ts'
import { Done, Refused } from './fields.ts'
import { ChangeKeyBody, ChangeKeysBody, DeleteKeysBody, KeysChanged } from './key-changes.ts'
import { CreateKeysBody, ImportKeysBody, KeysCreated, KeysImported } from './key-creation.ts'
import { FindKeysBody, KeyList, KeyQuery, KeysFound, KeysRefused } from './key-list.ts'
import { DeleteKeyQuery, KeyFound, KeyRefused, OneKeyQuery } from './key-record.ts'
import { CHANGED_MEANWHILE, NO_SUCH_KEY, NO_SUCH_PROJECT, NOT_ONE_KEY, OF_PROJECT } from './of-project.ts'

const common = { ...OF_PROJECT, subject: 'Keys' } as const

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
    leastRole: 'read-only',
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
    leastRole: 'read-only',
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
    leastRole: 'support',
    description: 'Creates unassigned keys: all of them or, when it is refused, none.',
    body: CreateKeysBody,
    success: KeysCreated,
    refusal: KeysRefused,
    refusals: [
      NO_SUCH_PROJECT,
      { status: 400, when: 'the plan allows fewer users (`PLAN_LIMIT`)' },
      INVALID_CUSTOMER,
    ],
  },
  importKeys: {
    ...common,
    title: 'Import Keys',
    method: 'POST',
    path: `${keys}/imports`,
    leastRole: 'owner',
    description:
      'Creates up to 1,000 keys that were issued elsewhere. Those that the project has already stay as they are, or with `fill` get what they lack. A request may be repeated, so an import that was interrupted is sent again.',
    body: ImportKeysBody,
    success: KeysImported,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT, { status: 400, when: 'a `shop` is not one of the project (`NO_SUCH_SHOP`)' }],
  },
  changeKeys: {
    ...common,
    title: 'Change Keys',
    method: 'POST',
    path: `${keys}/changes`,
    leastRole: 'support',
    description:
      'Does the same with many keys: `extend` adds days, `note` writes the note that customers see or the vendor note, `customer` gives them to a customer, `terms` changes the features, the end of the updates and whether a key is perpetual, `ban` and `unban` (of a key with its devices, or of one of them), `reset` unlinks the device. Changes at most 5,000 keys. With a filter, `next_cursor` continues with the rest of the keys that matched at the first request.',
    body: ChangeKeysBody,
    success: KeysChanged,
    refusal: KeysRefused,
    refusals: [NO_SUCH_PROJECT, missingField, INVALID_CUSTOMER, ...selectionRefusals],
  },
  deleteKeys: {
    ...common,
    title: 'Delete Keys',
    method: 'POST',
    path: `${keys}/deletions`,
    leastRole: 'owner',
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
    leastRole: 'read-only',
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
    leastRole: 'support',
    description:
      'Changes one key and returns it: the actions of Change Keys, `expire` sets the end, and `link` links a chat ID. With `if_version`, two people who change one key see each other’s change.',
    body: ChangeKeyBody,
    success: KeyFound,
    refusal: KeyRefused,
    refusals: [
      NO_SUCH_PROJECT,
      NO_SUCH_KEY,
      missingField,
      INVALID_CUSTOMER,
      NOT_ONE_KEY,
      { status: 400, when: 'the rules of the action do not allow it; `code` has the reason' },
      CHANGED_MEANWHILE,
    ],
  },
  replaceKey: {
    ...common,
    title: 'Replace Key',
    method: 'POST',
    path: `${keys}/replacements`,
    leastRole: 'support',
    description:
      'Gives a license another key, for a key that leaked. Its computers, its end and its order stay. The earlier key is refused from now on, and says why; in lists it is a stopped key.',
    body: OneKeyQuery,
    success: KeyFound,
    refusal: KeyRefused,
    refusals: [
      NO_SUCH_PROJECT,
      NO_SUCH_KEY,
      NOT_ONE_KEY,
      { status: 409, when: 'the key is banned (`KEY_BANNED`) or stopped (`KEY_STOPPED`)' },
    ],
  },
  deleteKey: {
    ...common,
    title: 'Delete Key',
    method: 'DELETE',
    path: `${keys}/one`,
    leastRole: 'owner',
    description: 'Deletes one key, as Delete User/Key does, if it has not changed.',
    query: DeleteKeyQuery,
    success: Done,
    refusal: KeyRefused,
    refusals: [NO_SUCH_PROJECT, NO_SUCH_KEY, NOT_ONE_KEY, CHANGED_MEANWHILE],
  },
} as const satisfies Record<string, EndpointData>
