import type { ImportKeysBody } from '../key-creation.ts'
import type { ImportColumns } from './columns.ts'
import { type DateOrder, readEnd } from './read-end.ts'
import type { ImportRow } from './table.ts'

/** Why a line of the file cannot be imported. `key-twice`: an earlier line has the same text. */
export type LineProblem =
  | 'no-key'
  | 'key-too-long'
  | 'key-twice'
  | 'end-unreadable'
  | 'end-ambiguous'
  | 'end-too-late'
  | 'note-too-long'
  | 'device-too-long'
  | 'wrong-character'
  | 'open-quotation'

/** A line that can be sent to the service. */
export interface ImportLine {
  readonly row: ImportRow
  readonly wanted: ImportKeysBody['keys'][number]
}

/** A line that cannot be imported. */
export interface WrongLine {
  readonly row: ImportRow
  readonly problem: LineProblem
}

/** What an import of the file would send. */
export interface ImportPlan {
  readonly lines: readonly ImportLine[]
  readonly wrong: readonly WrongLine[]
}

/** The limits of the API, in characters. */
const LONGEST = { key: 256, note: 1_000, device: 256 }

/** Reads each row, without that of the titles. */
export function planImport(
  rows: readonly ImportRow[],
  columns: ImportColumns,
  order: DateOrder | undefined,
): ImportPlan {
  const lines: ImportLine[] = []
  const wrong: WrongLine[] = []
  const keys = new Set<string>()
  for (const row of rows) {
    const read = readRow(row, columns, order)
    const problem = typeof read === 'string' ? read : keys.has(read.user_key) ? 'key-twice' : undefined
    if (problem !== undefined) wrong.push({ row, problem })
    else if (typeof read !== 'string') {
      keys.add(read.user_key)
      lines.push({ row, wanted: read })
    }
  }
  return { lines, wrong }
}

function readRow(
  { cells, isBroken }: ImportRow,
  columns: ImportColumns,
  order: DateOrder | undefined,
): ImportLine['wanted'] | LineProblem {
  if (isBroken) return 'open-quotation'
  if (cells.some((cell) => cell.includes('\0'))) return 'wrong-character'
  const cellOf = (index: number | undefined): string => (index === undefined ? '' : (cells[index] ?? ''))
  const [user_key, identifier] = [cellOf(columns.key), cellOf(columns.device)]
  const note = [cellOf(columns.email), cellOf(columns.note)].filter((text) => text !== '').join('\n')
  const end = readEnd(cellOf(columns.end), order)
  if (user_key === '') return 'no-key'
  if (user_key.length > LONGEST.key) return 'key-too-long'
  if (note.length > LONGEST.note) return 'note-too-long'
  if (identifier.length > LONGEST.device) return 'device-too-long'
  if (end.kind === 'wrong') return end.problem
  return {
    user_key,
    ...(note !== '' && { note }),
    ...(end.kind === 'at' && { auth_expire: end.second }),
    ...(identifier !== '' && { identifier }),
  }
}

/** As many as the service takes at once, and far below its limit for a body in bytes. */
const MOST_IN_BATCH = { lines: 1_000, characters: 250_000 }

/** The lines of each request. */
export function batchesOf(lines: readonly ImportLine[]): readonly (readonly ImportLine[])[] {
  const batches: ImportLine[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const { length } = JSON.stringify(line.wanted)
    const batch = batches.at(-1)
    const isFull = batch?.length === MOST_IN_BATCH.lines || characters + length > MOST_IN_BATCH.characters
    if (batch === undefined || isFull) {
      batches.push([line])
      characters = length
    } else {
      batch.push(line)
      characters += length
    }
  }
  return batches
}

/**
 * The `request_id` of all requests of an import: the same for the same lines, so that an import goes
 * on where it stopped, also after a new start of the program. A hash, in hexadecimal.
 */
export async function requestIdOf(lines: readonly ImportLine[]): Promise<string> {
  const text = JSON.stringify(lines.map(({ wanted }) => wanted))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
