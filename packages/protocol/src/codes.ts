/** What a key check can answer. Only `KEY_VALID` opens anything; the interface names no other. */
export const KEY_CHECK_CODES = [
  'KEY_VALID',
  /** Not 32 letters. */
  'KEY_INVALID',
  /** 32 letters, and no such key. */
  'KEY_INCORRECT',
  /** Linked to another device. */
  'KEY_HWID_LOCKED',
  'KEY_EXPIRED',
  'KEY_BANNED',
  /** Device ID missing or too short, or the fingerprint header says another one. */
  'INVALID_EXECUTOR',
  /** `clienttime` lies outside the window. */
  'TIME_ERROR',
  /** Wrong request signature, or a nonce that was used before. */
  'SECURITY_ERROR',
  'APP_NOT_APPROVED',
  'USER_AGENT_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNKNOWN_ERROR',
] as const

export type KeyCheckCode = (typeof KEY_CHECK_CODES)[number]
export type RefusalCode = Exclude<KeyCheckCode, 'KEY_VALID'>

export const KEY_VALID = 'KEY_VALID'
