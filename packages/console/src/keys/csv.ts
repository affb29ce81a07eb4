/** The first characters by which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * A CSV file (RFC 4180) with a byte order mark, without which Excel shows umlauts wrongly.
 *
 * SECURITY: a note or a chat ID is text of somebody else. A cell that a spreadsheet would run as a
 * formula gets an apostrophe in front, which spreadsheets take as "this is text".
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
