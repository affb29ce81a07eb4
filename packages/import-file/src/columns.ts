import { readEnd } from './read-end.ts'
import { findRefundColumns, findStateColumns } from './states.ts'
import type { ImportRow } from './table.ts'
import { IMPORT_FIELDS, type ImportField, plainTitle, TITLES } from './titles.ts'

/** The index of the column of each field, from 0. A field without a column is not imported. */
export type ImportColumns = Readonly<Partial<Record<ImportField, number>>>

/** The columns of a file, as far as they could be found. */
export interface GuessedColumns {
  readonly columns: ImportColumns
  /** The columns that say whether a key works. */
  readonly states: readonly number[]
  readonly hasTitles: boolean
}

/** The number of rows that are examined to find out what is in a column. */
const EXAMINED = 50

/** Finds the columns by their titles, and otherwise by what is in them. */
export function guessColumns(rows: readonly ImportRow[]): GuessedColumns {
  const titles = (rows[0]?.cells ?? []).map(plainTitle)
  const taken = new Set<number>()
  const columns: Partial<Record<ImportField, number>> = {}
  const take = (field: ImportField, index: number): void => {
    if (index < 0 || taken.has(index)) return
    taken.add(index)
    columns[field] = index
  }
  for (const field of IMPORT_FIELDS) {
    const title = TITLES[field].find((name) => titles.includes(name))
    if (title !== undefined) take(field, titles.indexOf(title))
  }
  const states = findStateColumns(rows, rows.slice(1, EXAMINED))
  const hasTitles = taken.size + states.length > 0

  const examined = rows.slice(hasTitles ? 1 : 0, EXAMINED)
  const width = examined.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const shareOf = (index: number, isSo: (cell: string) => boolean): number => {
    const cells = examined.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
    return cells.length === 0 ? 0 : cells.filter(isSo).length / cells.length
  }
  const findBy = (isSo: (cell: string) => boolean): number =>
    Array.from({ length: width }, (_, index) => index).find(
      (index) => !taken.has(index) && shareOf(index, isSo) > 0.5,
    ) ?? -1
  if (columns.key === undefined) take('key', findBy(looksLikeKey))
  if (columns.email === undefined) take('email', findBy(isAddress))
  if (!hasTitles) {
    take(
      'end',
      findBy((cell) => readEnd(cell, 'day-first').kind === 'at'),
    )
  }
  const others = Array.from({ length: width }, (_, index) => index).filter(
    (index) => !taken.has(index) && !states.includes(index),
  )
  const more = findRefundColumns(rows.slice(hasTitles ? 1 : 0), others)
  return { columns, states: [...states, ...more].sort((a, b) => a - b), hasTitles }
}

/** The columns with e-mail addresses that no imported column has. */
export function unusedAddresses(rows: readonly ImportRow[], columns: ImportColumns): readonly number[] {
  const used = new Set(Object.values(columns))
  const found = new Set<number>()
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      if (used.has(index) || found.has(index) || !isAddress(cell)) continue
      const isImported = [...used].some((at) => cells[at]?.toLowerCase() === cell.toLowerCase())
      if (!isImported) found.add(index)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** Whether a cell looks like an e-mail address. The service decides. */
export const isAddress = (cell: string): boolean =>
  cell.includes('@') && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)

/** Whether a text is long, has letters and digits in groups, and is not a date. */
const looksLikeKey = (cell: string): boolean =>
  /^[\p{L}\p{N}]+(?:[- ]?[\p{L}\p{N}]+)*$/u.test(cell) &&
  cell.length >= 10 &&
  readEnd(cell, 'day-first').kind === 'wrong'
