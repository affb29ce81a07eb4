/**
 * An error that is printed without a stack trace: the message says what is wrong and what to do
 * next.
 */
export class UserError extends Error {
  override readonly name = 'UserError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
