import { Type } from 'typebox'
import { Done, Refused } from './answers.ts'
import type { EndpointData } from './endpoint.ts'
import { PathText } from './fields.ts'
import {
  BlacklistBody,
  CreateUserBody,
  DeleteUserQuery,
  LinkChatBody,
  ResetDeviceBody,
  UnbanBody,
  UpdateUserBody,
  UserCreated,
  UserList,
  UserQuery,
} from './user.ts'

/** Shared by all user endpoints. A missing or wrong API key is answered with 403. */
const common = {
  subject: 'Users',
  credentials: { kind: 'api-key', missing: 403, wrong: 403 },
  params: Type.Object({ project_id: PathText('The ID of one of the account’s projects.') }),
  refusal: Refused,
} as const

const users = '/v3/projects/{project_id}/users'

const noSuchProject = 'the account has no such project'
const noSuchKey = 'the project has no such key'

/**
 * Source: interface, "Get Users" to "Blacklist User". Unban User is an addition to the interface. A
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
    description:
      'Returns the users of a project that match all given filters, newest last. `chat_id`, `user_key` and `identifier` compare the whole text, so `users` then holds at most one user; if several keys are linked to one device, the newest. `search` finds a part of a text. `from` and `until` select a page of the matching users: 100 users by default, 1,000 at most, none after the last one.',
    query: UserQuery,
    success: UserList,
    refusals: [{ status: 404, when: noSuchProject }],
  },
  createUser: {
    ...common,
    title: 'Create User/Key',
    method: 'POST',
    path: users,
    description:
      'Creates a user with a new random key. The body may be empty. Without `identifier` and `chat_id` the key is unassigned: the first device that uses it claims it, and `key_days` start then. With one of them the key counts as claimed. Without `auth_expire` and `key_days` it never expires.',
    body: CreateUserBody,
    success: UserCreated,
    refusals: [
      { status: 400, when: 'another user of the project has this chat ID' },
      { status: 400, when: 'the plan allows no more users' },
      { status: 400, when: noSuchProject },
    ],
  },
  updateUser: {
    ...common,
    title: 'Update User',
    method: 'PATCH',
    path: users,
    description:
      'Changes the given fields and leaves the others unchanged. With `auth_expire` -1 the key never expires.',
    body: UpdateUserBody,
    success: Done,
    refusals: [
      { status: 400, when: 'another user of the project has this chat ID' },
      { status: 400, when: noSuchKey },
      { status: 400, when: noSuchProject },
    ],
  },
  deleteUser: {
    ...common,
    title: 'Delete User/Key',
    method: 'DELETE',
    path: users,
    description:
      'Deletes a key and with it the access of its user. The record of a banned user remains without the key, with the status `banned`, and the device is still refused.',
    query: DeleteUserQuery,
    success: Done,
    refusals: [
      { status: 404, when: noSuchProject },
      { status: 404, when: noSuchKey },
    ],
  },
  resetDevice: {
    ...common,
    title: 'Reset User HWID',
    method: 'POST',
    path: `${users}/resethwid`,
    description:
      'Unlinks the device from a key. The next device that uses the key is linked to it. `force` ignores the cooldown and disabled resets, but not a ban.',
    body: ResetDeviceBody,
    success: Done,
    refusals: [
      { status: 400, when: 'the key is on cooldown and `force` is not true' },
      { status: 400, when: 'resets are disabled for the project and `force` is not true' },
      { status: 400, when: 'the user is banned' },
      { status: 404, when: noSuchKey },
      { status: 404, when: noSuchProject },
    ],
  },
  linkChat: {
    ...common,
    title: 'Link Chat ID',
    method: 'POST',
    path: `${users}/linkchat`,
    description:
      'Links a chat ID to a key. An unassigned key then counts as claimed, so its `key_days` start.',
    body: LinkChatBody,
    success: Done,
    refusals: [
      { status: 400, when: 'the key already has a chat ID and `force` is not true' },
      { status: 400, when: 'another key is linked to the same chat ID' },
      { status: 400, when: 'the chat ID is not 1 to 64 letters, digits or `_ . : -`' },
      { status: 400, when: noSuchKey },
      { status: 400, when: noSuchProject },
    ],
  },
  blacklistUser: {
    ...common,
    title: 'Blacklist User',
    method: 'POST',
    path: `${users}/blacklist`,
    description:
      'Bans a key and the device linked to it. The status does not change, `banned` becomes 1, and the user gets a new `unban_token`, which Get Users returns. The ban ends at `ban_expire`.',
    body: BlacklistBody,
    success: Done,
    refusals: [
      { status: 400, when: '`ban_expire` is in the past' },
      { status: 404, when: noSuchKey },
      { status: 404, when: noSuchProject },
    ],
  },
  unbanUser: {
    ...common,
    title: 'Unban User',
    method: 'POST',
    path: `${users}/unban`,
    description:
      'Lifts the ban to which the token belongs. There is no GET variant, so that a link preview cannot lift a ban. If the key of the banned user was deleted, the record is deleted too.',
    body: UnbanBody,
    success: Done,
    refusals: [
      { status: 404, when: 'no active ban has this token' },
      { status: 404, when: noSuchProject },
    ],
  },
} as const satisfies Record<string, EndpointData>
