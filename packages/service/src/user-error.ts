/**
 * An error that the user of the command can correct. The message says what is wrong and what to do
 * next. It is printed without a stack trace.
 */
export class UserError extends Error {
  override readonly name = 'UserError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
