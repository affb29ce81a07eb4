/** A refusal of a source, and where in it. Lines and columns are counted from 1. */
export interface SourceError {
  readonly line: number
  /** The column; undefined if the refusal has only a line. */
  readonly column: number | undefined
  /** The problem, as the parser describes it in English. */
  readonly what: string
}

/** Reads the message of a rejected update. Undefined if it names no line. */
export function readSourceError(message: string): SourceError | undefined {
  const [, line, column, what] = /^Line (\d+)(?:, column (\d+))?: (.+)$/s.exec(message) ?? []
  if (line === undefined || what === undefined) return undefined
  return { line: Number(line), column: column === undefined ? undefined : Number(column), what }
}

/** A line of the source, as far as it is shown. */
export interface ShownLine {
  readonly number: number
  readonly text: string
  /** Characters of `text` before the error; undefined in the other lines. */
  readonly at: number | undefined
}

const LINES_AROUND = 2
/** The most characters of a line that are shown. A bundle may be one line of megabytes. */
const LONGEST = 120
const BEFORE = 60

/**
 * Returns the line of an error with the lines around it, cut to what fits. Lines end as in
 * JavaScript.
 */
export function linesAround(source: string, { line, column }: SourceError): readonly ShownLine[] {
  const lines = source.split(/\r\n|[\n\r\u2028\u2029]/)
  const from = Math.max(0, line - 1 - LINES_AROUND)
  const offset = column === undefined ? 0 : Math.max(0, column - 1 - BEFORE)
  return lines.slice(from, line + LINES_AROUND).map((text, index) => {
    const number = from + index + 1
    const isCut = offset > 0 && text.length > offset
    return {
      number,
      text:
        (isCut ? '…' : '') +
        text.slice(offset, offset + LONGEST) +
        (text.length > offset + LONGEST ? '…' : ''),
      at: number === line && column !== undefined ? column - 1 - offset + (isCut ? 1 : 0) : undefined,
    }
  })
}
