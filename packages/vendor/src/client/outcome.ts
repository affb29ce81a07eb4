/** The result of a request. Requests never throw. */
export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Unsuccessful

/** An outcome other than `ok`. */
export type Unsuccessful =
  /** The service refused the request. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly message: string
      readonly retryAfterSeconds?: number
    }
  /** The service requires a proof of work that is too hard, or requires a second one. */
  | { readonly kind: 'challenged'; readonly message: string; readonly difficulty: number }
  /** There is no usable answer. */
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Why there was no answer, or no usable one. */
export type Failure =
  | {
      readonly kind: 'unreachable'
      /** The code of the error, such as `ECONNREFUSED`; empty if there is none. */
      readonly code: string
      /** false: the request was certainly not sent, so it can be repeated. */
      readonly mayHaveArrived: boolean
    }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  /** The answer is not from the management API, but from a proxy or a captive portal. */
  | { readonly kind: 'unexpected-answer'; readonly status: number; readonly problem: string }

/** Describes a failure in a sentence. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'unreachable': {
      const code = failure.code === '' ? '' : ` (${failure.code})`
      return failure.mayHaveArrived
        ? `The connection to the service broke${code}. The request may have been carried out.`
        : `The service cannot be reached${code}. Nothing was sent.`
    }
    case 'timed-out':
      return `The service did not answer within ${failure.afterMs / 1_000} s. The request may have been carried out.`
    case 'unexpected-answer':
      return `The answer is not from the management API: status ${failure.status}, ${failure.problem}. Check the URL.`
  }
}
