import { plainText } from './plain-text.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  /** The widest that a cell gets; what is longer is cut, with an ellipsis. */
  readonly most?: number
  readonly align?: 'right'
}

const GAP = '  '

/** Rows under titles, as lines. Columns are as wide as their widest cell. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const body = rows.map((row) => columns.map(({ cell, most }) => cut(plainText(cell(row)), most)))
  const cells = [columns.map(({ title }) => title), ...body]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => lengthOf(line[index] ?? ''))))
  return cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd(),
  )
}

/** Names and values, one pair a line. */
export function pairs(values: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const width = Math.max(...values.map(([name]) => name.length))
  return values.map(([name, value]) => `${name.padEnd(width)}${GAP}${plainText(value)}`.trimEnd())
}

/** In characters as a reader counts them, near enough: code points. */
const lengthOf = (text: string): number => [...text].length

const pad = (text: string, width: number, align: 'right' | undefined): string => {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return align === 'right' ? space + text : text + space
}

const cut = (text: string, most = Number.POSITIVE_INFINITY): string =>
  lengthOf(text) <= most ? text : `${[...text].slice(0, most - 1).join('')}…`
