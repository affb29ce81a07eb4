import type { Challenge } from '@latchkey/management'

/**
 * A request that ends without a decision. The message goes to the caller: what is wrong and what to do next, and never
 * a value that was sent.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined
  /** Stands in the body beside the message. */
  readonly challenge: Challenge | undefined

  constructor(statusCode: number, message: string, retryAfterSeconds?: number, challenge?: Challenge) {
    super(message)
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
  }
}
