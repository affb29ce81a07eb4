import {
  type DateOrder,
  guessColumns,
  guessDateOrder,
  type ImportColumns,
  type ImportTable,
  planImport,
  readTable,
} from '@latchkey/management/import-file'
import { useMemo, useState } from 'react'

/** Larger files would fill the memory of the page. */
const MOST_BYTES = 100 * 1_024 * 1_024

/** How a file is read. */
export interface ImportChoice {
  readonly columns: ImportColumns
  readonly hasTitles: boolean
  /** Chosen; otherwise as the dates of the file show it. */
  readonly order: DateOrder | undefined
}

interface ChosenFile {
  readonly name: string
  readonly table: ImportTable
}

/** Why a file was not taken. */
export type FileProblem = 'one' | 'empty' | 'tooLarge' | 'unreadable'

const NOTHING: ImportChoice = { columns: {}, hasTitles: false, order: undefined }
const NO_ROWS: ImportTable['rows'] = []

/** The file that was chosen, how it is read, and what an import of it would send. */
export function useImportFile() {
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<FileProblem>()
  const [choice, setChoice] = useState(NOTHING)

  async function choose([first, second]: readonly File[]): Promise<boolean> {
    const read = first === undefined || second !== undefined ? 'one' : await readFile(first)
    const isRead = typeof read !== 'string'
    setProblem(isRead ? undefined : read)
    if (!isRead) return false
    setFile(read)
    setChoice({ ...guessColumns(read.table.rows), order: undefined })
    return true
  }

  const { columns, hasTitles, order } = choice
  const all = file?.table.rows ?? NO_ROWS
  const rows = useMemo(() => all.slice(hasTitles ? 1 : 0), [all, hasTitles])
  const dates = useMemo(
    () =>
      guessDateOrder(columns.end === undefined ? [] : rows.map(({ cells }) => cells[columns.end ?? 0] ?? '')),
    [rows, columns.end],
  )
  const plan = useMemo(() => planImport(rows, columns, order ?? dates.order), [rows, columns, order, dates])
  const width = useMemo(() => all.reduce((most, { cells }) => Math.max(most, cells.length), 0), [all])
  return {
    file,
    problem,
    choose,
    choice,
    setChoice,
    forget: () => setFile(undefined),
    rows,
    /** Empty for a column without one. */
    titles: Array.from({ length: width }, (_, index) => (hasTitles ? (all[0]?.cells[index] ?? '') : '')),
    plan,
    order: order ?? dates.order,
    /** The person must say how to read dates, or has said so. */
    isOrderAsked: dates.hasAny && dates.order === undefined,
  }
}

async function readFile(file: File): Promise<ChosenFile | FileProblem> {
  if (file.size > MOST_BYTES) return 'tooLarge'
  try {
    const table = readTable(new Uint8Array(await file.arrayBuffer()))
    return table.rows.length === 0 ? 'empty' : { name: file.name, table }
  } catch {
    return 'unreadable'
  }
}
