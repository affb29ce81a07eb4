/**
 * What the key exchange needs of a network: one GET, and a connection opened ahead.
 * An implementation follows no redirect, keeps no cookie and no cache, and sends no credentials.
 */
export interface Transport {
  /** Never rejects; whatever goes wrong before the answer's headers is a fault. */
  get(request: GetRequest): Promise<GetResult>
  /** Opens a connection that the next `get` to the same host can use. Best effort, silent. */
  warm(url: string): void
}

/** What the delivery of protected scripts needs of it besides: one POST that reaches the host at most once. */
export interface PostTransport {
  post(request: PostRequest): Promise<GetResult>
}

export interface PostRequest extends Omit<GetRequest, 'sendOnce'> {
  readonly body: string
}

export interface GetRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /**
   * The request must reach the host at most once. Network stacks resend a request by themselves when a kept
   * connection dies under it; an implementation has to prevent that here.
   */
  readonly sendOnce: boolean
}

export type GetResult =
  | { readonly kind: 'answer'; readonly answer: TransportAnswer }
  | { readonly kind: 'fault'; readonly fault: Fault }

export interface TransportAnswer {
  readonly status: number
  /** By lower-case name; null when absent. */
  header(name: string): string | null
  /** Decompressed as it arrives. Reading throws when the connection breaks. Ending the loop early ends the transfer. */
  readonly body: AsyncIterable<Uint8Array>
}

export interface Fault {
  readonly kind: FaultKind
  /** True only when no byte of the request can have reached the host. */
  readonly neverSent: boolean
  /** The network stack's own name for it, for support. */
  readonly code: string
  readonly certificateIssuer?: string
}

export type FaultKind =
  | 'offline'
  | 'name-not-found'
  | 'connection-refused'
  | 'proxy'
  | 'tls'
  /** The certificate is not valid today, as this computer's date says. */
  | 'tls-date'
  /** The answer was a redirect. */
  | 'redirected'
  /** No connection came about in time. */
  | 'timed-out'
  /** The caller's signal ended it. */
  | 'aborted'
  /** Everything else: the connection broke, or it is not known what happened. */
  | 'interrupted'
