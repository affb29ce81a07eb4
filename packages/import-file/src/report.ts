import type { KeysImported } from '@latchkey/management'
import type { ImportLine, LineProblem, WrongLine } from './plan.ts'
import type { ImportRow } from './table.ts'
import { writeTable } from './table.ts'

/** The result of a line: a problem of the file, or the code of the service; empty: imported. */
export interface ReportLine {
  readonly row: ImportRow
  /** The key as it is in the file; empty if it could not be read. */
  readonly text: string
  /** The license key; empty if there is none. */
  readonly userKey: string
  readonly isAlias: boolean
  readonly code:
    | LineProblem
    | ''
    | 'KEY_EXISTS'
    | 'KEY_TWICE'
    | 'KEY_UNUSABLE'
    | 'PLAN_LIMIT'
    | 'KEY_WORKS_HERE'
    | 'KEY_BANNED_HERE'
    | (string & {})
  /** The key was imported as a banned one. */
  readonly isBanned: boolean
  /** What the import has changed of a key that the project had. */
  readonly changed: readonly string[]
  /** `LINKED`: the key follows an order. Another text: why it does not; empty: it has none. */
  readonly link: string
}

/** The numbers of a report. */
export interface ImportCounts {
  /** Lines that the service has answered. */
  readonly answered: number
  /** Lines whose keys the project has because of this import. */
  readonly imported: number
  /** Imported keys that were or would be created by this run. */
  readonly created: number
  /** Imported keys that are stored as an alias. */
  readonly aliases: number
  /** Imported keys that are banned. */
  readonly banned: number
  /** Keys that the project had already, and to which the import added something. */
  readonly completed: number
  /** Keys that the project had already, and that the import banned or ended. */
  readonly stopped: number
  /** Keys that the project had already, and whose bans the import lifted. */
  readonly revived: number
  /** Keys that work here but not in the file. They stay unchanged. */
  readonly worksHere: number
  /** Keys that are banned here but not in the file. They stay unchanged. */
  readonly bannedHere: number
  /** Keys that follow their order, and those whose order has another key in use. */
  readonly linked: number
  readonly notLinked: number
  readonly refused: number
}

/** Collects the answers of the service. @param isDryRun nothing is created between its requests */
export function createImportReport(isDryRun: boolean) {
  const lines: ReportLine[] = []
  const known = new Set<string>()
  let created = 0
  let room: number | undefined
  return {
    add(batch: readonly ImportLine[], answer: Omit<KeysImported, 'success' | 'message'>): void {
      // The first answer shows how many keys the plan allowed before the import.
      if (answer.keys_left >= 0) room ??= answer.keys_left + answer.created
      let repeated = 0
      for (const [at, { row, wanted }] of batch.entries()) {
        const result = answer.results[at]
        if (result === undefined) throw new Error('The answer has no result for a line.')
        const { user_key: userKey, alias: isAlias, link = '' } = result
        // Another text has the same alias in an earlier request.
        const isTwice = userKey !== '' && known.has(userKey)
        if (isTwice && result.code === '') repeated += 1
        known.add(userKey)
        const [code, changed] = isTwice ? ['KEY_TWICE', []] : [result.code, result.changed ?? []]
        const isBanned = code === '' && wanted.ban_reason !== undefined
        lines.push({ row, text: wanted.user_key, userKey, isAlias, code, isBanned, changed, link })
      }
      created += answer.created - (isDryRun ? repeated : 0)
    },
    lines: (): readonly ReportLine[] => lines,
    counts(): ImportCounts {
      const imported = lines.filter(({ code }) => code === '')
      const completed = lines.filter(isCompleted)
      const having = (...some: string[]) =>
        lines.filter(({ changed }) => some.some((one) => changed.includes(one))).length
      const withCode = (wanted: string) => lines.filter(({ code }) => code === wanted).length
      return {
        answered: lines.length,
        imported: imported.length,
        created,
        aliases: imported.filter(({ isAlias }) => isAlias).length,
        banned: imported.filter(({ isBanned }) => isBanned).length,
        completed: completed.length,
        stopped: having('banned', 'ended'),
        revived: having('unbanned'),
        worksHere: withCode('KEY_WORKS_HERE'),
        bannedHere: withCode('KEY_BANNED_HERE'),
        linked: lines.filter(({ link }) => link === 'LINKED').length,
        notLinked: lines.filter(({ link }) => link !== '' && link !== 'LINKED').length,
        refused: lines.filter((line) => line.code !== '' && !isCompleted(line)).length,
      }
    },
    /** The number of keys above what the plan allows, after a dry run; 0: all fit. */
    overPlan(): number {
      const refused = lines.filter(({ code }) => code === 'PLAN_LIMIT').length
      // Each request of a dry run is decided as if no earlier one had created keys.
      return refused + (room === undefined ? 0 : Math.max(0, created - room))
    },
  }
}

/** Whether the project had the key and the import changed it, so that the line is done. */
export const isCompleted = ({ code, changed }: ReportLine): boolean =>
  code === 'KEY_EXISTS' && changed.length > 0

/** Lines of the file that cannot be read, and those that the service refused, in their order. */
export function notImported(
  wrong: readonly WrongLine[],
  lines: readonly ReportLine[],
): readonly ReportLine[] {
  const unread = { text: '', userKey: '', isAlias: false, isBanned: false, changed: [], link: '' }
  return [
    ...wrong.map(({ row, problem }) => ({ ...unread, row, code: problem })),
    ...lines.filter((line) => line.code !== '' && !isCompleted(line)),
  ].toSorted((a, b) => a.row.line - b.row.line)
}

/**
 * Makes a file of the lines that were not imported, which can be corrected and imported again. It
 * has the columns of the original file, then the line and the reason.
 */
export const fileOfNotImported = (
  titles: readonly string[],
  lines: readonly ReportLine[],
  describe: (line: ReportLine) => string,
): string =>
  writeTable([
    [...titles, 'line', 'reason'],
    ...lines.map((line) => {
      const cells = titles.map((_, index) => line.row.cells[index] ?? '')
      return [...cells, line.row.line, describe(line)]
    }),
  ])

/**
 * Makes a file of every line and its license key, for support: only here an alias is beside its
 * text.
 */
export const fileOfReport = (lines: readonly ReportLine[], describe: (line: ReportLine) => string): string =>
  writeTable([
    ['line', 'key', 'user_key', 'alias', 'result'],
    ...lines.map((line) => [
      line.row.line,
      line.text,
      line.userKey,
      line.isAlias ? 'yes' : 'no',
      describe(line),
    ]),
  ])
