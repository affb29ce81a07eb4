import type { Done, EndpointId } from '@latchkey/management'
import type { LinkOutcome } from '../domain/chat-links.ts'
import type { ResetOutcome } from '../domain/reset-device.ts'
import { HttpError } from './http-error.ts'

/** What each outcome is on the wire. Source: interface, "Errors"; where it lists no 404 for an endpoint, 400. */
type Answers<Outcome extends string> = Readonly<Record<Outcome, Answer>>
type Answer = readonly [status: number, message: string]

/** Outcomes of the storage that the rules of some endpoints cannot lead to. Nobody draws the same random key twice. */
type Impossible = 'chat-id-taken' | 'key-taken'

export function answerTo<Outcome extends string>(
  answers: Answers<Exclude<Outcome, Impossible>>,
  outcome: Outcome,
): Done | HttpError {
  const answer = (answers as Readonly<Record<string, Answer | undefined>>)[outcome]
  if (answer === undefined) throw new Error(`There is no answer to the outcome ${outcome}.`)
  const [status, message] = answer
  return status === 200 ? { success: true, message } : new HttpError(status, message)
}

const NO_SUCH_PROJECT = 'This account has no such project.'
const NO_SUCH_KEY = 'The key was not found in this project.'
const NO_SUCH_BAN = 'No ban in force has this token.'
const CHAT_ID_TAKEN = 'Another key of this project is linked to this chat ID.'

const LISTS_NO_404: readonly EndpointId[] = ['createUser', 'updateUser', 'linkChat']

export const noSuchProject = (id: EndpointId): HttpError =>
  new HttpError(LISTS_NO_404.includes(id) ? 400 : 404, NO_SUCH_PROJECT)

export const CREATE_ANSWERS: Answers<'created' | 'chat-id-taken' | 'too-many-users' | 'no-such-project'> = {
  created: [200, 'The key was created.'],
  'chat-id-taken': [400, CHAT_ID_TAKEN],
  'too-many-users': [400, 'The plan of this account allows no more users.'],
  'no-such-project': [400, NO_SUCH_PROJECT],
}

export const UPDATE_ANSWERS: Answers<'updated' | 'chat-id-taken' | 'no-such-user'> = {
  updated: [200, 'The user was updated.'],
  'chat-id-taken': [400, CHAT_ID_TAKEN],
  'no-such-user': [400, NO_SUCH_KEY],
}

export const DELETE_ANSWERS: Answers<'deleted' | 'no-such-user'> = {
  deleted: [200, 'The key was deleted.'],
  'no-such-user': [404, NO_SUCH_KEY],
}

export const RESET_ANSWERS: Answers<ResetOutcome | 'no-such-user'> = {
  reset: [200, 'The device was reset. The next one to use the key is linked.'],
  banned: [400, 'The user is banned, so the device cannot be reset.'],
  'resets-disabled': [400, 'Device resets are disabled for this project. Use force to reset anyway.'],
  'on-cooldown': [400, 'The key is on cooldown after its last reset. Wait, or use force.'],
  'no-such-user': [404, NO_SUCH_KEY],
}

export const LINK_ANSWERS: Answers<LinkOutcome | 'chat-id-taken' | 'no-such-user'> = {
  linked: [200, 'The chat ID was linked.'],
  'has-chat-id': [400, 'The key already has a chat ID linked. Use force to replace it.'],
  'invalid-chat-id': [400, 'The chat ID is invalid: it must be 1 to 64 of letters, digits, _ . : -'],
  'chat-id-taken': [400, CHAT_ID_TAKEN],
  'no-such-user': [400, NO_SUCH_KEY],
}

export const BAN_ANSWERS: Answers<'banned' | 'ended-already' | 'no-such-user'> = {
  banned: [200, 'The key and its device were banned.'],
  'ended-already': [400, 'ban_expire has passed already. Use -1, or leave it out, for a ban for good.'],
  'no-such-user': [404, NO_SUCH_KEY],
}

export const UNBAN_ANSWERS: Answers<'unbanned' | 'not-banned' | 'no-such-user'> = {
  unbanned: [200, 'The ban was lifted.'],
  'not-banned': [404, NO_SUCH_BAN],
  'no-such-user': [404, NO_SUCH_BAN],
}
