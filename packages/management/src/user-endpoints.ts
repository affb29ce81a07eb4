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

/** What all of them share. An API key that is missing or wrong is a 403 here. */
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
 * Source: interface, "Get Users" to "Blacklist User"; Unban User is ours.
 * What is not found is a 404 where the interface lists one for the endpoint, or lists nothing; otherwise it is the
 * 400 that it does list. A project of another account is a project that does not exist.
 */
export const USER_ENDPOINTS = {
  getUsers: {
    ...common,
    title: 'Get Users',
    method: 'GET',
    path: users,
    description:
      'The users of a project, newest last, or those that match every filter given. `chat_id`, `user_key` and `identifier` compare the whole text, so `users` then holds a single user, or none; of several keys on one device, the newest. `search` finds a part of a text. `from` and `until` page through what matches: 100 users when they are left out, 1,000 at most, none past the end.',
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
      'Creates a user with a new random key, even with an empty body. Without `identifier` and `chat_id` the key is unassigned: the first device to use it claims it, and `key_days` count from then. With one of them it counts as claimed. With neither `auth_expire` nor `key_days` it never expires.',
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
      'Changes the fields that are given and leaves the others as they are. `auth_expire` -1 makes the key one that never expires.',
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
      'Deletes a key, and with it the access of the user who is linked to it. A banned user stays on record without the key, with status `banned`, and the device is still refused.',
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
      'Unlinks the device from a key; the next device to use it is linked. `force` passes over the cooldown and over disabled resets, but not over a ban.',
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
      'Links a chat ID to a key. An unassigned key counts as claimed from then on, so its `key_days` begin to count.',
    body: LinkChatBody,
    success: Done,
    refusals: [
      { status: 400, when: 'the key already has a chat ID and `force` is not true' },
      { status: 400, when: 'another key is linked to the same chat ID' },
      { status: 400, when: 'the chat ID is not 1 to 64 of letters, digits, `_ . : -`' },
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
      'Bans a key and the device linked to it. The key keeps its status, `banned` becomes 1, and it receives a new `unban_token`, visible in Get Users. At `ban_expire` the ban lapses by itself.',
    body: BlacklistBody,
    success: Done,
    refusals: [
      { status: 400, when: '`ban_expire` has passed already' },
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
      'Lifts the ban that the token was assigned for. Never by GET, so that no preview of a link can lift one. Of a banned user whose key was deleted, the record goes.',
    body: UnbanBody,
    success: Done,
    refusals: [
      { status: 404, when: 'no ban in force has this token' },
      { status: 404, when: noSuchProject },
    ],
  },
} as const satisfies Record<string, EndpointData>
