import type { Socket } from 'node:net'
import {
  type ConsoleCode,
  type Endpoint,
  KEYS_COUNTED,
  KEYS_FOUND,
  type KeyRecord,
  KeyRefused,
  KeysRefused,
  PlantStoreError,
  TEXT_LIMITS,
} from '@latchkey/management'
import { KeyCheckRecord, MAX_FEATURES, type RefusalCode } from '@latchkey/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dateOf } from '../license/refusals.ts'
import type { AccessRefusal } from '../security/access.ts'
import { StorageUnavailable } from '../storage/storage.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Defines the form of refusals. Undefined: that of the management API. */
    readonly endpoint?: Endpoint
    /** For a body over the limit. */
    readonly tooLarge?: Refusal
  }
}

type Answer = readonly [status: number, message: string, retryAfterSeconds?: number]

const SHORTLY_SECONDS = 5
/** Until waiting scripts have been processed. */
const LATER_SECONDS = 30
const CODES_AGAIN_SECONDS = 900

const UNREADABLE = 'The request cannot be read.'

/**
 * The status and the message of every refusal. A message says what is wrong and what to do next.
 * SECURITY: it never repeats a value that was sent.
 * Source: interface, "Errors". Where the interface lists no 404 for an endpoint, its status is 400.
 */
