/**
 * How long a nonce is stored. It is deleted after its second, and not before this node has known it
 * for this time by its monotonic clock: a time of day that jumps ahead and back must not make a
 * request valid twice. The time is longer than a request can be in time (240 s), with a minute for
 * the clocks of other nodes and for transactions that end late.
 */
export const NONCE_KEPT_SECONDS = 300

/** A nonce that a project has accepted. */
export interface UsedNonce {
  /** The storage's number of the project. */
  readonly projectRow: number
  readonly nonce: string
  /** The last second at which the nonce is refused. */
  readonly refusedUntil: number
}

export const isRefused = ({ refusedUntil }: UsedNonce, now: number): boolean => refusedUntil >= now
