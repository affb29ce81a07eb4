import { UsageError } from '@latchkey/command-line'
import {
  createImportReport,
  fileOfNotImported,
  fileOfReport,
  IMPORT_FIELDS,
  type ImportCounts,
  type ImportField,
  notImported,
  type ReportLine,
  readTable,
} from '@latchkey/import-file'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, exitCodeOf } from '../command-line/exit.ts'
import { readFileBytes, writeTextFile } from '../command-line/files.ts'
import { type Output, sentenceOf, table } from '../command-line/output.ts'
import { describeCounts, describeFile, describeLine } from '../import/describe-import.ts'
import { planOf, type ReadFile } from '../import/plan-import.ts'
import { sendImport } from '../import/send-import.ts'

const COLUMN_HELP: Readonly<Record<ImportField, string>> = {
  key: 'The column of the keys: its title, or its number from 1. By default it is guessed. none: no column has it.',
  email: 'That of the e-mail addresses of customers. Nobody gets a mail from an import.',
  name: 'That of the names of customers.',
  order: 'That of order numbers. They become the vendor note.',
  'vendor-note': 'That of notes that only you see.',
  note: 'That of notes, which apps show to customers.',
  end: 'That of dates at which keys end.',
  days: 'That of the number of days that a key without an end works from its first use.',
  devices: 'That of the number of devices that a key can have.',
  shop: 'The shop that has sold the keys, by its ID or kind, or the column with it. Renewals then find their key, which keeps its terms and gets later ends.',
  'order-id': 'With --shop: the column of the IDs of orders there.',
  subscription: 'With --shop: the column of the IDs of subscriptions there.',
  device: 'That of device IDs. Only those that your app sends: with another ID nobody can use the key.',
}
const columnOption = (field: ImportField) => ({ value: 'COLUMN', help: COLUMN_HELP[field] })

/** The number of lines that are printed. The file has all of them. */
const PRINTED = 20

