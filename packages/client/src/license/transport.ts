/** The network as the delivery of protected scripts uses it. */
export interface PostTransport {
  /** Sends a POST request. It keeps the rules of `get` of `Transport`. */
  post(request: PostRequest): Promise<GetResult>
}

/**
 * The network as the key exchange uses it.
 * An implementation must not follow redirects, use cookies or a cache, or send credentials.
 */
export interface Transport extends PostTransport {
  /**
   * Sends a request that reaches the host at most once. Network stacks repeat a request when a
   * keep-alive connection closes before the answer: an implementation has to prevent that.
   * Never rejects: an error before the answer's headers is a fault.
   */
  get(request: GetRequest): Promise<GetResult>
}

/** A POST request. */
export interface PostRequest extends GetRequest {
  readonly body: string
}

/** A GET request. */
export interface GetRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborts the request. The caller aborts it in any case when it has read the answer. */
  readonly signal: AbortSignal
}

/** The result of a request: an answer with any status, or a fault. */
export type GetResult =
  | { readonly kind: 'answer'; readonly answer: TransportAnswer }
  | { readonly kind: 'fault'; readonly fault: Fault }

/** An answer, whose body is still to be read. */
export interface TransportAnswer {
  readonly status: number
  /** Takes the name in lower case. Null when the header is missing. */
  header(name: string): string | null
  /** Decompressed. Throws when the connection breaks. Leaving the loop early ends the transfer. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Why a request has no answer. */
export interface Fault {
  readonly kind: FaultKind
  /** True only when no byte of the request can have reached the host. */
  readonly neverSent: boolean
  /** The error code of the network stack, for support. */
  readonly code: string
  readonly certificateIssuer?: string
}

/** The kind of a fault, from the error code of the network stack. */
export type FaultKind =
  | 'offline'
  | 'name-not-found'
  | 'connection-refused'
  | 'proxy'
  | 'tls'
  /** The certificate is expired or not yet valid, according to this computer's date. */
  | 'tls-date'
  /** The answer was a redirect. */
  | 'redirected'
  /** No connection was established in time. */
  | 'timed-out'
  /** The caller's signal was aborted. */
  | 'aborted'
  /** The connection broke, or any other error. */
  | 'interrupted'
