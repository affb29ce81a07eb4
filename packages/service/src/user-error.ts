/**
 * Something that the person who started the command can put right. The message is one sentence or two: what is wrong
 * and what to do next. It is printed as it stands, without a stack trace.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** The command line itself is wrong. */
export class UsageError extends UserError {
  override readonly name = 'UsageError'
}
