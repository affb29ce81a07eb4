import { type TNumberOptions, type TStringOptions, Type } from 'typebox'

/** The longest texts that a request may carry, in characters. The interface names no limits; these are ours. */
export const TEXT_LIMITS = {
  /** Twice the length of any key or token that Latchkey makes. */
  key: 64,
  identifier: 256,
  note: 1_000,
  banReason: 500,
  search: 256,
  scriptName: 100,
  plantName: 100,
} as const

/** 1 to 64 of letters, digits, `_ . : -`. */
const CHAT_ID = /^[A-Za-z0-9_.:-]{1,64}$/
export const isChatId = (text: string): boolean => CHAT_ID.test(text)

/** No database keeps U+0000 in a text without surprises, so none comes in. */
const WITHOUT_NUL = '^[^\\u0000]*$'

/** A text of a request: no longer than `maxLength` characters, and without U+0000. */
export const Text = (maxLength: number, options: TStringOptions = {}) =>
  Type.String({ maxLength, pattern: WITHOUT_NUL, ...options })

/** An ID in a path. Not limited further: an ID that is not known is answered as such. */
export const PathText = (description: string) =>
  Type.String({ minLength: 1, pattern: WITHOUT_NUL, description })

/** A chat ID in a request. Empty means none. */
export const ChatIdOrNone = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_.:-]{0,64}$', description })

export const INT32_MAX = 2 ** 31 - 1

/** A second of Unix time in a request, or `NEVER` (-1): a signed 32-bit integer. */
export const Second = (description: string) =>
  Type.Integer({ format: 'int32', minimum: -1, maximum: INT32_MAX, description })

/** A number of an answer. Its range is not checked: a reader should take what a newer service says. */
export const Whole = (description: string, options: TNumberOptions = {}) =>
  Type.Integer({ description, ...options })
