import Papa from 'papaparse'

/** A row of a file. */
export interface ImportRow {
  /** The number of its first line in the file, from 1. */
  readonly line: number
  /** The cells, without spaces around them. */
  readonly cells: readonly string[]
  /** A quotation mark in the row is not closed, so the row may contain those that follow. */
  readonly isBroken: boolean
}

/** A file with comma-separated values, read. */
export interface ImportTable {
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
  readonly delimiter: ',' | ';' | '\t'
  /** The rows of the file, with the row of titles if there is one. Empty rows are left out. */
  readonly rows: readonly ImportRow[]
}

/** The number of rows that are examined to find the delimiter. */
const EXAMINED = 50
const DELIMITERS: readonly string[] = [',', ';', '\t']
const isDelimiter = (text: string): text is ImportTable['delimiter'] => DELIMITERS.includes(text)

/**
 * Reads a CSV file (RFC 4180) with commas, semicolons or tabs, of which the most likely is used. A
 * text that is not UTF-8 counts as Windows-1252, in which spreadsheets save in Europe.
 */
export function readTable(bytes: Uint8Array): ImportTable {
  const { text, encoding } = decode(bytes)
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const delimiter = guessDelimiter(lines)
  const parsed = Papa.parse<string[]>(lines, { newline: '\n', delimiter })
  const broken = new Set(parsed.errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  let line = 1
  const rows = parsed.data.map((cells, index): ImportRow => {
    const row = { line, cells: cells.map((cell) => cell.trim()), isBroken: broken.has(index) }
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.split('\n').length - 1), 0)
    return row
  })
  return {
    encoding,
    delimiter,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')),
  }
}

/** Guesses from the first rows. Empty ones are skipped: they would count as rows of one cell. */
function guessDelimiter(text: string): ImportTable['delimiter'] {
  const { meta } = Papa.parse(text, {
    newline: '\n',
    delimitersToGuess: [...DELIMITERS],
    skipEmptyLines: 'greedy',
    preview: EXAMINED,
  })
  return isDelimiter(meta.delimiter) ? meta.delimiter : ','
}

/** Writes a CSV file that spreadsheets open. A cell that they would run as a formula is quoted. */
export const writeTable = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  )}\r\n`

function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: ImportTable['encoding'] } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  }
  if (first === 0xfe && second === 0xff) {
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  }
  try {
    // The decoder removes a byte order mark.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
