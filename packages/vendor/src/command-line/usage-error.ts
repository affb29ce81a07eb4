/** The command line is not one that can be carried out. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