const PLAIN = {
  'address-not-allowed': [403, 'This API key may not be used from this address.'],
  'allowance-used-up': [400, 'The plan of this account allows no more obfuscations this month.'],
  'already-claimed': [400, 'The key was claimed already, so its days have begun.'],
  'api-key-disabled': [403, 'This API key was switched off.'],
  'api-key-expired': [403, 'This API key has expired.'],
  'ban-already-over': [400, 'ban_expire has passed. For a ban without an end, use -1 or leave it out.'],
  'bearer-token-wrong': [401, 'The bearer token is missing or wrong.'],
  busy: [429, 'Too many people sign in at this moment. Try again in a moment.', SHORTLY_SECONDS],
  'chat-id-taken': [400, 'Another key of this project is linked to this chat ID.'],
  'changed-meanwhile': [409, 'The key has changed since you read it. Read it again before you change it.'],
  'code-needed': [400, 'Enter the current code of your authenticator app.'],
  'count-changed': [409, 'The number of matching keys has changed. List them again, and then decide.'],
  // The platform tests this, and expects 401.
  'forged-chat-request': [
    401,
    'The request is not signed by the chat platform, is too old, or was sent before.',
  ],
  'devices-not-banned': [400, 'Only the key is banned, and not its devices.'],
  'foreign-origin': [403, 'The console answers only its own page.'],
  'has-chat-id': [400, 'The key already has a chat ID linked. Use force to replace it.'],
  'internal-error': [500, 'Something went wrong in the license service.'],
  'invalid-allow-list': [
    400,
    'allow_list has an entry that is neither an address nor a range such as 192.0.2.0/24 or 2001:db8::/32.',
  ],
  'invalid-chat-id': [400, 'The chat ID is invalid: it must be 1 to 64 of letters, digits, _ . : -'],
  'invalid-cursor': [400, 'The cursor is not one of this list. Start again without it.'],
  'invalid-public-key': [400, 'public_key is not an uncompressed point of P-256'],
  'invalid-session': [400, 'This is not a session of this script'],
  'key-deleted': [400, 'The key was deleted. Only its ban is left, which can be lifted.'],
  'key-not-banned': [400, 'The key is not banned.'],
  'never-expires': [400, 'The key never expires, so it cannot be extended.'],
  'no-chat-panel': [404, 'This account has no such project, or the project has no chat panel.'],
  'no-offer': [404, 'This app offers no trial.'],
  'no-such-address': [404, 'There is nothing at this address. Check the address.'],
  'fresh-link-needed': [
    403,
    'This needs a one-time link that was used less than 30 minutes ago. Ask an owner for a new one, or make it on the machine of the service: latchkey-service person invite EMAIL',
  ],
  'last-owner': [400, 'The account needs an owner. Make somebody else an owner first.'],
  'link-over': [401, 'This link has expired, was used, or was replaced. Ask for a new one.'],
  'no-such-person': [404, 'This account has no such person.'],
  'no-such-device': [404, 'The key is not linked to this device.'],
  'no-such-project': [404, 'This account has no such project.'],
  'no-such-script': [404, 'This account has no such project, or the project has no such script.'],
  'no-such-session': [404, 'You have no such session.'],
  'no-such-update': [400, 'There is no such update.'],
  'no-such-user': [404, 'The key was not found in this project.'],
  'not-banned': [404, 'No ban with this token is active.'],
  'not-self': [400, 'In the console, write self in the path, in the place of the API key.'],
  'not-operator': [
    403,
    'This service has several accounts, so only its operator may see this. The command is: latchkey-service doctor',
  ],
  'not-runnable': [404, 'There is no such script, or it has no source yet.'],
  'note-too-long': [400, `A note would have more than ${TEXT_LIMITS.note} characters.`],
  'offline-license-active': [
    400,
    'A device has an offline license, and goes on with it after a reset. Use force to reset anyway.',
  ],
  'own-link': [
    400,
    'Nobody makes a one-time link for themselves. Another owner can, or the command: latchkey-service person invite EMAIL',
  ],
  'password-needed': [400, 'You have no password and no codes. Set a password first, under Your account.'],
  'person-exists': [400, 'A person with this e-mail address already exists.'],
  'on-cooldown': [400, 'The key is on cooldown after its last reset. Wait, or use force.'],
  'resets-disabled': [400, 'Device resets are disabled for this project. Use force to reset anyway.'],
  'role-too-low': [403, 'Your role does not allow this. An owner can do it, or change your role.'],
  'set-up-needed': [403, 'Set up your sign-in first: a password, and codes where they are required.'],
  'sign-in-needed': [401, 'Nobody is signed in, or the session has ended. Sign in.'],
  'still-works': [
    400,
    'The key is perpetual: it works after its end, too. To delete it, name the key instead of a filter.',
  ],
  stopped: [503, 'The service is stopping. Send the script again in a moment.', SHORTLY_SECONDS],
  'storage-unavailable': [
    503,
    'The license service cannot answer right now. Try again in a moment.',
    SHORTLY_SECONDS,
  ],
  'too-long': [
    504,
    'The update took too long, but it may still succeed. Check whether script_version has changed before you try again.',
  ],
  'too-many-codes': [429, 'Too many codes were wrong. Wait a quarter of an hour.', CODES_AGAIN_SECONDS],
  'too-many-passwords': [
    429,
    'Too many passwords were wrong. Wait a quarter of an hour.',
    CODES_AGAIN_SECONDS,
  ],
  'too-many-features': [400, `The key would have more than ${MAX_FEATURES} features.`],
  'too-many-of-account-waiting': [
    429,
    'Too many scripts of this account wait to be processed. Send this one again when some of them are done.',
    LATER_SECONDS,
  ],
  'too-many-to-sort': [
    400,
    `Too many keys match for this order: more than ${KEYS_FOUND} of a search, or ${KEYS_COUNTED} of a filter. Narrow it down, or sort by created.`,
  ],
  'too-many-uploads': [
    429,
    'Too many scripts are being uploaded. Send this one again in a moment.',
    SHORTLY_SECONDS,
  ],
  'too-many-users': [400, 'The plan of this account allows no more users.'],
  'too-many-waiting': [
    429,
    'Too many scripts wait to be processed. Send this one again in a moment.',
    LATER_SECONDS,
  ],
  'totp-needed': [401, 'Enter the code of your authenticator app, too.'],
  'totp-set-up': [400, 'Codes are set up already. Remove them first.'],
  'totp-wrong': [400, 'The code is wrong, has expired, or was used already. Wait for the next one.'],
  'unknown-host': [421, 'This is not an address of the console. Use the address that the service prints.'],
  'unknown-interaction': [400, 'This is not an interaction that the panel knows.'],
  'unreadable-address': [400, 'The address of this request cannot be read. Check the address.'],
  'unreadable-request': [400, UNREADABLE],
  'user-banned': [400, 'The user is banned, so the device cannot be reset.'],
  'v4-loader-needed': [400, 'This script needs the v4 loader'],
  'waits-after-reset': [
    403,
    'A one-time link has reset your sign-in, so you cannot change secrets or people for 24 hours. Another owner can.',
  ],
  'wrong-credentials': [401, 'The e-mail address or the password is wrong.'],
  'wrong-current-password': [400, 'The current password is wrong.'],
  'wrong-password': [400, 'The password is wrong.'],
  'wrong-media-type': [415, 'Send the body as application/json.'],
} as const satisfies Readonly<Record<string, Answer>>

export type PlainKind = keyof typeof PLAIN

