import { UsageError } from '@latchkey/management/command-line'
import {
  batchesOf,
  type createImportReport,
  guessColumns,
  guessDateOrder,
  IMPORT_FIELDS,
  type ImportField,
  type ImportPlan,
  type ImportTable,
  planImport,
  requestIdOf,
} from '@latchkey/management/import-file'
import type { Outcome, Unsuccessful } from '../client/outcome.ts'
import { waitOutRateLimit } from '../client/repeated-requests.ts'
import type { Tools } from '../command-line/command.ts'

export interface PlanOptions extends Readonly<Partial<Record<ImportField, string | undefined>>> {
  readonly 'no-titles'?: boolean | undefined
  readonly dates?: 'day-first' | 'month-first' | undefined
}

/** Reads the lines of a file, with the columns that were given or guessed. @throws UsageError */
export function planOf({ rows }: ImportTable, options: PlanOptions) {
  const guessed = guessColumns(rows)
  const hasTitles = options['no-titles'] !== true && (guessed.hasTitles || isNamed(options))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const first = hasTitles ? (rows[0]?.cells ?? []) : []
  const titles = Array.from({ length: width }, (_, index) => first[index] || String(index + 1))
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const given = options[field]
    const index = given === undefined ? guessed.columns[field] : findColumn(titles, given, field)
    if (index !== undefined) columns[field] = index
  }
  if (columns.key === undefined) {
    throw new UsageError(`Which column has the keys? --key COLUMN. The columns are: ${titles.join(', ')}.`)
  }
  const lines = rows.slice(hasTitles ? 1 : 0)
  const { end } = columns
  const { order } = guessDateOrder(end === undefined ? [] : lines.map(({ cells }) => cells[end] ?? ''))
  return { titles, columns, plan: planImport(lines, columns, options.dates ?? order) }
}

/** A column that is named by its title is in a file with titles. */
const isNamed = (options: PlanOptions): boolean =>
  IMPORT_FIELDS.some((field) => options[field] !== undefined && !/^\d+$/.test(options[field] ?? ''))

function findColumn(titles: readonly string[], given: string, field: ImportField): number {
  const index = titles.findIndex((title) => title.toLowerCase() === given.trim().toLowerCase())
  const byNumber = /^\d{1,4}$/.test(given) ? Number(given) - 1 : -1
  const found = index >= 0 ? index : byNumber
  if (found >= 0 && found < titles.length) return found
  throw new UsageError(`--${field}: there is no column ${given}. The columns are: ${titles.join(', ')}.`)
}

/** Pauses before a request is sent again: two minutes, in which a service starts again. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 7 }, () => 15_000)]

/**
 * Sends all lines of an import. A request whose answer is lost is sent again: no key is created
 * twice.
 * @returns the report, also of an import that failed
 */
export async function sendImport(
  { client, projectId, output, wait }: Pick<Tools, 'client' | 'projectId' | 'output' | 'wait'>,
  { lines }: ImportPlan,
  report: ReturnType<typeof createImportReport>,
  isDryRun: boolean,
): Promise<{ readonly report: typeof report; readonly failure?: Unsuccessful }> {
  const request_id = await requestIdOf(lines)
  const batches = batchesOf(lines)
  for (const [done, batch] of batches.entries()) {
    const body = {
      keys: batch.map(({ wanted }) => wanted),
      request_id,
      ...(isDryRun && { dry_run: true }),
    }
    const send = () => waitOutRateLimit(() => client.keys.import(projectId, body), wait)
    const outcome = await untilAnswered(send, wait)
    if (outcome.kind !== 'ok') return { report, failure: outcome }
    report.add(batch, outcome.value)
    if (batches.length > 1) {
      output.status(`${isDryRun ? 'Compared' : 'Imported'}: ${done + 1} of ${batches.length} parts.`)
    }
  }
  return { report }
}

async function untilAnswered<T>(send: () => Promise<Outcome<T>>, wait: Tools['wait']): Promise<Outcome<T>> {
  let outcome = await send()
  for (const pauseMs of PAUSES_MS) {
    const isUnanswered =
      outcome.kind === 'failed' || (outcome.kind === 'refused' && [502, 503, 504].includes(outcome.status))
    if (!isUnanswered) return outcome
    await wait(pauseMs)
    outcome = await send()
  }
  return outcome
}
