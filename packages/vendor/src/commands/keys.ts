import { UsageError } from '@latchkey/management/command-line'
import {
  createImportReport,
  fileOfNotImported,
  fileOfReport,
  IMPORT_FIELDS,
  type ImportField,
  notImported,
  type ReportLine,
  readTable,
} from '@latchkey/management/import-file'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, exitCodeOf } from '../command-line/exit.ts'
import { readFileBytes, writeTextFile } from '../command-line/files.ts'
import { type Output, sentenceOf, table } from '../command-line/output.ts'
import { planOf, sendImport } from '../import/send-import.ts'

const COLUMN_HELP: Readonly<Record<ImportField, string>> = {
  key: 'The column of the keys: its title, or its number from 1. By default it is guessed.',
  email: 'That of e-mail addresses, which become the first line of the note.',
  note: 'That of notes.',
  end: 'That of dates at which keys end.',
  device: 'That of device IDs. Only those that your app sends: with another ID nobody can use the key.',
}
const columnOption = (field: ImportField) => ({ value: 'COLUMN', help: COLUMN_HELP[field] })

/** So many lines are printed. The file has all of them. */
const PRINTED = 20

const importKeys = defineCommand({
  name: 'keys import <FILE>',
  summary: 'Imports keys of another licensing from a CSV file.',
  description:
    'Shows what can be imported, and asks before it imports. Keys that the project has already stay as they are. An import that was interrupted goes on when it is run again with the same file. The exit code is 1 when lines were left out.',
  options: {
    'dry-run': { help: 'Imports nothing.' },
    yes: { help: 'Does not ask.' },
    report: { value: 'FILE', help: 'Writes every line with its license key to a CSV file.' },
    wrong: { value: 'FILE', help: 'Writes the lines that cannot be imported to a CSV file.' },
    key: columnOption('key'),
    email: columnOption('email'),
    note: columnOption('note'),
    end: columnOption('end'),
    device: columnOption('device'),
    'no-titles': { help: 'The first line of the file is a key, and has no titles.' },
    dates: { value: 'ORDER', help: 'How to read 03/04/2027: day-first or month-first.', parse: parseOrder },
  },
  notes:
    'A key of another form than 32 letters is imported by an alias. Build your app with LATCHKEY_OTHER_KEYS=yes: it then takes what your users have.',
  async run(tools, options, [path = '']) {
    const { output } = tools
    const { plan, titles, columns } = planOf(readTable(await readFileBytes(path)), options)
    for (const field of IMPORT_FIELDS) {
      const index = columns[field]
      if (index !== undefined) output.notify(`${field}: column ${titles[index] ?? index + 1}`)
    }
    const dry = await sendImport(tools, plan, createImportReport(true), true)
    let { report } = dry
    let left = notImported(plan.wrong, report.lines())
    const tell = async (isDone: boolean, isLast = true): Promise<void> => {
      const { imported, created, aliases } = report.counts()
      const lines = left.map(({ row, code }) => ({ line: row.line, code, reason: describe(code) }))
      // One document of JSON, for programs.
      if (isLast || !output.isJson) {
        output.show({ imported, created, aliases, not_imported: lines }, printed(left))
      }
      const what = isDone ? 'Imported keys' : 'Keys to import'
      output.notify(`${what}: ${imported}. New: ${created}. By an alias: ${aliases}.`)
      if (left.length > 0) output.notify(`Lines that cannot be imported: ${left.length}.`)
      if (options.report) await writeTextFile(options.report, fileOfReport(report.lines(), describe))
      if (options.wrong) await writeTextFile(options.wrong, fileOfNotImported(titles, left, describe))
    }
    if (dry.failure !== undefined) return fail(output, dry.failure)

    const over = report.overPlan()
    const isAsked = options['dry-run'] !== true && over === 0 && report.counts().created > 0
    if (!isAsked || options.yes !== true) await tell(false, !isAsked)
    if (over > 0) output.notify(`The plan of the account allows ${over} keys fewer. Nothing was imported.`)
    if (!isAsked) return over > 0 || left.length > 0 ? EXIT.refused : EXIT.ok
    if (options.yes !== true && !(await tools.confirm('Import them?'))) {
      output.notify('Nothing was imported. --yes imports without a question.')
      return EXIT.refused
    }

    const done = await sendImport(tools, plan, createImportReport(false), false)
    report = done.report
    left = notImported(plan.wrong, report.lines())
    await tell(true)
    if (done.failure === undefined) return left.length > 0 ? EXIT.refused : EXIT.ok
    output.notify('Run it again with the same file: it goes on where it stopped.')
    return fail(output, done.failure)
  },
})

function fail(output: Output, failure: Parameters<typeof exitCodeOf>[0] & Parameters<typeof sentenceOf>[0]) {
  output.notify(sentenceOf(failure))
  return exitCodeOf(failure)
}

function parseOrder(text: string, option: string) {
  if (text === 'day-first' || text === 'month-first') return text
  throw new UsageError(`${option} needs day-first or month-first.`)
}

function printed(left: readonly ReportLine[]): readonly string[] {
  if (left.length === 0) return []
  const lines = table(
    [
      { title: 'LINE', cell: ({ row }) => String(row.line), align: 'right' },
      { title: 'CELLS', cell: ({ row }) => row.cells.join(' | '), maxLength: 50 },
      { title: 'REASON', cell: ({ code }) => describe(code) },
    ],
    left.slice(0, PRINTED),
  )
  const more = left.length - PRINTED
  return more > 0 ? [...lines, `${more} more: --wrong FILE writes them all.`] : lines
}

const REASONS: Readonly<Record<string, string>> = {
  '': 'imported',
  'no-key': 'There is no key in this line.',
  'key-too-long': 'The key has more than 256 characters.',
  'key-twice': 'An earlier line has the same key.',
  'end-unreadable': 'The end is not a date such as 2027-01-31.',
  'end-ambiguous': 'Day and month of the end can be confused: use --dates.',
  'end-too-late': 'The end is after 2038-01-18. Leave it empty for a key that never ends.',
  'note-too-long': 'The note has more than 1,000 characters.',
  'device-too-long': 'The device ID has more than 256 characters.',
  'wrong-character': 'The line has a NUL character.',
  'open-quotation': 'A quotation mark is not closed.',
  KEY_EXISTS: 'The project has this key already.',
  KEY_TWICE: 'An earlier line has the same key in another form.',
  KEY_UNUSABLE: 'The key is shorter than 6 or longer than 128 characters.',
  PLAN_LIMIT: 'The plan of the account allows no more keys.',
}

const describe = (code: string): string => REASONS[code] ?? code

export const KEY_COMMANDS = [importKeys]
