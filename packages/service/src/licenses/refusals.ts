import { KEYS_COUNTED, KEYS_FOUND, TEXT_LIMITS } from '@latchkey/management'
import { MAX_FEATURES } from '@latchkey/protocol'
import { COMMON, codeOf, type Refusal, refusals } from '../core/refusal.ts'

const ANSWERS = {
  ...COMMON,
  'already-claimed': [400, 'The key was claimed already, so its days have begun.'],
  'ban-already-over': [400, 'ban_expire has passed. For a ban without an end, use -1 or leave it out.'],
  'changed-meanwhile': [409, 'The key has changed since you read it. Read it again before you change it.'],
  'chat-id-taken': [400, 'Another key of this project is linked to this chat ID.'],
  'count-changed': [409, 'The number of matching keys has changed. List them again, and then decide.'],
  'devices-not-banned': [400, 'Only the key is banned, and not its devices.'],
  'has-chat-id': [400, 'The key already has a chat ID linked. Use force to replace it.'],
  'invalid-chat-id': [400, 'The chat ID is invalid: it must be 1 to 64 of letters, digits, _ . : -'],
  'key-deleted': [400, 'The key was deleted. Only its ban is left, which can be lifted.'],
  'key-banned': [409, 'The key is banned, so it is not replaced. Lift the ban first.'],
  'key-stopped': [409, 'The key is stopped, so it is not replaced.'],
  'key-not-banned': [400, 'The key is not banned.'],
  'never-expires': [400, 'The key never expires, so it cannot be extended.'],
  'no-such-device': [404, 'The key is not linked to this device.'],
  'no-such-license': [404, 'The key was not found in this project.'],
  'no-such-shop': [400, 'A shop is not one of the project, or several are of this kind. Name it by its ID.'],
  'not-banned': [404, 'No ban with this token is active.'],
  'note-too-long': [400, `A note would have more than ${TEXT_LIMITS.note} characters.`],
  'offline-license-active': [
    400,
    'A device has an offline license, and goes on with it after a reset. Use force to reset anyway.',
    { code: 'OFFLINE_LICENSE_ACTIVE' },
  ],
  'on-cooldown': [400, 'The key is on cooldown after its last reset. Wait, or use force.'],
  'resets-disabled': [400, 'Device resets are disabled for this project. Use force to reset anyway.'],
  'still-works': [
    400,
    'The key is perpetual: it works after its end, too. To delete it, name the key instead of a filter.',
  ],
  'too-many-features': [400, `The key would have more than ${MAX_FEATURES} features.`],
  'too-many-to-sort': [
    400,
    `Too many keys match for this order: more than ${KEYS_FOUND} of a search, or ${KEYS_COUNTED} of a filter. Narrow it down, or sort by created.`,
  ],
  'too-many-licenses': [400, 'The plan of this account allows no more users.'],
  'license-banned': [400, 'The license is banned, so its device cannot be reset.'],
} as const

/** An outcome of a rule that refuses a change. */
export type RefusalKind = keyof typeof ANSWERS

/** The codes that differ from their kinds. */
const CODES: { readonly [Kind in RefusalKind]?: string } = {
  'key-not-banned': 'NOT_BANNED',
  'license-banned': 'USER_BANNED',
  'no-such-license': 'NO_SUCH_KEY',
  'on-cooldown': 'RESET_ON_COOLDOWN',
  'too-many-licenses': 'PLAN_LIMIT',
}

const refusalOf = refusals(ANSWERS)

/** Why a request for one license or many is refused. */
export function refuse(kind: RefusalKind, fields?: Refusal['fields']): Refusal {
  const refusal = refusalOf(kind, fields)
  return kind in COMMON ? refusal : { ...refusal, keyCode: CODES[kind] ?? codeOf(kind) }
}
