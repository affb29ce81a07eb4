import { describeFailure, type Unsuccessful } from '../client/outcome.ts'

export interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

/** Moves the cursor to the start of the line, and clears the line. */
const CLEAR_LINE = '\r\u001b[2K'

export type Output = ReturnType<typeof createOutput>

export function createOutput({ stdout, stderr }: Streams, isJson: boolean) {
  /** Writes one line of data at once. */
  const line = (text: string) => void stdout.write(`${withoutControls(text)}\n`)
  let isStatusOpen = false
  /** Writes a line to standard error. */
  const notify = (text: string): void => {
    stderr.write(`${isStatusOpen ? '\n' : ''}${plainText(text)}\n`)
    isStatusOpen = false
  }
  /** Writes data: one JSON document with `--json`, otherwise lines of text. */
  const show = (value: unknown, lines: readonly string[] = []): void => {
    if (isJson) stdout.write(`${plainJson(value)}\n`)
    else for (const each of lines) line(each)
  }
  return {
    isJson,
    line,
    notify,
    show,
    /** Writes the answer to a change, and a sentence about it to standard error. */
    done(answer: unknown, text: string): void {
      show(answer)
      notify(text)
    },
    /** Writes a status like `notify`. In a terminal, replaces the previous one. */
    status(text: string) {
      if (stderr.isTTY !== true) return notify(text)
      stderr.write(`${CLEAR_LINE}${plainText(text)}`)
      isStatusOpen = true
    },
    /** Reports why a request did not succeed. With `--json`, also writes `{"error": …}`. */
    refuse(outcome: Unsuccessful): void {
      const failure = outcome.kind === 'failed' && { message: sentenceOf(outcome) }
      show({ error: { ...outcome, ...failure } })
      notify(sentenceOf(outcome))
    },
  }
}

export function sentenceOf(outcome: Unsuccessful): string {
  switch (outcome.kind) {
    case 'refused': {
      const wait = outcome.retryAfterSeconds
      const hint = wait === undefined ? '' : ` Try again in ${wait} s.`
      return `Refused (${outcome.status}): ${outcome.message}${hint}`
    }
    case 'challenged':
      return `The proof-of-work challenge is too hard (${outcome.difficulty} bits): ${outcome.message}`
    case 'failed':
      return describeFailure(outcome.failure)
  }
}

// SECURITY: notes and messages are text from other people. A control character in them could move
// the cursor or rewrite earlier output; a bidirectional mark could reverse a line.
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const withoutControls = (text: string): string => text.replaceAll(CONTROLS, ' ')

/** Makes a text from outside safe to print as part of one line. */
export const plainText = (text: string): string => withoutControls(text).trim()

/** JSON with control characters escaped. `JSON.stringify` leaves those above U+007E as they are. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(CONTROLS, (controls) =>
    controls.replaceAll(/[^\n]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  /** Longer cells are cut, with an ellipsis. */
  readonly maxLength?: number
  readonly align?: 'right'
}

export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const padded = columns.map(({ title, cell, maxLength = Number.POSITIVE_INFINITY, align }) => {
    const texts = [title, ...rows.map((row) => cut(plainText(cell(row)), maxLength))]
    // A list may have more rows than a call takes arguments.
    const width = texts.reduce((most, text) => Math.max(most, lengthOf(text)), 0)
    return texts.map((text) => {
      const space = ' '.repeat(width - lengthOf(text))
      return align === 'right' ? space + text : text + space
    })
  })
  const lines = Array.from({ length: rows.length + 1 }, (_, row) => padded.map((column) => column[row]))
  return lines.map((cells) => cells.join('  ').trimEnd())
}

export function pairs(values: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const width = Math.max(...values.map(([name]) => name.length))
  return values.map(([name, value]) => `${name.padEnd(width)}  ${plainText(value)}`.trimEnd())
}

/** Counts code points, which is close to what a reader counts. */
const lengthOf = (text: string): number => [...text].length

const cut = (text: string, maxLength: number): string =>
  lengthOf(text) <= maxLength ? text : `${[...text].slice(0, maxLength - 1).join('')}…`
