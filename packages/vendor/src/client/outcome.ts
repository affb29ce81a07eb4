/** What became of a request. Nothing of it is thrown. */
export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Unsuccessful

export type Unsuccessful =
  /** The service answered, and did not do it. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly message: string
      readonly retryAfterSeconds?: number
    }
  /** The service asked for a proof of work that could not be given, or gave a second one after the first. */
  | { readonly kind: 'challenged'; readonly message: string; readonly difficulty: number }
  /** There is no answer to speak of. */
  | { readonly kind: 'failed'; readonly failure: Failure }

export type Failure =
  | {
      readonly kind: 'unreachable'
      /** Such as `ECONNREFUSED`; empty when the cause has none. */
      readonly code: string
      /** false: the request provably never left, so it may be sent again. */
      readonly mayHaveArrived: boolean
    }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  /** Something answered, but not as the interface says: a proxy, a captive portal, another service. */
  | { readonly kind: 'unexpected-answer'; readonly status: number; readonly problem: string }

/** A failure as a sentence for people. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'unreachable': {
      const code = failure.code === '' ? '' : ` (${failure.code})`
      return failure.mayHaveArrived
        ? `The connection to the service broke${code}. The request may have been carried out all the same.`
        : `The service cannot be reached${code}. Nothing was sent.`
    }
    case 'timed-out':
      return `The service did not answer within ${failure.afterMs / 1_000} s. The request may have been carried out all the same.`
    case 'unexpected-answer':
      return `What answered does not speak the management API: status ${failure.status}, ${failure.problem}. Is the URL right?`
  }
}
