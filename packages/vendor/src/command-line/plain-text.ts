// SECURITY: notes, reasons and messages are other people's words. A control character among them could move the
// cursor, change what was printed before, or talk to the terminal; a bidirectional mark could turn a line around.
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text from outside as part of one line for a terminal. */
export const plainText = (text: string): string => withoutControls(text).trim()

export const withoutControls = (text: string): string => text.replaceAll(CONTROLS, ' ')

/** A value as JSON that says the same, and cannot steer a terminal. JSON leaves characters above U+007E as they are. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replaceAll(CONTROLS, escaped))
    .join('\n')

const escaped = (controls: string): string =>
  [...controls].map((control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
