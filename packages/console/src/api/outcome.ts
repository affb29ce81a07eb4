/** How a request ended. A refusal is a value: the page shows it beside the field that it names. */
export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | Refusal
  /** No answer arrived. A request that changes something may have been carried out. */
  | { readonly kind: 'lost' }

export interface Refusal {
  readonly kind: 'refused'
  readonly status: number
  /** The sentence of the service, in English. */
  readonly message: string
  /** The code, such as `KEY_HWID_LOCKED`, if the refusal has one. */
  readonly code: string | undefined
  /** The parameter of the request that the message names, if the refusal has no code. */
  readonly field: string | undefined
  /** The seconds to wait, if there were too many requests. */
  readonly retryAfterSeconds: number | undefined
  /** The whole body, for refusals with further fields. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A refusal by the page itself. */
export const refuse = (field: string | undefined, message: string): Refusal => ({
  kind: 'refused',
  status: 400,
  message,
  code: undefined,
  field,
  retryAfterSeconds: undefined,
  body: {},
})

/**
 * How a request ended, also one that throws: a mistake of the page, or a text that the browser cannot
 * handle. The form of the request goes on, with the reason.
 */
export async function settled<Answer>(request: () => Promise<Outcome<Answer>>): Promise<Outcome<Answer>> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof RequestError) return error.outcome
    return refuse(undefined, error instanceof Error ? error.message : String(error))
  }
}

export type Failure = Exclude<Outcome<never>, { kind: 'done' }>

/** Thrown by queries, because TanStack Query expects errors. Its `outcome` says why. */
export class RequestError extends Error {
  readonly outcome: Failure

  constructor(outcome: Failure) {
    super(outcome.kind === 'refused' ? outcome.message : 'The service cannot be reached.')
    this.outcome = outcome
  }
}

/** Why a query failed. */
export const failureOf = (error: Error | null): Failure | undefined =>
  error instanceof RequestError ? error.outcome : undefined
