import type { Challenge, KeyRecord } from '@latchkey/management'

/**
 * A request that ends without a decision, or that a rule refuses, with its answer. Each module has
 * the texts of its own refusals. Source: interface, "Errors".
 */
export interface Refusal extends Details {
  /** In the console, it is the code of a refusal without one. */
  readonly kind: string
  /** Where the interface lists no 404 for an endpoint, 404 becomes 400. */
  readonly status: number
  /** Says what is wrong and what to do next. SECURITY: it never repeats a value that was sent. */
  readonly message: string
}

interface Details {
  /** The reason for programs. */
  readonly code?: string
  /** The code at endpoints whose refusals are `KeyRefused` or `KeysRefused`. Others send none. */
  readonly keyCode?: string
  readonly retryAfterSeconds?: number
  /** Further fields of the answer. `key` and `count` are as they are now. */
  readonly fields?: {
    readonly challenge?: Challenge
    readonly key?: KeyRecord | undefined
    readonly count?: number
  }
}

/** Of a refusal: its status, its message and more. */
type Answer = readonly [status: number, message: string, details?: Details]

/** The refusals of a module by their kinds, which are also the outcomes of its rules. */
export const refusals =
  <Kind extends string>(answers: Readonly<Record<Kind, Answer>>) =>
  (kind: Kind, fields?: Details['fields']): Refusal => {
    const [status, message, details] = answers[kind]
    return { kind, status, message, ...details, ...(fields && { fields }) }
  }

/** The code of a kind. */
export const codeOf = (kind: string): string => kind.toUpperCase().replaceAll('-', '_')

export const isRefusal = (answer: object): answer is Refusal => 'kind' in answer

/** The refusals of several modules. */
export const COMMON = {
  'invalid-cursor': [400, 'The cursor is not one of this list. Start again without it.'],
  'no-such-project': [404, 'This account has no such project.'],
} as const satisfies Record<string, Answer>

export const refuse = refusals(COMMON)

/** A request that is not as documented. @param message names the field */
export const malformed = (message: string, status = 400): Refusal => ({
  kind: 'malformed',
  status,
  message: message.endsWith('.') ? message : `${message}.`,
})

/** @param what there was too much of, as a sentence */
export const tooMany = (kind: string, what: string, waitSeconds: number): Refusal => ({
  kind,
  status: 429,
  message: `${what} Try again in ${waitSeconds} seconds.`,
  retryAfterSeconds: waitSeconds,
})
