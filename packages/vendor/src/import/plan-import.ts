import { UsageError } from '@latchkey/command-line'
import {
  type FileState,
  guessColumns,
  guessDateOrder,
  IMPORT_FIELDS,
  type ImportField,
  type ImportPlan,
  type ImportTable,
  planImport,
  type StateEffect,
  unusedAddresses,
} from '@latchkey/import-file'

export interface PlanOptions extends Readonly<Partial<Record<ImportField, string | undefined>>> {
  readonly 'no-titles'?: boolean | undefined
  readonly dates?: 'day-first' | 'month-first' | undefined
  /** The columns that say whether a key works, separated by commas. */
  readonly state?: string | undefined
  /** Values of these columns, or titles such as `Refunded?`, separated by commas. */
  readonly works?: string | undefined
  readonly ban?: string | undefined
  readonly 'leave-out'?: string | undefined
}

/** A file and its plan. */
export interface ReadFile {
  readonly titles: readonly string[]
  readonly columns: Readonly<Partial<Record<ImportField, number>>>
  readonly states: readonly number[]
  readonly plan: ImportPlan
  /** The titles of columns with addresses that are not imported. */
  readonly unused: readonly string[]
}

/** Stands for a column on the command line: the field is not imported. */
const NO_COLUMN = 'none'

/** Reads the lines of a file, with the columns that were given or guessed. @throws UsageError */
export function planOf({ rows }: ImportTable, options: PlanOptions, now: number): ReadFile {
  const guessed = guessColumns(rows)
  const hasTitles = options['no-titles'] !== true && (guessed.hasTitles || isNamed(options))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const first = hasTitles ? (rows[0]?.cells ?? []) : []
  const titles = Array.from({ length: width }, (_, index) => first[index] || String(index + 1))
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const given = options[field]
    if (given?.toLowerCase() === NO_COLUMN) continue
    if (field === 'shop' && given !== undefined && !titles.includes(given)) continue
    const index = given === undefined ? guessed.columns[field] : findColumn(titles, given, field)
    if (index !== undefined) columns[field] = index
  }
  if (columns.key === undefined) {
    throw new UsageError(`Which column has the keys? --key COLUMN. The columns are: ${titles.join(', ')}.`)
  }
  const states = options.state === undefined ? guessed.states : stateColumns(titles, options.state)
  const lines = rows.slice(hasTitles ? 1 : 0)
  const { end } = columns
  const { order } = guessDateOrder(end === undefined ? [] : lines.map(({ cells }) => cells[end] ?? ''))
  const shop = columns.shop === undefined ? options.shop : undefined
  const reading = { columns, states, titles, order: options.dates ?? order, shop, now }
  const plan = planImport(lines, reading)
  const choices = readChoices(plan.states, titles, options)
  return {
    titles,
    columns,
    states,
    plan: Object.keys(choices).length === 0 ? plan : planImport(lines, { ...reading, choices }),
    unused: unusedAddresses(lines, columns).map((index) => titles[index] ?? ''),
  }
}

/** Whether a column is named by its title, so that the file must have titles. */
const isNamed = (options: PlanOptions): boolean =>
  [...IMPORT_FIELDS, 'state' as const].some(
    (name) =>
      name !== 'shop' && options[name] !== undefined && !/^(?:[\d, ]+|none)$/i.test(options[name] ?? ''),
  )

function findColumn(titles: readonly string[], given: string, option: string): number {
  const index = titles.findIndex((title) => title.toLowerCase() === given.trim().toLowerCase())
  const byNumber = /^\d{1,4}$/.test(given) ? Number(given) - 1 : -1
  const found = index >= 0 ? index : byNumber
  if (found >= 0 && found < titles.length) return found
  throw new UsageError(`--${option}: there is no column ${given}. The columns are: ${titles.join(', ')}.`)
}

const stateColumns = (titles: readonly string[], given: string): readonly number[] =>
  given.toLowerCase() === NO_COLUMN ? [] : partsOf(given).map((title) => findColumn(titles, title, 'state'))

const partsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The value of a state, or the title of its column when the title says it. */
const nameOfState = ({ word, column }: FileState, titles: readonly string[]): string =>
  word || (titles[column] ?? '')

/** Reads the effects of states from the options, by the `id` of each state. */
function readChoices(states: readonly FileState[], titles: readonly string[], options: PlanOptions) {
  const choices: Record<string, StateEffect> = {}
  const given = { works: options.works, banned: options.ban, 'left-out': options['leave-out'] } as const
  for (const effect of ['works', 'banned', 'left-out'] as const) {
    for (const part of partsOf(given[effect] ?? '')) {
      const found = states.filter((state) => nameOfState(state, titles).toLowerCase() === part.toLowerCase())
      if (found.length === 0) {
        const names = [...new Set(states.map((state) => nameOfState(state, titles)))]
        throw new UsageError(`No key of the file is said to be ${part}. The file says: ${names.join(', ')}.`)
      }
      for (const { id } of found) choices[id] = effect
    }
  }
  return choices
}
