import type { Challenge, KeyRecord } from '@latchkey/management'

/**
 * The refusal of a request, by a rule or without a decision, with its answer. Each module has the
 * texts of its own refusals. Source: interface, "Errors".
 */
export interface Refusal extends Details {
  /** The kind. In the console, it is the code of a refusal that has none. */
  readonly kind: string
  /** The status. Where the interface lists no 404 for an endpoint, 404 becomes 400. */
  readonly status: number
  /** What is wrong, and what to do next. SECURITY: it never repeats a value that was sent. */
  readonly message: string
}

interface Details {
  /** The reason for programs. */
  readonly code?: string
  /**
   * The code at endpoints whose refusals are `KeyRefused` or `KeysRefused`. Other endpoints send
   * none.
   */
  readonly keyCode?: string
  readonly retryAfterSeconds?: number
  /** Further fields of the answer. `key` and `count` have their present values. */
  readonly fields?: {
    readonly challenge?: Challenge
    readonly key?: KeyRecord | undefined
    readonly count?: number
  }
}

/** The status and the message of a refusal, and more. */
type Answer = readonly [status: number, message: string, details?: Details]

/** Defines the refusals of a module by their kinds, which are also the outcomes of its rules. */
export const refusals =
  <Kind extends string>(answers: Readonly<Record<Kind, Answer>>) =>
  (kind: Kind, fields?: Details['fields']): Refusal => {
    const [status, message, details] = answers[kind]
    return { kind, status, message, ...details, ...(fields && { fields }) }
  }

/** The code that follows from a kind. */
export const codeOf = (kind: string): string => kind.toUpperCase().replaceAll('-', '_')

/** Defines refusals as `refusals` does, with the codes that follow from their kinds. */
export function codedRefusals<Kind extends string>(answers: Readonly<Record<Kind, Answer>>) {
  const refusalOf = refusals(answers)
  return (kind: Kind): Refusal => ({ ...refusalOf(kind), keyCode: codeOf(kind) })
}

export const isRefusal = (answer: object): answer is Refusal => 'kind' in answer

/** The refusals that several modules use. */
export const COMMON = {
  'invalid-cursor': [400, 'The cursor is not one of this list. Start again without it.'],
  'no-such-project': [404, 'This account has no such project.'],
} as const satisfies Record<string, Answer>

export const refuse = refusals(COMMON)

/**
 * The refusal of a request that is not as documented.
 * @param message names the field
 */
export const malformed = (message: string, status = 400): Refusal => ({
  kind: 'malformed',
  status,
  message: message.endsWith('.') ? message : `${message}.`,
})

/**
 * The refusal of too many requests.
 * @param what there was too much of, as a sentence
 */
export const tooMany = (kind: string, what: string, waitSeconds: number): Refusal => ({
  kind,
  status: 429,
  message: `${what} Try again in ${waitSeconds} seconds.`,
  retryAfterSeconds: waitSeconds,
})
