/**
 * The codes of a key check. `KEY_VALID` is the only code of the interface; the others are refusals.
 */
export const KEY_CHECK_CODES = [
  'KEY_VALID',
  /** The text does not have 32 letters. */
  'KEY_INVALID',
  /** The text has 32 letters, but no such key exists. */
  'KEY_INCORRECT',
  /** The key is linked to another device. */
  'KEY_HWID_LOCKED',
  'KEY_EXPIRED',
  'KEY_BANNED',
  /** The device ID is missing or too short, or the fingerprint header holds another one. */
  'INVALID_EXECUTOR',
  /** `clienttime` is outside of the accepted window. */
  'TIME_ERROR',
  /** The request signature is wrong, or the nonce was used before. */
  'SECURITY_ERROR',
  'APP_NOT_APPROVED',
  'USER_AGENT_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNKNOWN_ERROR',
] as const

/** A code of a decided key check that the interface names. */
export type KeyCheckCode = (typeof KEY_CHECK_CODES)[number]
/** A code with which a key is refused. */
export type RefusalCode = Exclude<KeyCheckCode, 'KEY_VALID'>

/** The code of a key that opens the app. */
export const KEY_VALID = 'KEY_VALID'