const importKeys = defineCommand({
  name: 'keys import <FILE>',
  summary: 'Imports keys of another licensing from a CSV file.',
  description:
    'Shows what can be imported, and asks before it imports. A key that was refunded, disputed or disabled is imported as a banned key. Keys that the project has already get what they lack, and are stopped if the file says that they no longer work; nothing else of them changes. An import that was interrupted goes on when it is run again with the same file. The exit code is 1 when lines were left out.',
  options: {
    'dry-run': { help: 'Imports nothing.' },
    yes: { help: 'Does not ask.' },
    report: { value: 'FILE', help: 'Writes every line with its license key to a CSV file.' },
    wrong: { value: 'FILE', help: 'Writes the lines that cannot be imported to a CSV file.' },
    key: columnOption('key'),
    email: columnOption('email'),
    name: columnOption('name'),
    order: columnOption('order'),
    'vendor-note': columnOption('vendor-note'),
    note: columnOption('note'),
    end: columnOption('end'),
    days: columnOption('days'),
    devices: columnOption('devices'),
    device: columnOption('device'),
    shop: { ...columnOption('shop'), value: 'SHOP' },
    'order-id': columnOption('order-id'),
    subscription: columnOption('subscription'),
    state: {
      value: 'COLUMNS',
      help: 'The columns that say whether a key works, separated by commas. By default they are guessed. none: no column.',
    },
    works: {
      value: 'VALUES',
      help: 'Values of these columns, or titles such as "Refunded?", of keys that work all the same.',
    },
    ban: { value: 'VALUES', help: 'Those of keys that are imported as banned keys.' },
    'leave-out': { value: 'VALUES', help: 'Those of keys that are not imported.' },
    'keep-working': { help: 'Keys that work here are not stopped, whatever the file says.' },
    revive: { help: 'Lifts the bans of keys that are banned here and work in the file.' },
    'no-titles': { help: 'The first line of the file is a key, and has no titles.' },
    dates: { value: 'ORDER', help: 'How to read 03/04/2027: day-first or month-first.', parse: parseOrder },
  },
  notes:
    'A key of another form than 32 letters is imported by an alias. Build your app with LATCHKEY_OTHER_KEYS=yes: it then takes what your users have.',
  async run(tools, options, [path = '']) {
    const { output, times } = tools
    const file = planOf(readTable(await readFileBytes(path)), options, times.daysAgo(0))
    const { plan, titles, columns } = file
    for (const field of IMPORT_FIELDS) {
      const index = columns[field]
      if (index !== undefined) output.notify(`${field}: column ${titles[index] ?? index + 1}`)
    }
    for (const text of describeFile(file)) output.notify(text)
    const existing = { ban_existing: !options['keep-working'], unban_existing: options.revive === true }
    const dry = await sendImport(tools, plan, createImportReport(true), { dry_run: true, ...existing })
    let { report } = dry
    let left = notImported(plan.wrong, report.lines())
    const tell = async (isDone: boolean, isLast = true): Promise<void> => {
      const counts = report.counts()
      const lines = left.map((line) => ({
        line: line.row.line,
        code: line.code,
        reason: describeLine(line),
      }))
      // With `--json`, programs expect a single document.
      if (isLast || !output.isJson) {
        output.show({ ...jsonOf(counts), ...jsonOfFile(file), not_imported: lines }, printed(left))
      }
      for (const text of describeCounts(counts, isDone)) output.notify(text)
      if (left.length > 0) output.notify(`Lines that cannot be imported: ${left.length}.`)
      if (options.report) await writeTextFile(options.report, fileOfReport(report.lines(), describeLine))
      if (options.wrong) await writeTextFile(options.wrong, fileOfNotImported(titles, left, describeLine))
    }
    if (dry.failure !== undefined) return fail(output, dry.failure)

    const over = report.overPlan()
    const { created, completed } = report.counts()
    const hasLinks = plan.lines.some(({ wanted }) => wanted.shop !== undefined)
    const isAsked = options['dry-run'] !== true && over === 0 && (created + completed > 0 || hasLinks)
    if (!isAsked || options.yes !== true) await tell(false, !isAsked)
    if (over > 0) output.notify(`The plan of the account allows ${over} keys fewer. Nothing was imported.`)
    if (!isAsked) return over > 0 || left.length > 0 ? EXIT.refused : EXIT.ok
    if (options.yes !== true && !(await tools.confirm('Import them?'))) {
      output.notify('Nothing was imported. --yes imports without a question.')
      return EXIT.refused
    }

    const done = await sendImport(tools, plan, createImportReport(false), existing)
    report = done.report
    left = notImported(plan.wrong, report.lines())
    await tell(true)
    if (done.failure === undefined) return left.length > 0 ? EXIT.refused : EXIT.ok
    output.notify('Run it again with the same file: it goes on where it stopped.')
    return fail(output, done.failure)
  },
})

const jsonOf = ({ imported, created, aliases, ...counts }: ImportCounts) => ({
  imported,
  created,
  aliases,
  banned: counts.banned,
  completed: counts.completed,
  stopped: counts.stopped,
  revived: counts.revived,
  works_here: counts.worksHere,
  banned_here: counts.bannedHere,
  linked: counts.linked,
  not_linked: counts.notLinked,
})

const jsonOfFile = ({ plan, titles, unused }: ReadFile) => ({
  states: plan.states.map(({ column, word, answer, effect, lines }) => ({
    column: titles[column] ?? '',
    value: answer ?? word,
    effect,
    lines,
  })),
  unused_addresses: unused,
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
      { title: 'REASON', cell: describeLine },
    ],
    left.slice(0, PRINTED),
  )
  const more = left.length - PRINTED
  return more > 0 ? [...lines, `${more} more: --wrong FILE writes them all.`] : lines
}

export const KEY_COMMANDS = [importKeys]