type Codes = { readonly [Kind in Refusal['kind']]?: string }

/** The reasons for programs. The interface has none: most are for the page of the console. */
const CODES = {
  'link-over': 'LINK_OVER',
  'offline-license-active': 'OFFLINE_LICENSE_ACTIVE',
  'role-too-low': 'ROLE_TOO_LOW',
  'set-up-needed': 'SET_UP_NEEDED',
  'sign-in-needed': 'SIGN_IN_NEEDED',
  'totp-needed': 'TOTP_NEEDED',
  'totp-wrong': 'TOTP_WRONG',
  'wrong-credentials': 'WRONG_CREDENTIALS',
} as const satisfies { readonly [Kind in PlainKind]?: ConsoleCode | 'OFFLINE_LICENSE_ACTIVE' }

/** Those that endpoints of keys have. */
const KEY_CODES: Codes = {
  ...CODES,
  'already-claimed': 'ALREADY_CLAIMED',
  'ban-already-over': 'BAN_ALREADY_OVER',
  'changed-meanwhile': 'CHANGED_MEANWHILE',
  'chat-id-taken': 'CHAT_ID_TAKEN',
  'count-changed': 'COUNT_CHANGED',
  'devices-not-banned': 'DEVICES_NOT_BANNED',
  'has-chat-id': 'HAS_CHAT_ID',
  'invalid-chat-id': 'INVALID_CHAT_ID',
  'key-deleted': 'KEY_DELETED',
  'key-not-banned': 'NOT_BANNED',
  'never-expires': 'NEVER_EXPIRES',
  'no-such-device': 'NO_SUCH_DEVICE',
  'no-such-user': 'NO_SUCH_KEY',
  'note-too-long': 'NOTE_TOO_LONG',
  'on-cooldown': 'RESET_ON_COOLDOWN',
  'resets-disabled': 'RESETS_DISABLED',
  'still-works': 'STILL_WORKS',
  'too-many-features': 'TOO_MANY_FEATURES',
  'too-many-to-sort': 'TOO_MANY_TO_SORT',
  'too-many-users': 'PLAN_LIMIT',
  'user-banned': 'USER_BANNED',
}

/** Why one of many keys was not changed. */
export const explain = (kind: PlainKind) => ({ code: KEY_CODES[kind] ?? '', message: PLAIN[kind][1] })

/** A request that ends without a decision, or that a rule refuses. */
export type Refusal =
  | {
      readonly kind: PlainKind
      /** The end of an offline license, Unix seconds. */
      readonly until?: number
      /** The key, or the number of keys that match, as it is now. */
      readonly key?: KeyRecord
      readonly count?: number
    }
  | {
      readonly kind: 'no-offline-license'
      readonly code: string
      readonly message: string
    }
  | AccessRefusal
  | { readonly kind: 'too-many-checks'; readonly waitSeconds: number }
  | { readonly kind: 'malformed'; readonly message: string; readonly status?: number }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'script-too-large'; readonly mostBytes: number }

export const isRefusal = (answer: object): answer is Refusal => 'kind' in answer

function answerTo(refusal: Refusal): Answer {
  switch (refusal.kind) {
    case 'malformed':
      return [refusal.status ?? 400, asSentence(refusal.message)]
    case 'rejected':
      return [400, refusal.message]
    case 'rate-limited':
      return tooMany('Too many requests.', refusal.waitSeconds)
    case 'too-many-checks':
      return tooMany('Too many license checks came from this network.', refusal.waitSeconds)
    case 'no-offline-license':
      return [OFFLINE_STATUS[refusal.code] ?? 400, refusal.message]
    case 'script-too-large': {
      const limit = `it may have at most ${refusal.mostBytes} bytes`
      return [413, `The script is too large for this channel: ${limit}. Trying again does not help.`]
    }
    case 'api-key-missing':
      return [refusal.status, 'The API key is missing. Send it in the Authorization header.']
    case 'api-key-mismatch':
      return [refusal.status, 'The API key in the path is not the one in the Authorization header.']
    case 'api-key-wrong':
      return [refusal.status, 'The API key is wrong.']
    case 'challenged':
      return [403, refusal.ofSignIn === true ? CHALLENGED_SIGN_IN : CHALLENGED]
    case 'offline-license-active': {
      const [status, message] = PLAIN[refusal.kind]
      return [
        status,
        refusal.until === undefined ? message : `${message} It ends on ${dateOf(refusal.until)}.`,
      ]
    }
    default:
      return PLAIN[refusal.kind]
  }
}

