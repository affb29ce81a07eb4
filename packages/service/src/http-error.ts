/**
 * A request that ends without a decision. The message goes to the caller: what is wrong and what to do next, and never
 * a value that was sent.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined

  constructor(statusCode: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
  }
}
