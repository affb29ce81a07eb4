/**
 * A text from outside as one line for a terminal.
 * SECURITY: notes, reasons and messages are other people's words; a control character among them could move the
 * cursor, change what was printed before, or talk to the terminal. Bidirectional marks could turn a line around.
 */
export const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
