import { type TProperties, type TStringOptions, Type } from 'typebox'
import { Challenge } from './challenge.ts'

/** The maximum lengths of texts in a request, in characters. The interface defines none. */
export const TEXT_LIMITS = {
  /** Twice the length of the longest key or token that Latchkey generates. */
  key: 64,
  identifier: 256,
  note: 1_000,
  banReason: 500,
  search: 256,
  scriptName: 100,
  userAgent: 256,
  plantName: 100,
} as const

/** 1 to 64 letters, digits or `_ . : -`. */
const CHAT_ID = /^[A-Za-z0-9_.:-]{1,64}$/
/** Whether the text is a chat ID: 1 to 64 letters, digits or `_ . : -`. */
export const isChatId = (text: string): boolean => CHAT_ID.test(text)

/** U+0000 is refused: PostgreSQL cannot store it, and SQLite's text functions stop at it. */
const WITHOUT_NUL = '^[^\\u0000]*$'

/** The query or the body of a request: unknown fields are refused. */
export const Input = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** A text in a request: at most `maxLength` characters, without U+0000. */
export const Text = (maxLength: number, description?: string, options: TStringOptions = {}) =>
  Type.String({ maxLength, pattern: WITHOUT_NUL, ...options, ...(description && { description }) })

/** An ID in a path. Not restricted further, because an unknown ID gets its own refusal. */
export const PathText = (description: string) =>
  Type.String({ minLength: 1, pattern: WITHOUT_NUL, description })

/** A chat ID in a request. Empty means none. */
export const ChatIdOrNone = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_.:-]{0,64}$', description })

/** The largest signed 32-bit integer. */
export const INT32_MAX = 2 ** 31 - 1

/** Unix seconds in a request, or `NEVER` (-1), as a signed 32-bit integer. */
export const Second = (description: string) =>
  Type.Integer({ format: 'int32', minimum: -1, maximum: INT32_MAX, description })

/** An integer in an answer, of any range, so that clients accept answers of newer services. */
export const Whole = (description: string) => Type.Integer({ description })

/** True or false. */
export const Flag = (description: string) => Type.Boolean({ description })

/** A text of any length. */
export const AnyText = (description: string) => Type.String({ description })

const success = Flag('Whether the request succeeded.')
const message = AnyText('The result as a sentence for people.')

/** The fields of every management answer. Source: interface, "Resources and their fields". */
export const DoneFields = { success, message }

/** The answer of an endpoint that returns no further data. */
export const Done = Type.Object(DoneFields)
export type Done = Type.Static<typeof Done>

/** The body of every refused management request. Source: interface, "Errors". */
export const Refused = Type.Object({
  success: Type.Literal(false),
  message: AnyText('The reason as a sentence for people.'),
  challenge: Type.Optional(Challenge),
})
export type Refused = Type.Static<typeof Refused>