/** By the codes for which it is not 400. 409: the vendor answers with `move`, and then `force`. */
const OFFLINE_STATUS: Readonly<Record<string, number>> = {
  KEY_INCORRECT: 404,
  KEY_HWID_LOCKED: 409,
  RESET_ON_COOLDOWN: 409,
  RESETS_DISABLED: 409,
  OFFLINE_LICENSE_ACTIVE: 409,
}

const CHALLENGED =
  'Too many requests for this account had a wrong API key. ' +
  'Solve the challenge, and repeat the request with x-challenge-token.'

const CHALLENGED_SIGN_IN =
  'Too many sign-ins with this address failed. Solve the challenge, and sign in with x-challenge-token.'

const tooMany = (message: string, waitSeconds: number): Answer => [
  429,
  `${message} Try again in ${waitSeconds} seconds.`,
  waitSeconds,
]

/** Answers a request with a refusal, in the form that its reader expects. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { endpoint } = request.routeOptions.config
  const [listed, message, retryAfterSeconds] = answerTo(refusal)
  const has404 = endpoint === undefined || endpoint.refusals?.some(({ status }) => status === 404)
  const status = listed === 404 && !has404 ? 400 : listed
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(bodyOf(request, refusal, status, message))
}

function bodyOf(request: FastifyRequest, refusal: Refusal, status: number, text: string): unknown {
  const message =
    refusal.kind === 'internal-error'
      ? `${text} Try again later; if it keeps happening, tell support this number: ${request.id}`
      : text
  const form = request.routeOptions.config.endpoint?.refusal
  if (form === PlantStoreError) return { error: status, message }
  if (form !== KeyCheckRecord) {
    const codes: Codes = form === KeyRefused || form === KeysRefused ? KEY_CODES : CODES
    const code = codes[refusal.kind] ?? (request.signedIn && codeForPage(refusal))
    return {
      success: false,
      message,
      code: refusal.kind === 'no-offline-license' ? refusal.code : code,
      ...('challenge' in refusal && { challenge: refusal.challenge }),
      ...('key' in refusal && { key: refusal.key }),
      ...('count' in refusal && { count: refusal.count }),
    }
  }
  const code: RefusalCode = status === 429 ? 'RATE_LIMITED' : 'UNKNOWN_ERROR'
  if (status !== 400) return { code, message }
  // The user can do nothing about it; the detail is for the developer who looks at the answer.
  return {
    code,
    message: `This app sent a request that the license service does not understand. Update the app, or contact its maker. (${message})`,
  }
}

/**
 * The page of the console has the texts in its languages, so there every refusal has a code. But a
 * field that is not as documented: its message names the field.
 */
const codeForPage = ({ kind }: Refusal): string | undefined =>
  kind === 'malformed' ? undefined : kind.toUpperCase().replaceAll('-', '_')

type Check = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Refusal | undefined> | Refusal | undefined

/** A hook that answers with the first refusal of its checks. */
export const refuseBy =
  (...checks: readonly Check[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const check of checks) {
      const refusal = await check(request, reply)
      if (refusal !== undefined) return sendRefusal(request, reply, refusal)
    }
    return undefined
  }

const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

const TOO_LARGE = 413
const WRONG_MEDIA_TYPE = 415

/** Turns everything that is thrown into a refusal. Our own refusals are values. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendRefusal(request, reply, refusalOf(error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, { kind: 'no-such-address' }))
}

const STATUS_OF_BROKEN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what never becomes a request: a broken packet, or headers that are too long. SECURITY:
 * Fastify's own handler would log the packet, and with it a key that it may contain.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_OF_BROKEN[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ success: false, message: UNREADABLE })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    // The other side may never close its half.
    () => socket.destroy(),
  )
}

function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof StorageUnavailable) {
    request.log.error({ err: error }, 'the storage is unavailable')
    return { kind: 'storage-unavailable' }
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  const { tooLarge } = request.routeOptions.config
  if (status === TOO_LARGE && tooLarge !== undefined) return tooLarge
  if (status === WRONG_MEDIA_TYPE) return { kind: 'wrong-media-type' }
  if (status !== undefined && status < 500) return { kind: 'malformed', message: error.message, status }
  const { method, routeOptions } = request
  // SECURITY: the route, not the address, which may contain an API key.
  request.log.error({ err: error, method, route: routeOptions.url }, 'a request failed')
  return { kind: 'internal-error' }
}
