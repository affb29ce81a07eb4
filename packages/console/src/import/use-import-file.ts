import {
  type DateOrder,
  guessColumns,
  guessDateOrder,
  type ImportColumns,
  type ImportTable,
  planImport,
  readTable,
  type StateChoices,
  unusedAddresses,
} from '@latchkey/import-file'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/messages.ts'
import { IMPORT_STATES } from './state-texts.ts'

/** Larger files would fill the memory of the page. */
const MOST_BYTES = 100 * 1_024 * 1_024

/** How a file is read. */
export interface ImportChoice {
  readonly columns: ImportColumns
  readonly hasTitles: boolean
  /** The order that a person has chosen; undefined: as the dates of the file show it. */
  readonly order: DateOrder | undefined
  /**
   * The columns that say whether a key works, a column that a person has added, and the chosen
   * effects.
   */
  readonly states: readonly number[]
  readonly addedState: number | undefined
  readonly effects: StateChoices
}

interface ChosenFile {
  readonly name: string
  readonly table: ImportTable
  /** Unix seconds at which the file was chosen. */
  readonly now: number
}

/** Why a file was not taken. */
export type FileProblem = 'one' | 'empty' | 'tooLarge' | 'unreadable'

const UNCHOSEN = { order: undefined, addedState: undefined, effects: {} } as const
const NOTHING: ImportChoice = { ...UNCHOSEN, columns: {}, hasTitles: false, states: [] }
const NO_ROWS: ImportTable['rows'] = []

/** The file that was chosen, how it is read, and what an import of it would send. */
export function useImportFile() {
  const { reasons } = useTexts(IMPORT_STATES)
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<FileProblem>()
  const [choice, setChoice] = useState(NOTHING)

  async function choose([first, second]: readonly File[]): Promise<boolean> {
    const read = first === undefined || second !== undefined ? 'one' : await readFile(first)
    const isRead = typeof read !== 'string'
    setProblem(isRead ? undefined : read)
    if (!isRead) return false
    setFile(read)
    setChoice({ ...UNCHOSEN, ...guessColumns(read.table.rows) })
    return true
  }

  const { columns, hasTitles, order, states: guessed, addedState, effects: choices } = choice
  const all = file?.table.rows ?? NO_ROWS
  const rows = useMemo(() => all.slice(hasTitles ? 1 : 0), [all, hasTitles])
  const dates = useMemo(
    () =>
      guessDateOrder(columns.end === undefined ? [] : rows.map(({ cells }) => cells[columns.end ?? 0] ?? '')),
    [rows, columns.end],
  )
  const width = useMemo(() => all.reduce((most, { cells }) => Math.max(most, cells.length), 0), [all])
  const titles = useMemo(
    // A column without a title has an empty text.
    () => Array.from({ length: width }, (_, index) => (hasTitles ? (all[0]?.cells[index] ?? '') : '')),
    [all, width, hasTitles],
  )
  const states = useMemo(
    () => (addedState === undefined ? guessed : [...guessed, addedState]),
    [guessed, addedState],
  )
  const now = file?.now ?? 0
  const plan = useMemo(
    () => planImport(rows, { columns, order: order ?? dates.order, states, choices, titles, now, reasons }),
    [rows, columns, order, dates, states, choices, titles, now, reasons],
  )
  const unused = useMemo(() => unusedAddresses(rows, columns), [rows, columns])
  return {
    file,
    problem,
    choose,
    choice,
    setChoice,
    forget: () => setFile(undefined),
    rows,
    titles,
    /** The columns that say whether a key works. */
    states,
    /** The columns with addresses that are not imported. */
    unused,
    plan,
    order: order ?? dates.order,
    /** The dates do not show their order, so a person must choose it. */
    isOrderAsked: dates.hasAny && dates.order === undefined,
  }
}

async function readFile(file: File): Promise<ChosenFile | FileProblem> {
  if (file.size > MOST_BYTES) return 'tooLarge'
  try {
    const table = readTable(new Uint8Array(await file.arrayBuffer()))
    return table.rows.length === 0 ? 'empty' : { name: file.name, table, now: Math.floor(Date.now() / 1_000) }
  } catch {
    return 'unreadable'
  }
}
